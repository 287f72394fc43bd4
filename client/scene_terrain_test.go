package client

import (
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/world"
)

import ()

// TestOwnEditsAreMeshedAtOnce: a block that the player places is in the meshes of the same frame, long before the server knows
// of it, and the server's confirmation changes no mesh.
func TestOwnEditsAreMeshedAtOnce(t *testing.T) {
	x := newDrawnClient(t)
	x.settle()
	x.agrees()
	h, ok := x.cl.Target(0, -70)
	if !ok {
		t.Fatal("no ground")
	}
	section := h.PlaceAction(x.cl.World()).Pos.Section()
	key := [3]int32{section.X, section.Y, section.Z}
	var before []uint32
	if m := x.meshes[key]; m != nil {
		before = m.Quads
	}
	x.in.Actions = append(x.in.Actions, h.PlaceAction(x.cl.World()))
	x.frame()
	if x.takenUrgent == 0 || x.meshes[key] == nil || slices.Equal(x.meshes[key].Quads, before) || x.cl.UnackedCount() == 0 {
		t.Fatalf("%d urgent meshes, %d un-acked", x.takenUrgent, x.cl.UnackedCount())
	}
	for range 8 { // light follows
		x.frame()
		for x.cl.terrain.WorkersBusy() { // the workers' time is real
			time.Sleep(100 * time.Microsecond)
		}
	}
	if x.cl.UnackedCount() == 0 {
		t.Fatal("the server was too fast for this test")
	}
	for range 60 {
		x.frame()
		if x.taken > 0 {
			t.Fatalf("%d meshes were built although nothing changed, %d actions un-acked", x.taken, x.cl.UnackedCount())
		}
	}
	if x.cl.UnackedCount() > 0 {
		t.Fatal("the server never answered")
	}
	x.agrees()
}

// TestMeshesFollowEdits builds, breaks and walks at random: all meshes are those of the blocks.
func TestMeshesFollowEdits(t *testing.T) {
	r := testrand.New(t)
	x := newDrawnClient(t)
	x.settle()
	changed := 0
	for round := range 6 {
		for n := range 80 {
			if n%8 == 0 {
				x.in.Actions = append(x.in.Actions, Teleport(r.Float64()*24-4, 4+r.Float64()*3, r.Float64()*24-4))
			}
			yaw, pitch := uint16(r.IntN(1<<16)), -20-60*r.Float64()
			if h, ok := x.cl.Target(yaw, pitch); ok {
				switch r.IntN(4) {
				case 0:
					x.in.Actions = append(x.in.Actions, h.BreakAction(actions.FinishBreak))
				case 1:
					x.in.Actions = append(x.in.Actions, actions.Action{Kind: actions.SelectSlot, Slot: uint8(r.IntN(3))})
				default:
					x.in.Actions = append(x.in.Actions, h.PlaceAction(x.cl.World()))
				}
			}
			x.in.Yaw, x.in.Keys = yaw, world.KeyFly
			changed += len(x.frame().BlockChanges)
		}
		x.in = Input{}
		if round == 3 {
			x.in.Actions = append(x.in.Actions, Teleport(40.5, 8, -20.5))
		}
		x.settle()
		x.agrees()
	}
	if changed < 8 {
		t.Errorf("only %d blocks changed", changed)
	}
}

// TestSteadyFrameAllocatesNothing: while nothing happens a frame allocates no memory, network and server included.
func TestSteadyFrameAllocatesNothing(t *testing.T) {
	x := newDrawnClient(t)
	x.settle()
	for range 300 { // so that all buffers have grown
		x.frame()
	}
	if n := testing.AllocsPerRun(200, func() { x.frame() }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// TestViewDistanceChangesLive: a larger view distance brings more sections, keeps placed blocks and stays in the session, and
// a smaller one reaches the server, too.
func TestViewDistanceChangesLive(t *testing.T) {
	x := newDrawnClient(t)
	x.cl.cfg.ViewDistance = 1
	x.settle()
	few := x.cl.World().SectionCount()
	stream := x.cl.Stream()
	h, ok := x.cl.Target(0, -70)
	if !ok {
		t.Fatal("no ground")
	}
	x.in.Actions = append(x.in.Actions, h.PlaceAction(x.cl.World()))
	x.frame()
	x.cl.SetViewDistance(2)
	x.settle()
	x.agrees()
	many := x.cl.World().SectionCount()
	if many <= few || x.cl.Stream() != stream || x.cl.Stats().Resumes != 1 || x.cl.Stats().Refused != [actions.RefusalCount]int{} {
		t.Fatalf("%d sections, then %d; stream %v, then %v; %+v", few, many, stream, x.cl.Stream(), x.cl.Stats())
	}
	if b, _ := x.cl.World().Block(h.Pos.Next(h.Face)); b == world.Air {
		t.Error("the placed block is gone")
	}
	x.cl.SetViewDistance(2)
	x.settle()
	if x.cl.Stats().Resumes != 1 {
		t.Error("the same view distance takes a new connection")
	}
}
