package farhorizon

import (
	"math"
	"slices"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/render/farcluster"
	"voxtide/render/scene"
)

// randomLand is hills of random meshes around an eye, without any next to it, and the base of each mesh.
func randomLand(seed uint64) (meshes []*scene.FarMesh, bases [][3]float32) {
	const cell, n = 16, 12
	heightAt := func(x, z int) float32 {
		k := (uint64(x/cell+5000)*0x9E3779B97F4A7C15 ^ uint64(z/cell+9000)*0xC2B2AE3D27D4EB4F ^ seed) * 0xBF58476D1CE4E5B9
		return 40*float32(math.Sin(float64(x)/90+float64(seed%7))*math.Cos(float64(z)/70)) + float32(k>>40)/(1<<24)*12
	}
	for z := -3; z < 3; z++ {
		for x := -3; x < 3; x++ {
			if x < -1 || x > 0 || z < -1 || z > 0 {
				m := grid(heightAt, [2]int{x * n * cell, z * n * cell}, n, cell)
				meshes, bases = append(meshes, m), append(bases, [3]float32{float32(m.Origin[0]) - 3.5, -60, float32(m.Origin[1]) + 7.25})
			}
		}
	}
	return meshes, bases
}

// TestTurn: who looks around at one place and sees parts of the land in any order leaves out nothing that is left with all of the land, and leaves out the same as that in the end. What was
// found stays: a look at what was seen before finds nothing to do.
func TestTurn(t *testing.T) {
	r := testrand.New(t)
	all := func(m *scene.FarMesh) []farcluster.Run {
		return []farcluster.Run{{First: 0, Count: int32(len(m.Indices))}}
	}
	looks, partial := 0, 0
	var h Horizon
	for range testrand.Rounds(20) {
		meshes, bases := randomLand(r.Uint64())
		var whole Horizon
		whole.Begin()
		for i, m := range meshes {
			whole.Add(m, bases[i], all(m))
		}
		whole.Find()
		left := map[*scene.FarMesh]map[[3]uint16]bool{}
		for i, m := range meshes {
			left[m] = map[[3]uint16]bool{}
			indices, _ := whole.Left(nil, i)
			for k := 0; k < len(indices); k += 3 {
				left[m][[3]uint16(indices[k:])] = true
			}
		}
		h.Begin()
		for range 6 {
			h.Turn()
			var seen []*scene.FarMesh
			var runs [][]farcluster.Run
			for _, i := range r.Perm(len(meshes))[:1+r.IntN(len(meshes))] {
				m, some := meshes[i], []farcluster.Run(nil)
				for first := 0; first < len(m.Indices); {
					count := min(3*(1+r.IntN(60)), len(m.Indices)-first)
					if r.IntN(2) == 0 {
						some = append(some, farcluster.Run{First: int32(first), Count: int32(count)})
					}
					first += count
				}
				h.Add(m, bases[i], some)
				seen, runs = append(seen, m), append(runs, some)
			}
			h.Find()
			for i, m := range seen {
				got := map[[3]uint16]bool{}
				indices, _ := h.Left(nil, i)
				for k := 0; k < len(indices); k += 3 {
					got[[3]uint16(indices[k:])] = true
				}
				for _, run := range runs[i] {
					for k := run.First; k < run.First+run.Count; k += 3 {
						n := [3]uint16(m.Indices[k:])
						if looks++; left[m][n] && !got[n] {
							t.Fatal("a triangle is left out that is left with all of the land")
						}
						if got[n] && !left[m][n] {
							partial++
						}
					}
				}
			}
		}
		h.Turn()
		for i, m := range meshes {
			h.Add(m, bases[i], all(m))
		}
		h.Find()
		for i := range meshes {
			want, wantGround := whole.Left(nil, i)
			if got, ground := h.Left(nil, i); !slices.Equal(got, want) || ground != wantGround {
				t.Fatal("after several looks another part is left than of all at once")
			}
		}
		h.Turn()
		for i, m := range meshes {
			h.Add(m, bases[i], all(m))
		}
		if h.stale != ([4]sectors{}) {
			t.Fatal("nothing was added, and the horizon is to be found again")
		}
		h.Find()
		if got, _ := h.Left(nil, 0); len(got) > 0 != (len(left[meshes[0]]) > 0) {
			t.Fatal("a look that adds nothing shows another part")
		}
	}
	t.Logf("%d triangles looked at, %d of them hidden by what was not yet seen", looks, partial)
	if partial == 0 {
		t.Error("it made no difference what was seen")
	}
}

// TestHiddenByItsMesh: triangles that their mesh hides are left out, and nothing else for it; so they are in runs added after a turn, and once another eye begins others may be.
func TestHiddenByItsMesh(t *testing.T) {
	r := testrand.New(t)
	m := grid(func(x, z int) float32 { return float32((x*7 + z*13) % 40) }, [2]int{64, -96}, 12, 16)
	var h Horizon
	list := func() map[[3]uint16]bool {
		all := int32(len(m.Indices) / 6 * 3)
		h.Begin()
		h.Add(m, [3]float32{64, -60, -96}, []farcluster.Run{{First: 0, Count: all}})
		h.Find()
		h.Turn()
		h.Add(m, [3]float32{64, -60, -96}, []farcluster.Run{{First: 0, Count: int32(len(m.Indices))}})
		h.Find()
		indices, _ := h.Left(nil, 0)
		of := map[[3]uint16]bool{}
		for i := 0; i < len(indices); i += 3 {
			of[[3]uint16(indices[i:])] = true
		}
		return of
	}
	before, hidden := list(), 0
	for range testrand.Rounds(10) {
		for i := range len(m.Indices) / 3 {
			if r.IntN(3) == 0 {
				m.Hide(int32(i))
			}
		}
		after := list()
		for i := 0; i < len(m.Indices); i += 3 {
			switch n := [3]uint16(m.Indices[i:]); {
			case m.Hides(int32(i / 3)):
				if hidden++; after[n] {
					t.Fatalf("triangle %d is hidden, and drawn", i/3)
				}
			case before[n] && !after[n]:
				t.Fatalf("triangle %d is not hidden, and not drawn any more", i/3)
			}
		}
		clear(m.Hidden)
	}
	if after := list(); len(after) != len(before) || hidden == 0 {
		t.Errorf("%d triangles are left, %d before; %d were hidden meanwhile", len(after), len(before), hidden)
	}
	t.Logf("%d triangles are left; %d were hidden", len(before), hidden)
}
