package farhorizon

import (
	"math"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/farcluster"
	"voxtide/render/scene"
)

// grid is random land of n by n cells, with a piece of it that has colours of its own.
func grid(heightAt func(x, z int) float32, origin [2]int, n, cell int) *scene.FarMesh {
	m := &scene.FarMesh{Origin: [2]int32{int32(origin[0]), int32(origin[1])}, Width: int32(n * cell)}
	for z := range n + 1 {
		for x := range n + 1 {
			y := int16(heightAt(origin[0]+x*cell, origin[1]+z*cell) * scene.FarHeightUnits)
			m.Vertices = append(m.Vertices, uint32(x*cell)|uint32(z*cell)<<16, uint32(uint16(y)), 0)
		}
	}
	for z := range n {
		for x := range n {
			a := uint16(x + z*(n+1))
			b, c, d := a+1, a+uint16(n)+1, a+uint16(n)+2
			m.Indices = append(m.Indices, a, c, b, b, c, d)
		}
	}
	m.Own = len(m.Indices) / 4 / 3 * 3
	return m
}

// heightOn returns the height of the triangles of grid at a place.
func heightOn(heightAt func(x, z int) float32, cell int, x, z float64) float64 {
	i, k := math.Floor(x/float64(cell)), math.Floor(z/float64(cell))
	fx, fz := x/float64(cell)-i, z/float64(cell)-k
	h := func(dx, dz int) float64 {
		return float64(int16(heightAt((int(i)+dx)*cell, (int(k)+dz)*cell)*scene.FarHeightUnits)) / scene.FarHeightUnits
	}
	if fx+fz <= 1 {
		return h(0, 0) + (h(1, 0)-h(0, 0))*fx + (h(0, 1)-h(0, 0))*fz
	}
	return h(1, 1) + (h(0, 1)-h(1, 1))*(1-fx) + (h(1, 0)-h(1, 1))*(1-fz)
}

// TestHiddenIsNotSeen: over random land, from random eyes, each line of sight to a point of a triangle that is left out passes through land before, or comes from behind the
// triangle. The order in which meshes are added does not count, and of a mountainous land a good part is left out.
func TestHiddenIsNotSeen(t *testing.T) {
	r := testrand.New(t)
	triangles, away, hidden, lines := 0, 0, 0, 0
	for range testrand.Rounds(6) {
		seed, steep := r.Uint64(), 10+80*r.Float32()
		const cell, n = 16, 12
		heightAt := func(x, z int) float32 {
			k := uint64(x/cell+5000)*0x9E3779B97F4A7C15 ^ uint64(z/cell+9000)*0xC2B2AE3D27D4EB4F ^ seed
			k = (k ^ k>>29) * 0xBF58476D1CE4E5B9
			wave := float32(math.Sin(float64(x)/90+float64(seed%7)) * math.Cos(float64(z)/70))
			return steep * (wave + float32(k>>40)/(1<<24)*0.4)
		}
		eye := [3]float64{r.Float64()*40 - 20, float64(steep)*1.5*r.Float64() + float64(steep), r.Float64()*40 - 20}
		var meshes []*scene.FarMesh
		for z := -3; z < 3; z++ {
			for x := -3; x < 3; x++ {
				if x < -1 || x > 0 || z < -1 || z > 0 { // around the eye is none
					meshes = append(meshes, grid(heightAt, [2]int{x * n * cell, z * n * cell}, n, cell))
				}
			}
		}
		left := func() (of map[*scene.FarMesh][]uint16) {
			var h Horizon
			h.Begin()
			for _, m := range meshes {
				h.Add(m, [3]float32{float32(float64(m.Origin[0]) - eye[0]), float32(-eye[1]), float32(float64(m.Origin[1]) - eye[2])}, []farcluster.Run{{First: 0, Count: int32(len(m.Indices))}})
			}
			h.Find()
			of = map[*scene.FarMesh][]uint16{}
			for i, m := range meshes {
				indices, ground := h.Left(nil, i)
				of[m] = indices
				for k := 0; k < len(indices); k += 3 { // the ground first: those of an own colour are the last quarter of grid's
					if own := cellOf(m, indices[k:k+3]) >= (len(m.Indices)-m.Own)/3; own != (k >= ground) {
						t.Fatalf("of %d indices %d are ground, and triangle %d is not", len(indices), ground, k/3)
					}
				}
			}
			return of
		}
		got := left()
		r.Shuffle(len(meshes), func(i, k int) { meshes[i], meshes[k] = meshes[k], meshes[i] })
		again := left()
		for _, m := range meshes {
			if !slices.Equal(got[m], again[m]) {
				t.Fatal("the order of the meshes counts")
			}
			drawn := map[[3]uint16]bool{}
			for i := 0; i < len(got[m]); i += 3 {
				drawn[[3]uint16(got[m][i:])] = true
			}
			for i := 0; i < len(m.Indices); i += 3 {
				n := [3]uint16(m.Indices[i:])
				if triangles++; drawn[n] {
					continue
				}
				var p [3][3]float64
				for k, v := range n {
					w := m.Vertices[int(v)*scene.FarVertexWords:]
					p[k] = [3]float64{float64(m.Origin[0]) + float64(w[0]&0xFFFF), float64(int16(w[1])) / scene.FarHeightUnits, float64(m.Origin[1]) + float64(w[0]>>16)}
				}
				if behind(p, eye) {
					away++
					continue
				}
				hidden++
				for range 6 {
					a, b := r.Float64(), r.Float64()
					if a+b > 1 {
						a, b = 1-a, 1-b
					}
					var to [3]float64
					for k := range to {
						to[k] = p[0][k] + a*(p[1][k]-p[0][k]) + b*(p[2][k]-p[0][k])
					}
					blocked := false
					for s := 0.0; s < 1 && !blocked; s += 0.0005 {
						x, y, z := eye[0]+s*(to[0]-eye[0]), eye[1]+s*(to[1]-eye[1]), eye[2]+s*(to[2]-eye[2])
						if max(math.Abs(x), math.Abs(z)) >= n0*cell {
							blocked = y < heightOn(heightAt, cell, x, z)-1e-6
						}
					}
					if lines++; !blocked {
						t.Fatalf("from %v the triangle %v is seen, and left out", eye, p)
					}
				}
			}
		}
	}
	t.Logf("%d triangles: %d turned away, %d hidden, by %d lines of sight", triangles, away, hidden, lines)
	if hidden < triangles/8 || away < triangles/8 {
		t.Error("hardly anything is left out")
	}
}

