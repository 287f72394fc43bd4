package farhorizon

import (
	"math"
	"testing"

	"voxtide/render/farcluster"
	"voxtide/render/scene"
)

// BenchmarkHorizon finds what is hidden of 36 tiles of hills beside a sea, of each of which half is in sight.
func BenchmarkHorizon(b *testing.B) {
	const cell, n = 16, 32
	heightAt := func(x, z int) float32 {
		return max(0, 60*float32(math.Sin(float64(x)/190)*math.Cos(float64(z)/170)))
	}
	var meshes []*scene.FarMesh
	for z := range 6 {
		for x := range 6 {
			meshes = append(meshes, grid(heightAt, [2]int{(x - 3) * n * cell, (z + 1) * n * cell / 2}, n, cell))
		}
	}
	var h Horizon
	var left []uint16
	for b.Loop() {
		h.Begin()
		for _, m := range meshes {
			half := len(m.Indices) / 6 * 3
			h.Add(m, [3]float32{float32(m.Origin[0]), -70, float32(m.Origin[1])}, []farcluster.Run{{First: int32(half), Count: int32(len(m.Indices) - half)}})
		}
		h.Find()
		left = left[:0]
		for i := range meshes {
			left, _ = h.Left(left, i)
		}
	}
	b.ReportMetric(float64(len(left)/3), "triangles")
}

// TestOnlyWhatCounts: a level sea, seen from above, raises no edge, a hill in it does, and corners of triangles that are not in the runs are not found.
func TestOnlyWhatCounts(t *testing.T) {
	const cell, n = 16, 8
	for _, top := range []float32{0, 40} {
		m := grid(func(x, z int) float32 {
			if x == 4*cell && z == 4*cell {
				return top
			}
			return 0
		}, [2]int{0, 0}, n, cell)
		var h Horizon
		h.Begin()
		h.Add(m, [3]float32{-64, -20, -300}, []farcluster.Run{{First: 0, Count: 6 * n * 5}}) // five rows of cells
		if (len(h.edges) > 0) != (top > 0) {
			t.Errorf("a hill of %v blocks: %d edges", top, len(h.edges))
		}
		for i, c := range h.corners {
			if row := i / (n + 1); (c.face != unknown) != (row <= 5) {
				t.Errorf("a hill of %v blocks: corner %d is of face %d", top, i, c.face)
			}
		}
	}
}
