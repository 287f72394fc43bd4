package sections

import (
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
