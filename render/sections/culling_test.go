package sections

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/internal/testrand"
	"voxtide/render/camera"
	"voxtide/render/scene"
)

// fakeStore returns a store of sections without pages, by their connected faces.
func fakeStore(sections map[[3]int32]uint16) *sectionStore {
	s := &sectionStore{}
	s.init(0, LightStorageBuffer, 0)
	for key, open := range sections {
		i, ok := s.add(key)
		if !ok {
			panic("no room in the grid")
		}
		s.sections[i].connected = open
		s.sections[i].page = 0
	}
	return s
}

// visibleKeys returns the keys of the sections that a walk finds.
func visibleKeys(s *sectionStore, v *camera.View) (out [][3]int32) {
	var g sectionWalk
	f := v.Frustum()
	g.walk(s, v, &f)
	for _, i := range g.visible {
		out = append(out, s.sections[i].key)
	}
	return out
}

// TestWallsCull: a wall of sections hides the sections behind it, but for a tunnel.
func TestWallsCull(t *testing.T) {
	all := map[[3]int32]uint16{}
	for x := int32(-3); x <= 3; x++ {
		for y := int32(-3); y <= 3; y++ {
			for z := int32(-8); z <= 2; z++ {
				all[[3]int32{x, y, z}] = scene.ConnectedAll
				if z == -4 {
					all[[3]int32{x, y, z}] = 0
				}
			}
		}
	}
	c := scene.Camera{Pos: [3]float64{8, 8, 8}, ViewDistance: 200}
	var v camera.View
	v.Set(&c, 1600, 900)
	seen := visibleKeys(fakeStore(all), &v)
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
	all[[3]int32{0, 0, -4}] = scene.FacePairBit(2, 3) // a tunnel from north to south
	seen = visibleKeys(fakeStore(all), &v)
	if !slices.Contains(seen, [3]int32{0, 0, -8}) {
		t.Error("nothing is seen through the tunnel")
	}
	far := 0
	for i, k := range seen {
		d := mgl32.Abs(float32(k[0])) + mgl32.Abs(float32(k[1])) + mgl32.Abs(float32(k[2]))
		if i > 0 && int(d) < far {
			t.Fatalf("%v comes after a farther one", k)
		}
		far = int(d)
	}
}

