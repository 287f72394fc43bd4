package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/server"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// TestWalkAndBuild walks and builds over a link of 200 ms with loss: every input shows in its own frame, and nothing is
// corrected.
func TestWalkAndBuild(t *testing.T) {
	for _, link := range []memnet.Link{
		{Copies: true},
		{Delay: 100 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05, Copies: true},
		{Delay: 250 * time.Millisecond, Loss: 0.05, Burst: true, Copies: true},
	} {
		r := newHarness(t, link, server.Config{}, "")
		r.play()
		at := r.out.OwnEntity.Simulated
		r.in.Keys, r.in.Yaw = world.KeyForward, 16384
		r.run(16 * time.Millisecond)
		if r.out.OwnEntity.Simulated == at {
			t.Fatal("the step is not in the frame of the key press")
		}
		r.run(700 * time.Millisecond)
		r.in.Keys = 0
		r.run(time.Second)
		cell := world.Pos{X: int32(r.out.OwnEntity.Simulated[0]) + 2, Y: 0, Z: 4}
		r.in.Actions = []actions.Action{{Kind: actions.Place, Pos: cell, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
		r.run(16 * time.Millisecond)
		if b, _ := r.cl.World().Block(cell); b != world.Dirt || len(r.out.BlockChanges) != 1 || r.out.Inventory[0].Count != 9 {
			t.Fatalf("the block is not in the frame of the click: %v, %v", b, r.out.BlockChanges)
		}
		r.run(3 * time.Second)
		s := r.cl.Stats()
		if b, _ := r.srv.World().Block(cell); b != world.Dirt || r.cl.UnackedCount() != 0 {
			t.Fatalf("the server has %v there, %d un-acked", b, r.cl.UnackedCount())
		}
		if r.corrections() != 0 || s.InputToFrame != 1 || s.Desyncs != 0 {
			t.Fatalf("corrections %v, input to frame %d, desyncs %d", s.Corrections, s.InputToFrame, s.Desyncs)
		}
	}
}

// TestNoPredictionWaitsForTheServer: with the strategy that predicts nothing, an input shows after a round trip.
func TestNoPredictionWaitsForTheServer(t *testing.T) {
	r := newHarness(t, memnet.Link{Delay: 100 * time.Millisecond, Copies: true}, server.Config{}, "dumb")
	r.play()
	at := r.out.OwnEntity.Simulated
	r.in.Keys = world.KeyForward
	r.run(100 * time.Millisecond)
	if r.out.OwnEntity.Simulated != at {
		t.Fatal("it moved before the server can have confirmed it")
	}
	r.run(time.Second)
	if r.out.OwnEntity.Simulated == at || r.cl.Stats().InputToFrame < 12 {
		t.Fatalf("input to frame %d", r.cl.Stats().InputToFrame)
	}
}

// TestResume cuts the link for 15 s while the player builds: the actions of the first 2 s take effect afterwards, once.
func TestResume(t *testing.T) {
	link := memnet.Link{Delay: 40 * time.Millisecond, Copies: true}
	r := newHarness(t, link, server.Config{}, "")
	r.play()
	stream := r.cl.Stream()
	r.up.Cut(r.now + 15*time.Second)
	r.in.Actions = []actions.Action{{Kind: actions.Place, Pos: world.Pos{X: 6, Z: 5}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
	r.run(3 * time.Second)
	if r.cl.State() != client.Playing && r.cl.State() != client.Waiting {
		t.Fatalf("%v", r.cl.State())
	}
	r.run(30 * time.Second)
	if r.cl.State() != client.Playing || r.cl.Stream() != stream {
		t.Fatalf("%v as stream %d: %s", r.cl.State(), r.cl.Stream(), r.cl.Reason())
	}
	if b, _ := r.srv.World().Block(world.Pos{X: 6, Z: 5}); b != world.Dirt || r.srv.World().Player(stream).Slots[0].Count != 9 {
		t.Fatalf("the server has %v and %d are left", b, r.srv.World().Player(stream).Slots[0].Count)
	}
	if s := r.cl.Stats(); s.Corrections[0] != 0 || s.Desyncs != 0 {
		t.Fatalf("%+v", s)
	}
}

// TestRescueFallen drops the avatar out of the world: the server teleports it back, the client counts the correction under
// that cause, and plays on.
func TestRescueFallen(t *testing.T) {
	r := newHarness(t, memnet.Link{Delay: 50 * time.Millisecond, Copies: true}, server.Config{}, "")
	r.play()
	r.in.Keys = world.KeyForward
	r.run(time.Second)
	r.in.Keys = 0
	r.run(time.Second)
	w := r.srv.World()
	slot := w.Find(world.AvatarID(r.cl.Stream()))
	m := w.Entity(slot).Motion
	m.Pos[1] = int64(world.MinY-40) * world.Unit
	w.SetMotion(slot, w.Entity(slot).At, &m)
	r.run(3 * time.Second)
	s := r.cl.Stats()
	if r.srv.Metrics().Rescued != 1 || r.out.OwnEntity.Simulated != [3]float64{4.5, 0, 4.5} || s.Corrections[protocol.CauseServerMoved] == 0 || r.corrections() != s.Corrections[protocol.CauseServerMoved] {
		t.Fatalf("at %v after %d rescues, corrections %v", r.out.OwnEntity.Simulated, r.srv.Metrics().Rescued, s.Corrections)
	}
	r.in.Keys = world.KeyForward
	before := r.corrections()
	r.run(time.Second)
	if r.corrections() != before {
		t.Fatalf("corrections %v", r.cl.Stats().Corrections)
	}
}

// TestDesyncIsRepaired corrupts the received state, as a fault of memory or of an undo would: the server's hashes show it, and
// it is repaired, a section alone and the own avatar by a full update.
func TestDesyncIsRepaired(t *testing.T) {
	link := memnet.Link{Delay: 20 * time.Millisecond, Copies: true}
	r := newHarness(t, link, server.Config{View: 1, ViewY: 1, HashEvery: 32 * time.Millisecond}, "")
	r.play()
	r.run(2 * time.Second)
	cell := world.Pos{X: 2, Y: -1, Z: 2}
	r.cl.InspectReceived(func(w *world.World) { w.SetBlock(cell, world.Glass) })
	r.run(5 * time.Second)
	if b, _ := r.cl.World().Block(cell); b != world.Stone || r.srv.Metrics().ResendRequests != 1 || r.cl.Stats().Desyncs == 0 {
		t.Fatalf("%v is there, %d desyncs found: %s", b, r.cl.Stats().Desyncs, r.cl.Stats().FirstDesync)
	}
	r.cl.InspectReceived(func(w *world.World) {
		slot := w.Find(world.AvatarID(r.cl.Stream()))
		m := w.Entity(slot).Motion
		m.Pos[0] += world.Unit / 4
		w.SetMotion(slot, w.Entity(slot).At, &m)
	})
	r.run(5 * time.Second)
	if s := r.cl.Stats(); s.Resumes != 1 || r.cl.State() != client.Playing {
		t.Fatalf("%v, %d resumes: %s", r.cl.State(), s.Resumes, s.FirstDesync)
	}
	at := r.out.OwnEntity.Simulated[0]
	slot := r.srv.World().Find(world.AvatarID(r.cl.Stream()))
	if want := float64(r.srv.World().Entity(slot).Motion.Pos[0]) / float64(world.Unit); at != want {
		t.Fatalf("the body is at %v, want %v", at, want)
	}
}

// TestRollbackPreview: the blocks that a rollback would set are shown to the player who asked for it, part by part, in place of
// an earlier preview, and at most PreviewShownMax of them. They are not part of the state.
func TestRollbackPreview(t *testing.T) {
	r := newHarness(t, memnet.Link{Delay: 20 * time.Millisecond}, server.Config{}, "timestream")
	r.play()
	cells := make([]protocol.PreviewCell, protocol.PreviewShownMax+5)
	for i := range cells {
		cells[i] = protocol.PreviewCell{Pos: world.Pos{X: int32(i), Y: -3}, Block: world.Sand}
	}
	hash := r.srv.Hash()
	if !r.srv.ShowPreview("ann", true, cells) || r.srv.ShowPreview("eve", true, cells) {
		t.Fatal("the preview is not shown, or shown to a player who is not online")
	}
	r.run(time.Second)
	if n := len(r.out.Preview); n != protocol.PreviewShownMax || r.out.Preview[7] != (scene.PreviewBlock{Pos: [3]int32{7, -3, 0}, Block: uint16(world.Sand)}) {
		t.Fatalf("%d preview blocks, %+v", n, r.out.Preview[7])
	}
	version := r.out.PreviewVersion
	r.srv.ShowPreview("ann", true, cells[:3])
	r.srv.ShowPreview("ann", false, cells[3:4])
	r.run(time.Second)
	if r.out.PreviewVersion <= version {
		t.Fatal("another preview has the version of the one before")
	}
	if len(r.out.Preview) != 4 || r.srv.Hash() != hash {
		t.Fatalf("%d preview blocks, hash %x", len(r.out.Preview), r.srv.Hash())
	}
	r.srv.ShowPreview("ann", true, nil)
	r.run(time.Second)
	if len(r.out.Preview) != 0 {
		t.Fatalf("%d preview blocks are left", len(r.out.Preview))
	}
}
