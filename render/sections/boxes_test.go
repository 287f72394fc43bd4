package sections

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// TestBoxesHoldTheirQuads: each quad and model of random meshes lies within its box, in the order in which quads are asked about.
func TestBoxesHoldTheirQuads(t *testing.T) {
	r := testrand.New(t)
	sec, quads := &section{}, 0
	for range testrand.Rounds(50) {
		m := &scene.Mesh{}
		addTo := func(to *scene.Range, words *[]uint32, size int) {
			to.Start = uint32(len(*words) / (4 * size))
			for range r.IntN(12) {
				for range 4 * size {
					*words = append(*words, r.Uint32())
				}
				to.Count++
			}
		}
		for f := range m.Opaque {
			addTo(&m.Opaque[f], &m.Quads, scene.QuadWords)
		}
		addTo(&m.Water, &m.Quads, scene.QuadWords) // between them, and without boxes
		for f := range m.Cutout {
			addTo(&m.Cutout[f], &m.Quads, scene.QuadWords)
		}
		addTo(&m.ModelOpaque, &m.Models, scene.ModelWords)
		addTo(&m.ModelCutout, &m.Models, scene.ModelWords)
		for d := range m.Planes {
			addTo(&m.Planes[d], &m.Models, scene.ModelWords)
		}
		sec.findBoxes(m)
		at := 0
		check := func(rg scene.Range, words []uint32, size, shift int, scale, offset float32) {
			for n := range rg.Count {
				b := &sec.boxes[at]
				for v := range 4 {
					w := words[(int(rg.Start+n)*4+v)*size]
					for k := range b.Low {
						p := float32(w>>(shift*k)&(1<<shift-1))*scale - offset
						if p < float32(b.Low[k]) || p > float32(b.High[k]) {
							t.Fatalf("a vertex at %v along axis %d is outside of the box %v of its quad", p, k, *b)
						}
					}
				}
				at++
				quads++
			}
		}
		for _, rg := range m.Opaque {
			check(rg, m.Quads, scene.QuadWords, 5, 1, 0)
		}
		for _, rg := range m.Cutout {
			check(rg, m.Quads, scene.QuadWords, 5, 1, 0)
		}
		if sec.ranges = rangesInPage(m, allocation{}); sec.firstModel() != int32(at) {
			t.Fatalf("models begin at box %d instead of %d", sec.firstModel(), at)
		}
		check(m.ModelOpaque, m.Models, scene.ModelWords, 10, 1./32, scene.ModelOffset/32)
		check(m.ModelCutout, m.Models, scene.ModelWords, 10, 1./32, scene.ModelOffset/32)
		if sec.firstPlane() != at {
			t.Fatalf("planes begin at box %d instead of %d", sec.firstPlane(), at)
		}
		for _, rg := range m.Planes {
			check(rg, m.Models, scene.ModelWords, 10, 1./32, scene.ModelOffset/32)
		}
		if at != len(sec.boxes) {
			t.Fatalf("%d boxes instead of %d", len(sec.boxes), at)
		}
	}
	t.Logf("%d quads", quads)
}