// n0 is how many cells around the middle have no land on each side.
const n0 = 12

// cellOf returns the number of a triangle of grid.
func cellOf(m *scene.FarMesh, n []uint16) int {
	for i := 0; i < len(m.Indices); i += 3 {
		if slices.Equal(m.Indices[i:i+3], n) {
			return i / 3
		}
	}
	return -1
}

// behind reports whether a place is behind a triangle.
func behind(p [3][3]float64, at [3]float64) bool {
	var a, b, c [3]float64
	for k := range at {
		a[k], b[k], c[k] = p[1][k]-p[0][k], p[2][k]-p[0][k], at[k]-p[0][k]
	}
	return (a[1]*b[2]-a[2]*b[1])*c[0]+(a[2]*b[0]-a[0]*b[2])*c[1]+(a[0]*b[1]-a[1]*b[0])*c[2] <= 1e-3
}

// TestThin: of triangles that look away, those are kept that are so thin, as they are seen, that rounding may turn them.
func TestThin(t *testing.T) {
	m := &scene.FarMesh{FarTriangles: scene.FarTriangles{Indices: []uint16{0, 2, 1}}}
	for _, at := range [][2]uint32{{0, 0}, {20, 0}, {0, 20}} {
		m.Vertices = append(m.Vertices, at[0]|at[1]<<16, 0, 0)
	}
	for _, c := range []struct {
		over float32 // the eye, in blocks
		kept bool
	}{{over: -1, kept: true}, {over: 0.02, kept: true}, {over: 0.06, kept: true}, {over: 0.4}, {over: 5}} {
		for _, x := range []float32{-10, -118, 90} {
			var h Horizon
			h.Begin()
			h.Add(m, [3]float32{x, c.over, -120}, []farcluster.Run{{First: 0, Count: 3}})
			h.Find()
			if left, _ := h.Left(nil, 0); len(left) > 0 != c.kept {
				t.Errorf("a level triangle %v blocks over the eye, at %v: %d indices are left", c.over, x, len(left))
			}
		}
	}
}
