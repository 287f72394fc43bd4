package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

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
			open &^= slanted(at, &v)
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

// TestWalkFollowsSight: whatever a straight line from the eye gets to through sections that are open from side to side is
// found, from wherever in the slack of the list the eye is.
func TestWalkFollowsSight(t *testing.T) {
	r := chance.Source(t)
	const span = 5 // sections to each side
	lines, far := 0, 0
	for range chance.Rounds(60) {
		all := map[[3]int32]uint16{}
		for x := int32(-span); x <= span; x++ {
			for y := int32(-span); y <= span; y++ {
				for z := int32(-span); z <= span; z++ {
					if r.IntN(12) > 0 {
						all[[3]int32{x, y, z}] = uint16(r.IntN(1<<15) | r.IntN(1<<15) | r.IntN(1<<15))
					}
				}
			}
		}
		c := scene.Camera{View: 2 * span * sectionSide, Yaw: r.Float32() * 6, Pitch: r.Float32()*2 - 1}
		for a := range c.Pos {
			c.Pos[a] = 1 + 14*r.Float64()
		}
		var v view
		v.of(&c, 1600, 900)
		seen := map[[3]int32]bool{}
		for _, k := range found(fakeStore(all), &v) {
			seen[k] = true
		}
		for range 400 {
			eye := c.Pos
			for a := range eye {
				eye[a] += (2*r.Float64() - 1) * slackMove
			}
			aim := v.turned().Mat3().Transpose().Mul3x1(mgl32.Vec3{r.Float32()*1.8 - 0.9, r.Float32() - 0.5, -0.75})
			lines++
			at, from := [3]int32{}, -1
			for {
				if _, known := all[at]; known && !seen[at] {
					t.Fatalf("camera %+v: a line from %v along %v gets to %v, which is not found", c, eye, aim, at)
				}
				face, ok := outOf(at, eye, aim)
				open, known := all[at]
				if !known {
					open = scene.OpenAll
				}
				if !ok || from >= 0 && open&scene.PairBit(from, face) == 0 {
					break
				}
				at[faceAxis[face]] += faceSteps[face][faceAxis[face]]
				from = face ^ 1
				if at[0]*at[0] > 16 || at[1]*at[1] > 16 || at[2]*at[2] > 16 {
					far++
					break
				}
			}
		}
	}
	if far*20 < lines {
		t.Errorf("only %d of %d lines get far", far, lines)
	}
}

// outOf returns the face by which a line leaves a section; ok is false where it is too near to an edge to tell.
func outOf(at [3]int32, eye [3]float64, aim mgl32.Vec3) (face int, ok bool) {
	first, second := math.Inf(1), math.Inf(1)
	for a := range at {
		border, f := float64(at[a]*sectionSide), 0
		if aim[a] > 0 {
			border, f = border+sectionSide, 1
		}
		way := math.Inf(1)
		if aim[a] != 0 {
			way = (border - eye[a]) / float64(aim[a])
		}
		if way < first {
			first, second, face = way, first, []int{4, 0, 2}[a]|f
		} else if way < second {
			second = way
		}
	}
	return face, second-first > 1e-4
}

// TestSlanted: what a section is closed for, it is closed for in all directions alike, and never along the line of sight.
func TestSlanted(t *testing.T) {
	v := &view{eye: mgl32.Vec3{8, 8, 8}}
	for _, c := range []struct {
		key  [3]int32
		want uint16
	}{
		{[3]int32{0, 0, 0}, 0},
		{[3]int32{0, 0, -4}, alongAxis[0] | alongAxis[1]},
		{[3]int32{4, 0, 0}, alongAxis[1] | alongAxis[2]},
		{[3]int32{0, 4, 0}, alongAxis[0] | alongAxis[2]},
		{[3]int32{-4, -4, 0}, alongAxis[2]},
		{[3]int32{-4, -4, 4}, 0},
		{[3]int32{-5, -4, 4}, alongAxis[1] | alongAxis[2]},
	} {
		if got := slanted(c.key, v); got != c.want {
			t.Errorf("%v: closed for %015b and not %015b", c.key, got, c.want)
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
