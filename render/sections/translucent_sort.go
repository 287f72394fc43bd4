package sections

import (
	"cmp"
	"slices"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// Translucent faces are blended, so a face is drawn after everything behind it: the sections from the farthest to the
// nearest, and within a section the faces from the farthest to the nearest, where they lie in more than one plane. The
// order is computed whenever the draw list is rebuilt.

// translucentFace is a translucent face of a section.
type translucentFace struct {
	centre [3]float32 // within the section, in blocks
	face   uint8
}

// SortedFacesMax is the largest number of faces of a section that are sorted. More faces are drawn in the order of the mesh.
const SortedFacesMax = 1024

// sortedFace is a translucent face, by its number, with the square of its distance from the eye.
type sortedFace struct {
	distSq float32
	index  int32
}

// translucentFaces returns the translucent faces of a mesh in the memory of to; none if they lie in one plane, where their
// order does not matter.
func translucentFaces(to []translucentFace, m *scene.Mesh) []translucentFace {
	to = to[:0]
	if m.Translucent.Count < 2 || m.Translucent.Count > SortedFacesMax {
		return to
	}
	onePlane := true
	for q := m.Translucent.Start; q < m.Translucent.Start+m.Translucent.Count; q++ {
		v := m.Quads[q*4*scene.QuadWords:]
		a, b := v[0], v[3*scene.QuadWords]
		p := translucentFace{face: uint8(a >> 15 & 7)}
		for k := range p.centre {
			p.centre[k] = float32(a>>(5*k)&31+b>>(5*k)&31) / 2
		}
		axis := scene.FaceAxis[p.face%scene.MeshFaces]
		onePlane = onePlane && (len(to) == 0 || to[0].face == p.face && to[0].centre[axis] == p.centre[axis])
		to = append(to, p)
	}
	if onePlane {
		return to[:0]
	}
	return to
}

// sortTranslucent returns, in the memory of to, the faces that may turn towards the eye, the farthest first; base is the
// corner of the section relative to the eye.
func sortTranslucent(to []sortedFace, faces []translucentFace, base [3]float32) []sortedFace {
	to = to[:0]
	for i := range faces {
		p := &faces[i]
		axis := scene.FaceAxis[p.face%scene.MeshFaces]
		at := base[axis] + p.centre[axis]
		if p.face&1 == 0 && at <= -camera.SlackMove || p.face&1 == 1 && at >= camera.SlackMove {
			continue
		}
		far := float32(0)
		for a := range base {
			d := base[a] + p.centre[a]
			far += d * d
		}
		to = append(to, sortedFace{far, int32(i)})
	}
	slices.SortFunc(to, func(a, b sortedFace) int {
		if c := cmp.Compare(b.distSq, a.distSq); c != 0 {
			return c
		}
		return cmp.Compare(faces[a.index].tieBreak(), faces[b.index].tieBreak())
	})
	return to
}

// tieBreak orders faces of the same distance, so that the order does not depend on how the mesh was made.
func (p *translucentFace) tieBreak() int {
	return int(p.face) | int(p.centre[0]*2)<<3 | int(p.centre[1]*2)<<9 | int(p.centre[2]*2)<<15
}
