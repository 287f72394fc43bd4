package client_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/physics"
	"voxtide/server"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// actionOutcomes holds the outcomes of actions, by stream and number.
type actionOutcomes map[timestream.Stream]map[uint64]actions.Refusal

func (f actionOutcomes) Edit(uint64, *edits.LogEntry) {}
func (f actionOutcomes) Action(s timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if f[s] == nil {
		f[s] = map[uint64]actions.Refusal{}
	}
	f[s][a.Number] = why
}
func (f actionOutcomes) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}
func (f actionOutcomes) Transaction(string)                                                 {}
func (f actionOutcomes) Session(timestream.Stream, server.SessionEvent, string)             {}

// killableServer is a server that is killed and started again, with some players.
type killableServer struct {
	t    *testing.T
	rnd  *rand.Rand
	net  *memnet.Network
	m    *store.Memory
	srv  *server.Server
	what actionOutcomes
	now  time.Duration
	all  []*miner
	cfg  server.Config
}

// miner is a player who breaks the ground around and builds on it, as fast as the rules allow.
type miner struct {
	cl   *client.Client
	near *memnet.Conn
	in   client.Input
	dig  world.Pos
	till time.Duration // when the block is broken; 0: none is being broken
	kind map[uint64]actions.Kind
}

func newKillableServer(t *testing.T, rnd *rand.Rand, players int, creative bool) *killableServer {
	k := &killableServer{t: t, rnd: rnd, net: memnet.New(1)}
	k.m = store.NewMemory(func() time.Duration { return time.Duration(k.rnd.IntN(60)) * time.Millisecond })
	k.cfg = server.Config{Generate: flat, Creative: creative, View: 2, ViewY: 1,
		Spawn:             func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(5 * i), Z: 4}) },
		StartingInventory: []world.Stack{world.StackOf(world.Dirt, 64)}}
	k.start()
	for i := range players {
		c := &miner{kind: map[uint64]actions.Kind{}}
		link := memnet.Link{Delay: time.Duration(60*i) * time.Millisecond, Copies: true}
		c.cl = client.New(client.Config{Name: string(rune('a' + i)), CheckRevert: true, CheckEveryFrame: true, Dial: func() transport.Conn {
			if k.srv == nil {
				return nil
			}
			near, far := k.net.Pair(link, link)
			c.near = near
			k.srv.Accept(far)
			return near
		}})
		c.cl.OnAction(func(a *actions.Action) { c.kind[a.Number] = a.Kind })
		k.all = append(k.all, c)
	}
	return k
}

func (k *killableServer) start() {
	k.what = actionOutcomes{}
	k.cfg.Store, k.cfg.Observer = k.m, k.what
	var err error
	if k.srv, err = server.New(k.cfg); err != nil {
		k.t.Fatal(err)
	}
}

// kill ends the server as kill -9 and a power cut do: changes that were not durable are lost, and the clients hear nothing
// for a time.
func (k *killableServer) kill(silent time.Duration) {
	k.m, k.srv = k.m.Crash(k.now), nil
	for _, c := range k.all {
		c.near.Cut(k.now + time.Hour)
	}
	k.run(silent, true)
	for _, c := range k.all {
		c.near.Kill()
	}
}

func (k *killableServer) run(d time.Duration, busy bool) {
	for end := k.now + d; k.now < end; {
		k.now += 16 * time.Millisecond
		k.net.Advance(k.now)
		if k.srv != nil {
			k.srv.Step(k.now)
		}
		k.net.Advance(k.now)
		for _, c := range k.all {
			if busy && c.cl.State() == client.Playing {
				c.work(k)
			}
			c.cl.Frame(k.now, c.in)
			c.in.Actions = nil
			if s := c.cl.Stats(); s.BrokenLaw != "" || c.cl.State() == client.Ended {
				k.t.Fatal(s.BrokenLaw, c.cl.Reason())
			}
		}
	}
}

// work breaks and places blocks.
func (c *miner) work(k *killableServer) {
	w := c.cl.World()
	slot := w.Find(world.AvatarID(c.cl.Stream()))
	if slot == world.NoEntity {
		return
	}
	e := w.Entity(slot)
	if e.Motion.Flags&world.Suspended != 0 {
		return
	}
	do := func(kind actions.Kind, p world.Pos, aim actions.Aim) bool {
		if !physics.LineOfSight(w, physics.EyePos(&e.Motion), aim.Point(p), p) {
			return false // it is refused in any case
		}
		c.in.Actions = append(c.in.Actions, actions.Action{Kind: kind, Pos: p, Face: world.Down, Aim: aim})
		return true
	}
	feet := e.Motion.Pos.Block()
	if k.rnd.IntN(9) == 0 {
		p := world.Pos{X: feet.X + int32(k.rnd.IntN(5)) - 2, Y: 0, Z: feet.Z - 1 - int32(k.rnd.IntN(3))}
		if b, _ := w.Block(p); b == world.Air {
			if under, _ := w.Block(p.Below()); under.Solid() {
				do(actions.Place, p, actions.Aim{8, 0, 8})
			}
		}
	}
	switch {
	case c.till == 0:
		p := world.Pos{X: feet.X + int32(k.rnd.IntN(5)) - 2, Y: -1, Z: feet.Z + 2}
		if b, _ := w.Block(p); b != world.Air && do(actions.StartBreak, p, actions.Aim{8, 16, 8}) {
			c.dig, c.till = p, k.now+time.Duration(world.Blocks[b].Hardness+30*timestream.Millisecond)*time.Microsecond
		}
	case k.now >= c.till:
		do(actions.FinishBreak, c.dig, actions.Aim{8, 16, 8})
		c.till = 0
	}
}
