// Package mesh makes the mesh of a section: merged quads of the visible faces of full blocks (greedy meshing), models of all
// other blocks, the light of both, and which faces of the section see each other. The format is scene.Mesh's.
//
// Owner: each worker has a Mesher and a Padded of its own; nothing is shared between them. Invariants: exactly one
// quad covers each face of a full block that is not hidden (crowns.go has an exception), light never splits a quad, and equal input gives equal output. In
// the steady state nothing is allocated: the slices of the mesh grow to the size that is needed and stay.
package mesh

import (
	"voxtide/render/scene"
	"voxtide/world"
)

// Build makes the mesh of a section at a position, from its padded blocks and light and the tints of its columns. It sets all
// fields of dst; the version is 0, for the caller to set.
func (m *Mesher) Build(dst *scene.Mesh, at world.SectionPos, p *Padded, t *Tints) {
	dst.Reset()
	dst.Section = [3]int32{at.X, at.Y, at.Z}
	if p.invisible {
		if p.allAir {
			dst.Connected = scene.ConnectedAll
		}
		dst.Solid.Buried = !p.allAir
		return
	}
	m.readRows(p)
	m.findLeaves(p)
	m.findVisible(p)
	dst.Low = [3]uint8{world.SectionSize, world.SectionSize, world.SectionSize}
	m.buildQuads(dst, p, t)
	if m.hasModels {
		m.buildModels(dst, p, t)
	}
	dst.Connected = m.connectivity()
	m.findSolid(&dst.Solid)
	dst.Closed = m.closed
	if dst.Empty() {
		dst.Low = [3]uint8{}
	}
}

// buildQuads makes the quads of all passes.
func (m *Mesher) buildQuads(dst *scene.Mesh, p *Padded, t *Tints) {
	n := passCount
	if !m.hasClear {
		n = passCutout
	}
	for q := range n {
		for f := range world.Face(world.FaceCount) {
			start := quadCount(dst)
			if q == passWater && m.hasFlow && m.visibleSlices[q][f] != 0 {
				m.buildSlopes(dst, p, t, f)
			}
			if m.visibleSlices[q][f] != 0 {
				m.meshFace(dst, p, t, q, f)
			}
			r := scene.Range{Start: start, Count: quadCount(dst) - start}
			switch q {
			case passOpaque:
				dst.Opaque[f] = r
			case passCutout:
				dst.Cutout[f] = r
			case passWater:
				appendRange(&dst.Water, r)
			case passTranslucent:
				appendRange(&dst.Translucent, r)
			}
		}
	}
}

func quadCount(dst *scene.Mesh) uint32 { return uint32(len(dst.Quads) / (4 * scene.QuadWords)) }

// appendRange extends a range by the range that follows it.
func appendRange(to *scene.Range, r scene.Range) {
	if to.Count == 0 {
		to.Start = r.Start
	}
	to.Count += r.Count
}