// TestWalkFindsAllPaths compares the walk with a search that tries every path outwards.
func TestWalkFindsAllPaths(t *testing.T) {
	r := testrand.New(t)
	for range testrand.Rounds(40) {
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
		c := scene.Camera{Pos: [3]float64{8, 8, 8}, ViewDistance: 47, Yaw: r.Float32() * 6}
		var v camera.View
		v.Set(&c, 1600, 900)
		got := visibleKeys(fakeStore(all), &v)
		f := v.Frustum()
		want := map[[3]int32]bool{}
		var g sectionWalk
		var try func(at [3]int32, from int)
		try = func(at [3]int32, from int) {
			open, known := all[at]
			if known {
				want[at] = true
			} else {
				open = scene.ConnectedAll
			}
			open &^= slantedPairs(at, &v)
			for face, d := range scene.FaceNormals {
				if at[scene.FaceAxis[face]]*d[scene.FaceAxis[face]] < 0 || from >= 0 && open&scene.FacePairBit(from, face) == 0 {
					continue
				}
				next := [3]int32{at[0] + d[0], at[1] + d[1], at[2] + d[2]}
				if next[0]*next[0] > 9 || next[1]*next[1] > 9 || next[2]*next[2] > 9 || !g.inView(next, &v, &f) {
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
				t.Fatalf("%v found, to which no path leads", k)
			}
		}
	}
}

// TestWalkFollowsSight: the walk finds every section that a straight line from the eye reaches through connected faces, from
// every position of the eye within the slack of the list.
func TestWalkFollowsSight(t *testing.T) {
	r := testrand.New(t)
	const span = 5 // sections to each side
	lines, far := 0, 0
	for range testrand.Rounds(60) {
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
		c := scene.Camera{ViewDistance: 2 * span * Side, Yaw: r.Float32() * 6, Pitch: r.Float32()*2 - 1}
		for a := range c.Pos {
			c.Pos[a] = 1 + 14*r.Float64()
		}
		var v camera.View
		v.Set(&c, 1600, 900)
		seen := map[[3]int32]bool{}
		for _, k := range visibleKeys(fakeStore(all), &v) {
			seen[k] = true
		}
		for range 400 {
			eye := c.Pos
			for a := range eye {
				eye[a] += (2*r.Float64() - 1) * camera.SlackMove
			}
			aim := v.Rotation().Mat3().Transpose().Mul3x1(mgl32.Vec3{r.Float32()*1.8 - 0.9, r.Float32() - 0.5, -0.75})
			lines++
			at, from := [3]int32{}, -1
			for {
				if _, known := all[at]; known && !seen[at] {
					t.Fatalf("camera %+v: a line from %v along %v gets to %v, which is not found", c, eye, aim, at)
				}
				face, ok := exitFace(at, eye, aim)
				open, known := all[at]
				if !known {
					open = scene.ConnectedAll
				}
				if !ok || from >= 0 && open&scene.FacePairBit(from, face) == 0 {
					break
				}
				at[scene.FaceAxis[face]] += scene.FaceNormals[face][scene.FaceAxis[face]]
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

// exitFace returns the face through which a line leaves a section; ok is false if the line is too near to an edge.
func exitFace(at [3]int32, eye [3]float64, aim mgl32.Vec3) (face int, ok bool) {
	first, second := math.Inf(1), math.Inf(1)
	for a := range at {
		border, f := float64(at[a]*Side), 0
		if aim[a] > 0 {
			border, f = border+Side, 1
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

// TestSlantedPairs: a section is closed for slanted pairs of faces, in all directions alike, and never along the line of sight.
func TestSlantedPairs(t *testing.T) {
	v := &camera.View{Eye: mgl32.Vec3{8, 8, 8}}
	for _, c := range []struct {
		key  [3]int32
		want uint16
	}{
		{[3]int32{0, 0, 0}, 0},
		{[3]int32{0, 0, -4}, oppositePairs[0] | oppositePairs[1]},
		{[3]int32{4, 0, 0}, oppositePairs[1] | oppositePairs[2]},
		{[3]int32{0, 4, 0}, oppositePairs[0] | oppositePairs[2]},
		{[3]int32{-4, -4, 0}, oppositePairs[2]},
		{[3]int32{-4, -4, 4}, 0},
		{[3]int32{-5, -4, 4}, oppositePairs[1] | oppositePairs[2]},
	} {
		if got := slantedPairs(c.key, v); got != c.want {
			t.Errorf("%v: closed for %015b and not %015b", c.key, got, c.want)
		}
	}
}

// TestGridGrows: sections that are far apart get cells of their own, up to the bound of the grid.
func TestGridGrows(t *testing.T) {
	r := testrand.New(t)
	s := &sectionStore{}
	s.init(0, LightStorageBuffer, 0)
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
		if i := s.grid.cells[s.grid.index(k)]; i == emptyCell || s.sections[i].key != k {
			t.Fatalf("%v is lost", k)
		}
	}
	for k := range keys {
		k[0] += gridSideMax * 4
		if _, ok := s.add(k); ok {
			t.Fatal("the grid holds a section beyond its bound")
		}
		break
	}
	before := s.count
	for k := range keys {
		s.remove(k)
		s.remove(k)
	}
	if before != len(keys) || s.count != 0 {
		t.Errorf("%d held, then %d", before, s.count)
	}
}

// BenchmarkWalk walks open terrain seen from above: sections near the ground draw, sections above are air.
func BenchmarkWalk(b *testing.B) {
	all := map[[3]int32]uint16{}
	for x := int32(-20); x <= 20; x++ {
		for z := int32(-20); z <= 20; z++ {
			for y := int32(-8); y < 24; y++ {
				all[[3]int32{x, y, z}] = scene.ConnectedAll
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
			c := scene.Camera{Pos: [3]float64{8, 80, 8}, ViewDistance: reach}
			var v camera.View
			v.Set(&c, 1280, 720)
			f := v.Frustum()
			var g sectionWalk
			b.ReportAllocs()
			for b.Loop() {
				g.walk(s, &v, &f)
			}
			b.ReportMetric(float64(len(g.visible)), "found")
		})
	}
}
