// Package mesh makes what is drawn of a section: merged quads of the sides that can be seen, models of all that is no
// full block, the light of both, and which faces of the section see each other. The format is that of scene.Mesh.
//
// Owner: each worker has a Mesher and a Padded of its own; nothing is shared between them. Invariants: every side of
// a full block that is not hidden is covered by exactly one quad, light never splits a quad, and equal input gives
// equal output. In the steady state nothing is allocated: the slices of the mesh grow to what is needed and stay.
package mesh

import (
	"voxtide/scene"
	"voxtide/world"
)

// Mesher holds how blocks look and the scratch memory of one worker.
type Mesher struct {
	styles [world.BlockCount][world.Faces]style

	row     [Edge * Edge]uint64 // the sets of a padded section, by y*Edge + z
	samples [Cells]uint32
	seen    [passes]sides
	any     [passes][world.Faces]uint16                  // the x at which seen has sides; or had, before hide
	turned  [world.SectionSize][world.SectionSize]uint16 // sides of west or east: a bit z, by x and y
	keys    [world.SectionSize * world.SectionSize]uint32
	fill    [world.SectionSize * world.SectionSize]uint16 // of the flood for Open

	clear  bool // the padded section has full blocks that are not opaque
	models bool // it has models
}

// New returns a mesher for blocks that look so.
func New(l *Looks) *Mesher { return &Mesher{styles: styles(l)} }

// Build makes the mesh of a section at a position, from its padded blocks and light and the tints of its columns.
// It sets all of dst; the version is 0, for the caller to set.
func (m *Mesher) Build(dst *scene.Mesh, at world.SectionPos, p *Padded, t *Tints) {
	dst.Reset()
	dst.Section = [3]int32{at.X, at.Y, at.Z}
	if p.dull {
		if p.open {
			dst.Open = scene.OpenAll
		}
		return
	}
	m.rows(p)
	m.see(p)
	dst.Low = [3]uint8{world.SectionSize, world.SectionSize, world.SectionSize}
	m.quads(dst, p, t)
	if m.models {
		m.buildModels(dst, p, t)
	}
	dst.Open = m.pairs()
	if dst.Empty() {
		dst.Low = [3]uint8{}
	}
}

// quads makes the quads of all passes.
func (m *Mesher) quads(dst *scene.Mesh, p *Padded, t *Tints) {
	n := passes
	if !m.clear {
		n = passCutout
	}
	for q := range n {
		for f := range world.Face(world.Faces) {
			start := quadCount(dst)
			if m.any[q][f] != 0 {
				m.face(dst, p, t, q, f)
			}
			r := scene.Range{Start: start, Count: quadCount(dst) - start}
			switch q {
			case passOpaque:
				dst.Opaque[f] = r
			case passCutout:
				dst.Cutout[f] = r
			case passWater:
				join(&dst.Water, r)
			case passTranslucent:
				join(&dst.Translucent, r)
			}
		}
	}
}

func quadCount(dst *scene.Mesh) uint32 { return uint32(len(dst.Quads) / (4 * scene.QuadWords)) }

// join appends a range that follows to another.
func join(to *scene.Range, r scene.Range) {
	if to.Count == 0 {
		to.Start = r.Start
	}
	to.Count += r.Count
}
