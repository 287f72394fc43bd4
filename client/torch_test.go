package client

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/world"
)

// TestATorchIsCompleteInThreePictures: the light of a torch that the player places or takes away is in all meshes that it
// reaches no later than in the third picture, if workers get the time of a picture between two.
func TestATorchIsCompleteInThreePictures(t *testing.T) {
	x := newEyeOn(t, darkHills)
	x.settle()
	x.in.Do = []actions.Action{{Kind: actions.Select, Slot: 1}}
	x.settle()
	for _, do := range []string{"place", "take away"} {
		h, ok := x.cl.Target(0, -70)
		if !ok {
			t.Fatal("no ground")
		}
		a := h.Against(x.cl.World())
		if do == "take away" {
			a = actions.Action{Kind: actions.Dug, Pos: h.Pos, Aim: h.Aim}
			if b, _ := x.cl.World().Block(h.Pos); b != world.Torch {
				t.Fatalf("%v is there, no torch", b)
			}
		}
		x.in.Do = append(x.in.Do, a)
		given, begin := 0, time.Now()
		var took time.Duration
		for picture := 1; ; picture++ {
			x.picture()
			given += x.given
			if x.cl.Settled() {
				t.Logf("%s: complete in picture %d, %d meshes; the workers took %v in all", do, picture, given, took)
				if picture > 3 || given < 4 {
					t.Errorf("%s: complete in picture %d, %d meshes", do, picture, given)
				}
				break
			}
			work := time.Now()
			for len(x.cl.view.crew.ready) < x.cl.view.crew.busy() && time.Since(begin) < 10*time.Second {
				time.Sleep(100 * time.Microsecond)
			}
			took += time.Since(work)
		}
		x.agrees()
		for x.cl.Unacked() > 0 {
			x.picture()
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
