package sections

import (
	"math"
	"testing"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// TestHidingNearABlock: opaque blocks hide what is behind them unless one is so near that the near plane may cut it, or what is hidden is to be drawn.
func TestHidingNearABlock(t *testing.T) {
	s := Sections{}
	s.store = *fakeStore(map[[3]int32]uint16{{}: scene.ConnectedAll})
	solid, columns := &scene.Solid{}, [scene.SolidColumns]uint32{}
	for i := range columns {
		columns[i] = 1<<6 - 1 // up to a height of 5
	}
	solid.SetColumns(&columns)
	s.store.sections[0].solid = solid
	for _, c := range []struct {
		height float64
		hides  bool
	}{{8, true}, {5.05, false}, {5.5, true}, {5.1, false}, {6, true}} {
		for _, leaveOut := range []bool{true, false} {
			s.LeaveOutHidden = leaveOut
			var v camera.View
			v.Set(&scene.Camera{Pos: [3]float64{8.5, c.height, 8.5}, ViewDistance: 32}, 1280, 720)
			s.list.valid = false
			s.Update(&v, true, 0)
			if got := s.Hiding(); got != (c.hides && leaveOut) {
				t.Errorf("at a height of %v, hidden land left out %v: blocks hide %v", c.height, leaveOut, got)
			}
		}
	}
}

// TestEdgeOfLoadedLandHidesNothing: a section with opaque blocks hides what is behind them, unless opaque blocks touch it on the side of the eye that
// are not there to be drawn: one sees into its own through them.
func TestEdgeOfLoadedLandHidesNothing(t *testing.T) {
	here := [3]int32{3, 1, 1} // the section with the blocks, which lies to the east of the eye, south and above
	all := func(x, y, z int) bool { return true }
	own := func(x, y, z int) bool { return max(x, y, z) < 16 && min(x, y, z) >= 0 }
	asked, hidden := 0, 0
	for _, c := range []struct {
		name    string
		opaque  func(x, y, z int) bool // of the blocks of here and those that touch it, from -1 to 16
		buried  bool
		missing [3]int32 // a section that is not there
		hides   bool
	}{
		{"all there", all, false, [3]int32{9, 9, 9}, true},
		{"all there, buried", nil, true, [3]int32{9, 9, 9}, true},
		{"no opaque block touches it", own, false, [3]int32{2, 1, 1}, true},
		{"missing before it", all, false, [3]int32{2, 1, 1}, false},
		{"missing beside it", all, false, [3]int32{3, 1, 0}, false},
		{"missing below it", all, false, [3]int32{3, 0, 1}, false},
		{"missing behind it", all, false, [3]int32{4, 1, 1}, true},
		{"missing above it", all, false, [3]int32{3, 2, 1}, true},
		{"missing before it and below", all, false, [3]int32{2, 0, 1}, false},
		{"missing beside it and below", all, false, [3]int32{3, 0, 0}, false},
		{"missing before it and above", all, false, [3]int32{2, 2, 1}, true},
		{"missing before it, one block", func(x, y, z int) bool { return own(x, y, z) || x == -1 && y == 15 && z == 0 }, false, [3]int32{2, 1, 1}, false},
		{"missing below it, one block", func(x, y, z int) bool { return own(x, y, z) || x == 15 && y == -1 && z == 0 }, false, [3]int32{3, 0, 1}, false},
		{"missing before it and below, one block", func(x, y, z int) bool { return own(x, y, z) || x == -1 && y == -1 && z == 7 }, false, [3]int32{2, 0, 1}, false},
		{"missing before it and below, none there", func(x, y, z int) bool { return own(x, y, z) || x == -1 && y == 0 }, false, [3]int32{2, 0, 1}, true},
		{"missing before it, buried", nil, true, [3]int32{2, 1, 1}, false},
		{"missing below it, buried", nil, true, [3]int32{3, 0, 1}, false},
		{"missing before it and below, buried", nil, true, [3]int32{2, 0, 1}, true},
	} {
		for _, sign := range []int32{1, -1} { // and mirrored
			keys := map[[3]int32]uint16{}
			for x := range here[0] + 2 {
				for y := range here[1] + 2 {
					for z := range here[2] + 2 {
						if k := [3]int32{x, y, z}; k != c.missing {
							keys[[3]int32{x * sign, y * sign, z * sign}] = scene.ConnectedAll
						}
					}
				}
			}
			s := Sections{LeaveOutHidden: true}
			s.store = *fakeStore(keys)
			s.store.find([3]int32{here[0] * sign, here[1] * sign, here[2] * sign}).keepSolid(solidOf(c.buried, sign, c.opaque))
			var v camera.View
			v.Set(&scene.Camera{Pos: [3]float64{8, 8, 8}, Yaw: math.Pi / 2 * float32(sign), ViewDistance: 128}, 1280, 720)
			s.list.valid = false
			if s.Update(&v, true, 0); !s.Hiding() {
				t.Fatal("nothing is left out")
			}
			var low, high [3]float32 // of a little box behind the middle of the section
			for a := range low {
				low[a] = float32(here[a] * sign * Side * 2)
				high[a] = low[a] + 1
			}
			asked++
			got := s.Hides(low, high)
			if got {
				hidden++
			}
			if got != c.hides {
				t.Errorf("%s (to the side of %d): it hides what is behind it: %v", c.name, sign, got)
			}
		}
	}
	t.Logf("%d boxes asked about, %d hidden", asked, hidden)
}

// solidOf returns which blocks of a section, and of those that touch it, are opaque, mirrored with a sign of -1.
func solidOf(buried bool, sign int32, opaque func(x, y, z int) bool) *scene.Solid {
	if buried {
		return &scene.Solid{Buried: true}
	}
	s, columns := &scene.Solid{}, [scene.SolidColumns]uint32{}
	for x := range scene.SolidEdge {
		for y := range scene.SolidEdge {
			for z := range scene.SolidEdge {
				at := [3]int{x - 1, y - 1, z - 1}
				for a := range at {
					if sign < 0 {
						at[a] = Side - 1 - at[a]
					}
				}
				if opaque(at[0], at[1], at[2]) {
					columns[x+scene.SolidEdge*z] |= 1 << y
				}
			}
		}
	}
	s.SetColumns(&columns)
	s.Any = true
	return s
}

// TestWiderLookNearABlock: an eye that stays where it is, and whose look becomes wider, until the near plane may cut a block, is hidden nothing then.
func TestWiderLookNearABlock(t *testing.T) {
	s := Sections{LeaveOutHidden: true}
	s.store = *fakeStore(map[[3]int32]uint16{{}: scene.ConnectedAll})
	solid, columns := &scene.Solid{}, [scene.SolidColumns]uint32{}
	for i := range columns {
		columns[i] = 1<<6 - 1 // up to a height of 5
	}
	solid.SetColumns(&columns)
	s.store.sections[0].solid = solid
	for i, fov := range []float32{1, 1, 1, 1, 1, 1, 1, 1, 2.4, 1} {
		var v camera.View
		v.Set(&scene.Camera{Pos: [3]float64{8.5, 5.25, 8.5}, Yaw: float32(i), FOV: fov, ViewDistance: 32}, 1280, 720)
		s.Update(&v, true, 0)
		if got, want := s.Hiding(), fov < 2; got != want {
			t.Errorf("look %d, a field of view of %v: blocks hide %v", i, fov, got)
		}
	}
}

// TestClosedLeavesBeside: closed leaves in a section beside that of the eye hide nothing, for the near plane may cut them; opaque blocks do, and closed leaves
// farther away.
func TestClosedLeavesBeside(t *testing.T) {
	for _, c := range []struct {
		x      int32
		closed bool
		hides  bool
	}{{1, false, true}, {1, true, false}, {2, true, true}} {
		keys := map[[3]int32]uint16{}
		for x := range int32(4) {
			keys[[3]int32{x, 0, 0}] = scene.ConnectedAll
		}
		s := Sections{LeaveOutHidden: true}
		s.store = *fakeStore(keys)
		sec := s.store.find([3]int32{c.x, 0, 0})
		sec.keepSolid(solidOf(false, 1, func(x, y, z int) bool { return max(x, y, z) < Side && min(x, y, z) >= 0 }))
		sec.closed = c.closed
		var v camera.View
		v.Set(&scene.Camera{Pos: [3]float64{8, 8, 8}, Yaw: math.Pi / 2, ViewDistance: 128}, 1280, 720)
		s.Update(&v, true, 0)
		at := float32(Side*c.x) + 2*Side
		if got := s.Hides([3]float32{at, 0, 0}, [3]float32{at + 1, 1, 1}); got != c.hides {
			t.Errorf("section %d, closed leaves %v: it hides what is behind: %v", c.x, c.closed, got)
		}
	}
}
