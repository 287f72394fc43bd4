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
	solid := &scene.Solid{Any: true}
	for i := range solid.Columns {
		solid.Columns[i] = 1<<6 - 1 // up to a height of 5
	}
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

// TestEdgeOfLoadedLandHidesNothing: of the blocks that are known around a section, those of a neighbour that is not there hide nothing, for nothing of
// them is drawn; those of one that is there do, on the side of the eye.
func TestEdgeOfLoadedLandHidesNothing(t *testing.T) {
	asked, hidden := 0, 0
	const along = 3 // sections to the one with the blocks, which is beside the way there
	for _, c := range []struct {
		missing [3]int32 // of those between
		hides   bool
	}{{[3]int32{9, 9, 9}, true}, {[3]int32{along, 0, 0}, false}, {[3]int32{along - 1, 0, 1}, true}} {
		keys := map[[3]int32]uint16{}
		for x := range int32(along + 2) {
			for z := range int32(2) {
				if k := [3]int32{x, 0, z}; k != c.missing {
					keys[k] = scene.ConnectedAll
				}
			}
		}
		s := Sections{LeaveOutHidden: true}
		s.store = *fakeStore(keys)
		solid := &scene.Solid{Any: true}
		for x := range scene.SolidEdge {
			for z := range 2 { // the layer that touches it, and its own first one
				solid.Columns[x+scene.SolidEdge*z] = 1<<scene.SolidEdge - 1
			}
		}
		for i := range s.store.sections {
			if s.store.sections[i].key == [3]int32{along, 0, 1} {
				s.store.sections[i].solid = solid
			}
		}
		var v camera.View
		v.Set(&scene.Camera{Pos: [3]float64{8, 8, 15.5}, Yaw: math.Pi / 2, ViewDistance: 128}, 1280, 720)
		s.list.valid = false
		if s.Update(&v, true, 0); !s.Hiding() {
			t.Fatal("nothing is left out")
		}
		base := [3]float32{Side*along - 8, 0 - 8, Side - 15.5}
		low, high := base, base // what lies behind the layer of the neighbour
		for a, at := range [3][2]float32{{10, 11}, {7, 8}, {-0.4, 0.4}} {
			low[a], high[a] = low[a]+at[0], high[a]+at[1]
		}
		asked++
		got := s.Hides(low, high)
		if got {
			hidden++
		}
		if got != c.hides {
			t.Errorf("without section %v: blocks beside it hide what is behind them: %v", c.missing, got)
		}
	}
	t.Logf("%d boxes asked about, %d hidden", asked, hidden)
}
