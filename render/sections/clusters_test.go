package sections

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// TestClustersHoldTheirQuads: each quad and model of random meshes lies within the box of its cluster, in the order in which clusters are drawn.
func TestClustersHoldTheirQuads(t *testing.T) {
	r := testrand.New(t)
	sec, quads := &section{}, 0
	for range testrand.Rounds(50) {
		m := &scene.Mesh{}
		addTo := func(to *scene.Range, words *[]uint32, size int) {
			to.Start = uint32(len(*words) / (4 * size))
			for range r.IntN(3 * clusterQuads) {
				for range 4 * size {
					*words = append(*words, r.Uint32())
				}
				to.Count++
			}
		}
		for f := range m.Opaque {
			addTo(&m.Opaque[f], &m.Quads, scene.QuadWords)
		}
		addTo(&m.Water, &m.Quads, scene.QuadWords) // between them, and in no cluster
		for f := range m.Cutout {
			addTo(&m.Cutout[f], &m.Quads, scene.QuadWords)
		}
		addTo(&m.ModelOpaque, &m.Models, scene.ModelWords)
		addTo(&m.ModelCutout, &m.Models, scene.ModelWords)
		sec.findClusters(m)
		at := 0
		check := func(rg scene.Range, words []uint32, size, shift int, scale, offset float32) {
			for n := range rg.Count {
				c := &sec.clusters[at+int(n)/clusterQuads]
				for v := range 4 {
					w := words[(int(rg.Start+n)*4+v)*size]
					for k := range c.low {
						p := float32(w>>(shift*k)&(1<<shift-1))*scale - offset
						if p < float32(c.low[k]) || p > float32(c.high[k]) {
							t.Fatalf("a vertex at %v along axis %d is outside of the box %v of its cluster", p, k, *c)
						}
					}
				}
				quads++
			}
			at += clustersIn(rg)
		}
		for _, rg := range m.Opaque {
			check(rg, m.Quads, scene.QuadWords, 5, 1, 0)
		}
		for _, rg := range m.Cutout {
			check(rg, m.Quads, scene.QuadWords, 5, 1, 0)
		}
		check(m.ModelOpaque, m.Models, scene.ModelWords, 10, 1./32, scene.ModelOffset/32)
		check(m.ModelCutout, m.Models, scene.ModelWords, 10, 1./32, scene.ModelOffset/32)
		if at != len(sec.clusters) {
			t.Fatalf("%d clusters instead of %d", len(sec.clusters), at)
		}
	}
	t.Logf("%d quads", quads)
}
