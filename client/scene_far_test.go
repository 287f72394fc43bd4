package client

import (
	"testing"

	"voxtide/world"
)

// TestFarLandIsOfferedInsideBlocks: while the eye is inside a block land beyond the view is offered to the renderer as before, which would
// forget all of it else.
func TestFarLandIsOfferedInsideBlocks(t *testing.T) {
	x := newDrawnClient(t)
	x.cl.SetFarReach(512)
	x.in.Keys = world.KeyFly
	x.settle()
	inside, outside := 0, 0
	for round := range 8 {
		y := 12.0
		if round%2 == 1 {
			y = -12
		}
		x.in.Actions = append(x.in.Actions, Teleport(7.5, y, 7.5))
		for range 60 {
			sc := x.frame()
			if sc.Camera.InsideBlock {
				inside++
			} else {
				outside++
			}
			if sc.Far == nil {
				t.Fatalf("round %d: no far land is offered at %v, inside a block: %v", round, sc.Camera.Pos, sc.Camera.InsideBlock)
			}
		}
	}
	if inside < 50 || outside < 50 {
		t.Fatalf("%d frames inside a block, %d outside", inside, outside)
	}
	t.Logf("%d frames inside a block, %d outside", inside, outside)
}
