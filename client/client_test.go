package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/world"
)

// flat is a land of stone below height 0.
func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// room is a server and one client with a link between them, all in virtual time.
type room struct {
	t   testing.TB
	net *transport.Net
	srv *server.Server
	cl  *client.Client
	in  client.Input
	now time.Duration
	// stood is how long the server's machine stood still, and its clock with it.
	stood time.Duration
	up    *transport.Mem
	out   *scene.Scene
}

func newRoom(t testing.TB, link transport.Link, cfg server.Config, strategy string) *room {
	r := &room{t: t, net: transport.NewNet(1)}
	cfg.Generate = flat
	cfg.Spawn = func(i int) world.Vec { return world.Middle(world.Pos{X: int32(4 + 3*i), Z: 4}) }
	cfg.Inventory = []world.Stack{{Block: world.Dirt, Count: 10}}
	srv, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.srv = srv
	r.cl = client.New(client.Config{Name: "ann", Check: true, Every: true, Strategy: strategy, Dial: func() transport.Conn {
		near, far := r.net.Pair(link, link)
		r.up = near
		r.srv.Accept(far)
		return near
	}})
	return r
}

// run lets time pass, a step and a picture every 16 ms.
func (r *room) run(d time.Duration) {
	r.t.Helper()
	for end := r.now + d; r.now < end; {
		r.now += 16 * time.Millisecond
		r.net.Advance(r.now)
		r.srv.Step(r.now - r.stood)
		r.net.Advance(r.now)
		r.out = r.cl.Picture(r.now, r.in)
		r.in.Do = nil
		if s := r.cl.Stats(); s.Broken != "" {
			r.t.Fatal(s.Broken)
		}
	}
}

// play runs until the client plays and its surroundings have come.
func (r *room) play() {
	r.t.Helper()
	for range 1000 {
		r.run(16 * time.Millisecond)
		if s := r.cl.Stream(); s != 0 && r.cl.State() == client.Playing {
			w := r.cl.World()
			if slot := w.Find(world.AvatarID(s)); slot != world.NoSlot && w.Entity(slot).Motion.Flags&(world.Still|world.OnGround) == world.OnGround {
				return
			}
		}
	}
	w := r.cl.World()
	r.t.Logf("%d sections here, %+v", w.SectionCount(), r.cl.Stats())
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		r.t.Logf("stream %d at %d with %d subscriptions", st.Stream, st.Stamp, len(st.Subs))
		for _, b := range w.Bodies(st.Stream) {
			r.t.Logf("%+v", w.Entity(b))
		}
	}
	r.t.Fatalf("the client is %v (%s) after %v", r.cl.State(), r.cl.Reason(), r.now)
}

func (r *room) corrections() (n int) {
	for _, c := range r.cl.Stats().Corrections {
		n += c
	}
	return n
}

