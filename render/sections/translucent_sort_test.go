package sections

import (
	"testing"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// iceAt reports whether a position has ice: a heap of translucent blocks in one section.
func iceAt(x, y, z int) bool {
	h := uint32(x*7+y*13+z*29) * 0x9E3779B1
	return x >= 1 && y >= 1 && z >= 1 && x <= 14 && y <= 9 && z <= 14 && (x+z)%3 == 0 && h>>30 == 0
}

// iceMesh returns a mesh of translucent blocks: a quad for each face, by face.
func iceMesh(at func(x, y, z int) bool) *scene.Mesh {
	m := &scene.Mesh{}
	for face, d := range scene.FaceNormals {
		for i := range 16 * 16 * 16 {
			x, y, z := i&15, i>>8, i>>4&15
			if !at(x, y, z) || at(x+int(d[0]), y+int(d[1]), z+int(d[2])) {
				continue
			}
			for _, c := range scene.FaceCorners[face] {
				m.Quads = append(m.Quads, uint32(x+int(c[0]))|uint32(y+int(c[1]))<<5|uint32(z+int(c[2]))<<10|uint32(face)<<15, 0, 0)
			}
			m.Translucent.Count++
		}
	}
	return m
}

// topOf returns the first quad of the upper faces.
func topOf(m *scene.Mesh) (n uint32) {
	for m.Quads[n*4*scene.QuadWords]>>15&7 != 1 {
		n++
	}
	return n
}

// TestTranslucentFarthestFirst: each face is at most as far as the face before, and faces that are turned away are left out.
func TestTranslucentFarthestFirst(t *testing.T) {
	m := iceMesh(iceAt)
	sec := &section{key: [3]int32{}, translucent: translucentFaces(nil, m)}
	sec.ranges.translucent = m.Translucent
	v := &camera.View{Origin: [3]int32{8, 6, -7}, Eye: [3]float32{0.5, 0.5, 0.5}}
	l := &drawList{pages: make([]pageDraws, 1)}
	l.addTranslucent(sec, v)
	bases := l.pages[0].passes[PassTranslucent].bases
	if len(bases) == 0 || len(bases) >= int(m.Translucent.Count) {
		t.Fatalf("%d of %d are listed", len(bases), m.Translucent.Count)
	}
	last := float32(1e9)
	for _, b := range bases {
		p := sec.translucent[uint32(b/4)-m.Translucent.Start]
		far := float32(0)
		for a := range p.centre {
			d := p.centre[a] - float32(v.Origin[a]) - v.Eye[a]
			far += d * d
		}
		if far > last {
			t.Fatalf("%v is %v away, behind one of %v", p, far, last)
		}
		if last = far; p.face == 3 {
			t.Fatalf("%v looks away", p)
		}
	}
	flat := iceMesh(func(x, y, z int) bool { return y == 3 && x >= 0 && z >= 0 && x < 16 && z < 16 })
	if n := len(translucentFaces(nil, flat)); n != 4*16+2*256 {
		t.Errorf("%d faces of a lake", n)
	}
	flat.Translucent = scene.Range{Start: topOf(flat), Count: 256}
	if n := len(translucentFaces(sec.translucent, flat)); n != 0 {
		t.Errorf("%d faces in one plane", n)
	}
}
