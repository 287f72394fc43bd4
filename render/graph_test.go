package render

import (
	"fmt"
	"slices"
	"testing"

	"voxtide/chance"
	"voxtide/scene"
)

// world of sections without pages: what the walk needs.
func fakeStore(sections map[[3]int32]uint16) *store {
	s := &store{}
	s.init(0, CellsBuffer, 0)
	for key, open := range sections {
		i, ok := s.add(key)
		if !ok {
			panic("no room in the grid")
		}
		s.sections[i].open = open
		s.sections[i].page = 0
	}
	return s
}

// found returns the keys that a walk finds.
func found(s *store, v *view) (out [][3]int32) {
	var g graph
	f := v.frustum()
	g.walk(s, v, &f)
	for _, i := range g.found {
		out = append(out, s.sections[i].key)
	}
	return out
}

func TestWallsHide(t *testing.T) {
	all := map[[3]int32]uint16{}
	for x := int32(-3); x <= 3; x++ {
		for y := int32(-3); y <= 3; y++ {
			for z := int32(-8); z <= 2; z++ {
				all[[3]int32{x, y, z}] = scene.OpenAll
				if z == -4 {
					all[[3]int32{x, y, z}] = 0
				}
			}
		}
	}
	c := scene.Camera{Pos: [3]float64{8, 8, 8}, View: 200}
	var v view
	v.of(&c, 1600, 900)
	seen := found(fakeStore(all), &v)
	if !slices.Contains(seen, [3]int32{0, 0, -4}) {
		t.Error("the wall itself is not seen")
	}
	for _, k := range seen {
		if k[2] < -4 {
			t.Errorf("%v is seen through the wall", k)
		}
		if k[2] > 1 {
			t.Errorf("%v lies behind the camera", k)
		}
	}
	all[[3]int32{0, 0, -4}] = scene.PairBit(2, 3) // a tunnel from north to south
	seen = found(fakeStore(all), &v)
	if !slices.Contains(seen, [3]int32{0, 0, -8}) {
		t.Error("nothing is seen through the tunnel")
	}
	far := 0
	for i, k := range seen {
		d := abs(float32(k[0])) + abs(float32(k[1])) + abs(float32(k[2]))
		if i > 0 && int(d) < far {
			t.Fatalf("%v comes after a farther one", k)
		}
		far = int(d)
	}
}

// TestWalkFindsAllWays compares the walk with one that tries every way outwards.
func TestWalkFindsAllWays(t *testing.T) {
	r := chance.Source(t)
	for range chance.Rounds(40) {
		all := map[[3]int32]uint16{}
		for x := int32(-3); x <= 3; x++ {
			for y := int32(-3); y <= 3; y++ {
				for z := int32(-3); z <= 3; z++ {
					if r.IntN(10) > 0 {
						all[[3]int32{x, y, z}] = uint16(r.IntN(1<<15) & r.IntN(1<<15))
					}
				}
			}
		}
		c := scene.Camera{Pos: [3]float64{8, 8, 8}, View: 47, Yaw: r.Float32() * 6}
		var v view
		v.of(&c, 1600, 900)
		got := found(fakeStore(all), &v)
		f := v.frustum()
		want := map[[3]int32]bool{}
		var g graph
		var try func(at [3]int32, from int)
		try = func(at [3]int32, from int) {
			open, known := all[at]
			if known {
				want[at] = true
			} else {
				open = scene.OpenAll
			}
			for face, d := range faceSteps {
				if at[faceAxis[face]]*d[faceAxis[face]] < 0 || from >= 0 && open&scene.PairBit(from, face) == 0 {
					continue
				}
				next := [3]int32{at[0] + d[0], at[1] + d[1], at[2] + d[2]}
				if next[0]*next[0] > 9 || next[1]*next[1] > 9 || next[2]*next[2] > 9 || !g.sees(next, &v, &f) {
					continue
				}
				try(next, face^1)
			}
		}
		try([3]int32{}, -1)
		if len(got) != len(want) {
			t.Fatalf("found %d, and %d can be seen", len(got), len(want))
		}
		for _, k := range got {
			if !want[k] {
				t.Fatalf("%v found, which no way leads to", k)
			}
		}
	}
}

func TestGridGrows(t *testing.T) {
	r := chance.Source(t)
	s := &store{}
	s.init(0, CellsBuffer, 0)
	keys := map[[3]int32]bool{}
	for range 3000 {
		k := [3]int32{int32(r.IntN(120)) - 60, int32(r.IntN(80)) - 40, int32(r.IntN(120)) - 60}
		if keys[k] {
			continue
		}
		keys[k] = true
		if _, ok := s.add(k); !ok {
			t.Fatalf("no room for %v", k)
		}
	}
	for k := range keys {
		if i := s.grid.cells[s.grid.at(k)]; i == noSection || s.sections[i].key != k {
			t.Fatalf("%v is lost", k)
		}
	}
	for k := range keys {
		k[0] += gridMax * 4
		if _, ok := s.add(k); ok {
			t.Fatal("the grid holds what lies beyond its bound")
		}
		break
	}
	before := s.live
	for k := range keys {
		s.drop(k)
		s.drop(k)
	}
	if before != len(keys) || s.live != 0 {
		t.Errorf("%d held, then %d", before, s.live)
	}
}

// BenchmarkWalk walks open land seen from above: sections near the ground draw, those above are air.
func BenchmarkWalk(b *testing.B) {
	all := map[[3]int32]uint16{}
	for x := int32(-20); x <= 20; x++ {
		for z := int32(-20); z <= 20; z++ {
			for y := int32(-8); y < 24; y++ {
				all[[3]int32{x, y, z}] = scene.OpenAll
				if y < 3 {
					all[[3]int32{x, y, z}] = 0
				}
			}
		}
	}
	s := fakeStore(all)
	for i := range s.sections {
		if s.sections[i].key[1] > 4 {
			s.sections[i].page = -1
		}
	}
	for _, reach := range []float32{160, 320} {
		b.Run(fmt.Sprint(reach), func(b *testing.B) {
			c := scene.Camera{Pos: [3]float64{8, 80, 8}, View: reach}
			var v view
			v.of(&c, 1280, 720)
			f := v.frustum()
			var g graph
			b.ReportAllocs()
			for b.Loop() {
				g.walk(s, &v, &f)
			}
			b.ReportMetric(float64(len(g.found)), "found")
		})
	}
}