// TestWalkAndBuild is the whole way once, at 200 ms with loss: what is pressed shows in the same picture, and nothing is
// corrected.
func TestWalkAndBuild(t *testing.T) {
	for _, link := range []transport.Link{
		{Copies: true},
		{Delay: 100 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05, Copies: true},
		{Delay: 250 * time.Millisecond, Loss: 0.05, Burst: true, Copies: true},
	} {
		r := newRoom(t, link, server.Config{}, "")
		r.play()
		at := r.out.Own.Ghost
		r.in.Keys, r.in.Yaw = world.KeyForward, 16384
		r.run(16 * time.Millisecond)
		if r.out.Own.Ghost == at {
			t.Fatal("the step is not in the picture of the press")
		}
		r.run(700 * time.Millisecond)
		r.in.Keys = 0
		r.run(time.Second)
		cell := world.Pos{X: int32(r.out.Own.Ghost[0]) + 2, Y: 0, Z: 4}
		r.in.Do = []actions.Action{{Kind: actions.Place, Pos: cell, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
		r.run(16 * time.Millisecond)
		if b, _ := r.cl.World().Block(cell); b != world.Dirt || len(r.out.Blocks) != 1 || r.out.Slots[0].Count != 9 {
			t.Fatalf("the block is not in the picture of the click: %v, %v", b, r.out.Blocks)
		}
		r.run(3 * time.Second)
		s := r.cl.Stats()
		if b, _ := r.srv.World().Block(cell); b != world.Dirt || r.cl.Unacked() != 0 {
			t.Fatalf("the server has %v there, %d un-acked", b, r.cl.Unacked())
		}
		if r.corrections() != 0 || s.InputToPicture != 1 || s.Desyncs != 0 {
			t.Fatalf("corrections %v, input to picture %d, desyncs %d", s.Corrections, s.InputToPicture, s.Desyncs)
		}
	}
}

// TestDumbWaits proves that the interface of strategies is real: without prediction the same click waits a round trip.
func TestDumbWaits(t *testing.T) {
	r := newRoom(t, transport.Link{Delay: 100 * time.Millisecond, Copies: true}, server.Config{}, "dumb")
	r.play()
	at := r.out.Own.Ghost
	r.in.Keys = world.KeyForward
	r.run(100 * time.Millisecond)
	if r.out.Own.Ghost != at {
		t.Fatal("it moved before the server can have known")
	}
	r.run(time.Second)
	if r.out.Own.Ghost == at || r.cl.Stats().InputToPicture < 12 {
		t.Fatalf("input to picture %d", r.cl.Stats().InputToPicture)
	}
}

// TestResume cuts the link for 15 s while the player builds: what was done in the first 2 s is there afterwards, once.
func TestResume(t *testing.T) {
	link := transport.Link{Delay: 40 * time.Millisecond, Copies: true}
	r := newRoom(t, link, server.Config{}, "")
	r.play()
	stream := r.cl.Stream()
	r.up.Cut(r.now + 15*time.Second)
	r.in.Do = []actions.Action{{Kind: actions.Place, Pos: world.Pos{X: 6, Z: 5}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
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

// TestRescue drops the avatar out of the world: the server brings it back, the client says who moved it, and plays on.
func TestRescue(t *testing.T) {
	r := newRoom(t, transport.Link{Delay: 50 * time.Millisecond, Copies: true}, server.Config{}, "")
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
	if r.srv.Metrics().Rescued != 1 || r.out.Own.Ghost != [3]float64{4.5, 0, 4.5} || s.Corrections[predict.CauseMoved] == 0 || r.corrections() != s.Corrections[predict.CauseMoved] {
		t.Fatalf("at %v after %d rescues, corrections %v", r.out.Own.Ghost, r.srv.Metrics().Rescued, s.Corrections)
	}
	r.in.Keys = world.KeyForward
	before := r.corrections()
	r.run(time.Second)
	if r.corrections() != before {
		t.Fatalf("corrections %v", r.cl.Stats().Corrections)
	}
}

// TestDesyncIsFoundAndMended spoils what a client has received, as a fault of memory or of an undo would: the server's
// hashes show it, and it is mended, a section alone and the own avatar by the whole state.
func TestDesyncIsFoundAndMended(t *testing.T) {
	link := transport.Link{Delay: 20 * time.Millisecond, Copies: true}
	r := newRoom(t, link, server.Config{View: 1, ViewY: 1, HashEvery: 32 * time.Millisecond}, "")
	r.play()
	r.run(2 * time.Second)
	cell := world.Pos{X: 2, Y: -1, Z: 2}
	r.cl.Received(func(w *world.World) { w.SetBlock(cell, world.Glass) })
	r.run(5 * time.Second)
	if b, _ := r.cl.World().Block(cell); b != world.Stone || r.srv.Metrics().Again != 1 || r.cl.Stats().Desyncs == 0 {
		t.Fatalf("%v is there, %d desyncs found: %s", b, r.cl.Stats().Desyncs, r.cl.Stats().FirstDesync)
	}
	r.cl.Received(func(w *world.World) {
		slot := w.Find(world.AvatarID(r.cl.Stream()))
		m := w.Entity(slot).Motion
		m.Pos[0] += world.Unit / 4
		w.SetMotion(slot, w.Entity(slot).At, &m)
	})
	r.run(5 * time.Second)
	if s := r.cl.Stats(); s.Resumes != 1 || r.cl.State() != client.Playing {
		t.Fatalf("%v, %d resumes: %s", r.cl.State(), s.Resumes, s.FirstDesync)
	}
	at := r.out.Own.Ghost[0]
	slot := r.srv.World().Find(world.AvatarID(r.cl.Stream()))
	if want := float64(r.srv.World().Entity(slot).Motion.Pos[0]) / float64(world.Unit); at != want {
		t.Fatalf("the body is at %v, want %v", at, want)
	}
}

// TestGhosts: what a rollback would set is shown to who asked for it, piece by piece and in the place of what was shown
// before, at most GhostsShown of it; it is no part of the state.
func TestGhosts(t *testing.T) {
	r := newRoom(t, transport.Link{Delay: 20 * time.Millisecond}, server.Config{}, "timestream")
	r.play()
	cells := make([]protocol.Ghost, protocol.GhostsShown+5)
	for i := range cells {
		cells[i] = protocol.Ghost{Pos: world.Pos{X: int32(i), Y: -3}, Block: world.Sand}
	}
	hash := r.srv.Hash()
	if !r.srv.Show("ann", true, cells) || r.srv.Show("eve", true, cells) {
		t.Fatal("shown to nobody, or to somebody who is not here")
	}
	r.run(time.Second)
	if n := len(r.out.Ghosts); n != protocol.GhostsShown || r.out.Ghosts[7] != (scene.Ghost{Pos: [3]int32{7, -3, 0}, Block: uint16(world.Sand)}) {
		t.Fatalf("%d ghosts, %+v", n, r.out.Ghosts[7])
	}
	version := r.out.GhostsVersion
	r.srv.Show("ann", true, cells[:3])
	r.srv.Show("ann", false, cells[3:4])
	r.run(time.Second)
	if r.out.GhostsVersion <= version {
		t.Fatal("others are shown under the version of those before")
	}
	if len(r.out.Ghosts) != 4 || r.srv.Hash() != hash {
		t.Fatalf("%d ghosts, hash %x", len(r.out.Ghosts), r.srv.Hash())
	}
	r.srv.Show("ann", true, nil)
	r.run(time.Second)
	if len(r.out.Ghosts) != 0 {
		t.Fatalf("%d ghosts are left", len(r.out.Ghosts))
	}
}
