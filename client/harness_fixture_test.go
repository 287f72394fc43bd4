package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/render/scene"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// flat is a terrain of stone below height 0.
func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// harness is a server and a client with a link between them, in virtual time.
type harness struct {
	t   testing.TB
	net *memnet.Network
	srv *server.Server
	cl  *client.Client
	in  client.Input
	now time.Duration
	// stood is how long the server's machine was stopped, and its clock with it.
	stood time.Duration
	up    *memnet.Conn
	out   *scene.Scene
}

func newHarness(t testing.TB, link memnet.Link, cfg server.Config, strategy string) *harness {
	r := &harness{t: t, net: memnet.New(1)}
	cfg.Generate = flat
	cfg.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 3*i), Z: 4}) }
	cfg.StartingInventory = []world.Stack{world.StackOf(world.Dirt, 10)}
	srv, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.srv = srv
	r.cl = client.New(client.Config{Name: "ann", CheckRevert: true, CheckEveryFrame: true, Strategy: strategy, Dial: func() transport.Conn {
		near, far := r.net.Pair(link, link)
		r.up = near
		r.srv.Accept(far)
		return near
	}})
	return r
}

// run lets time pass, with a step of the server and a frame of the client every 16 ms.
func (r *harness) run(d time.Duration) {
	r.t.Helper()
	for end := r.now + d; r.now < end; {
		r.now += 16 * time.Millisecond
		r.net.Advance(r.now)
		r.srv.Step(r.now - r.stood)
		r.net.Advance(r.now)
		r.out = r.cl.Frame(r.now, r.in)
		r.in.Actions = nil
		if s := r.cl.Stats(); s.BrokenLaw != "" {
			r.t.Fatal(s.BrokenLaw)
		}
	}
}

// play runs until the client plays and the sections around it are loaded.
func (r *harness) play() {
	r.t.Helper()
	for range 1000 {
		r.run(16 * time.Millisecond)
		if s := r.cl.Stream(); s != 0 && r.cl.State() == client.Playing {
			w := r.cl.World()
			if slot := w.Find(world.AvatarID(s)); slot != world.NoEntity && w.Entity(slot).Motion.Flags&(world.Suspended|world.OnGround) == world.OnGround {
				return
			}
		}
	}
	w := r.cl.World()
	r.t.Logf("%d sections here, %+v", w.SectionCount(), r.cl.Stats())
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		r.t.Logf("stream %d at %d with %d subscriptions", st.Stream, st.Stamp, st.Subscriptions.Len())
		for _, b := range w.Bodies(st.Stream) {
			r.t.Logf("%+v", w.Entity(b))
		}
	}
	r.t.Fatalf("the client is %v (%s) after %v", r.cl.State(), r.cl.Reason(), r.now)
}

func (r *harness) corrections() (n int) {
	for _, c := range r.cl.Stats().Corrections {
		n += c
	}
	return n
}
