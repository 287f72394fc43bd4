package client

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/world"
)

// TestTorchLightIsCompleteInThreeFrames: the light of a torch that the player places or breaks is in all meshes that it
// reaches by the third frame, if workers get the time that they need between two frames.
func TestTorchLightIsCompleteInThreeFrames(t *testing.T) {
	x := newDrawnClientOn(t, darkHills)
	x.settle()
	x.in.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: 1}}
	x.settle()
	for _, do := range []string{"place", "break"} {
		h, ok := x.cl.Target(0, -70)
		if !ok {
			t.Fatal("no ground")
		}
		a := h.PlaceAction(x.cl.World())
		if do == "break" {
			a = actions.Action{Kind: actions.FinishBreak, Pos: h.Pos, Aim: h.Aim}
			if b, _ := x.cl.World().Block(h.Pos); b != world.Torch {
				t.Fatalf("%v is there, no torch", b)
			}
		}
		x.in.Actions = append(x.in.Actions, a)
		taken, begin := 0, time.Now()
		var took time.Duration
		for frame := 1; ; frame++ {
			x.frame()
			taken += x.taken
			if x.cl.TerrainMeshed() {
				t.Logf("%s: complete in frame %d, %d meshes; the workers took %v in all", do, frame, taken, took)
				if frame > 3 || taken < 4 {
					t.Errorf("%s: complete in frame %d, %d meshes", do, frame, taken)
				}
				break
			}
			work := time.Now()
			for x.cl.terrain.WorkersBusy() && time.Since(begin) < time.Minute {
				time.Sleep(100 * time.Microsecond)
			}
			took += time.Since(work)
		}
		x.agrees()
		for x.cl.UnackedCount() > 0 {
			x.frame()
		}
	}
}

// darkHills is hills without its lamps, which are brighter than a torch.
func darkHills(p world.SectionPos) *world.Section {
	s := hills(p)
	for i := range world.SectionCells {
		if s.Get(i) == world.Lamp {
			s.Set(i, world.Air)
		}
	}
	return s
}
