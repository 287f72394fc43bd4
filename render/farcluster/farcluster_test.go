package farcluster

import (
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/scene"
)

// TestClusters: of random meshes each triangle lies within the box of its cluster, Find asks about each cluster once, and the runs hold all triangles of
// the clusters that may be seen, in order, each once, and of no others.
func TestClusters(t *testing.T) {
	r := testrand.New(t)
	triangles, seenOnes := 0, 0
	for range testrand.Rounds(300) {
		m := &scene.FarMesh{}
		for range 3 + r.IntN(300) {
			m.Vertices = append(m.Vertices, uint32(r.IntN(1025))|uint32(r.IntN(1025))<<16, uint32(uint16(int16(r.IntN(8000)-3000))), 0)
		}
		n := 3 * r.IntN(900)
		for range n {
			m.Indices = append(m.Indices, uint16(r.IntN(len(m.Vertices)/scene.FarVertexWords)))
		}
		c := New(m.Vertices, m.Indices)
		base := [3]float32{float32(r.IntN(99)), float32(r.IntN(99)), float32(r.IntN(99))}
		var want []bool
		part := r.IntN(5)
		c.Find(base, func(low, high [3]float32) bool {
			from := len(want) * 3 * Triangles
			for _, i := range m.Indices[from:min(from+3*Triangles, n)] {
				w := m.Vertices[int(i)*scene.FarVertexWords:]
				at := [3]float32{float32(w[0] & 0xFFFF), float32(int16(w[1]&0xFFFF)) / scene.FarHeightUnits, float32(w[0] >> 16)}
				for k := range at {
					if p := base[k] + at[k]; p < low[k] || p > high[k] {
						t.Fatalf("%v is not within %v to %v", p, low, high)
					}
				}
			}
			want = append(want, r.IntN(4) < part)
			return want[len(want)-1]
		})
		if len(want) != (n/3+Triangles-1)/Triangles {
			t.Fatalf("%d clusters of %d triangles", len(want), n/3)
		}
		end, drawn := int32(0), make([]bool, n/3)
		for _, run := range c.Runs(nil, n) {
			if run.First < end || run.Count <= 0 || run.First+run.Count > int32(n) || run.First%3 != 0 || run.Count%3 != 0 {
				t.Fatalf("%+v after %d, of %d", run, end, n)
			}
			end = run.First + run.Count
			for i := run.First / 3; i < end/3; i++ {
				drawn[i] = true
			}
		}
		for i, d := range drawn {
			in := want[i/Triangles]
			if triangles++; in {
				seenOnes++
			}
			if in != d {
				t.Fatalf("triangle %d: seen %v, drawn %v", i, in, d)
			}
		}
	}
	if seenOnes == 0 || seenOnes == triangles {
		t.Error("too little was tried")
	}
	t.Logf("%d triangles, %d of them seen", triangles, seenOnes)
}
