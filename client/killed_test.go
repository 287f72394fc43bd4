package client_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// fates are what became of actions, by stream and number.
type fates map[timestream.Stream]map[uint64]actions.Refusal

func (f fates) Edit(uint64, *edits.Done) {}
func (f fates) Action(s timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
	if f[s] == nil {
		f[s] = map[uint64]actions.Refusal{}
	}
	f[s][a.Number] = why
}
func (f fates) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}
func (f fates) Transaction(string)                                                 {}
func (f fates) Session(timestream.Stream, string)                                  {}

// town is a server that is killed, and some players.
type town struct {
	t    *testing.T
	rnd  *rand.Rand
	net  *transport.Net
	m    *store.Memory
	srv  *server.Server
	what fates
	now  time.Duration
	all  []*citizen
	cfg  server.Config
}

// citizen is a player who digs the ground around, and builds on it, as fast as is allowed.
type citizen struct {
	cl   *client.Client
	near *transport.Mem
	in   client.Input
	dig  world.Pos
	till time.Duration // when the block is dug, 0: none is
	kind map[uint64]actions.Kind
}

func newTown(t *testing.T, rnd *rand.Rand, players int, creative bool) *town {
	k := &town{t: t, rnd: rnd, net: transport.NewNet(1)}
	k.m = store.NewMemory(func() time.Duration { return time.Duration(k.rnd.IntN(60)) * time.Millisecond })
	k.cfg = server.Config{Generate: flat, Creative: creative, View: 2, ViewY: 1,
		Spawn:     func(i int) world.Vec { return world.Middle(world.Pos{X: int32(5 * i), Z: 4}) },
		Inventory: []world.Stack{{Block: world.Dirt, Count: 64}}}
	k.start()
	for i := range players {
		c := &citizen{kind: map[uint64]actions.Kind{}}
		link := transport.Link{Delay: time.Duration(60*i) * time.Millisecond, Copies: true}
		c.cl = client.New(client.Config{Name: string(rune('a' + i)), Check: true, Every: true, Dial: func() transport.Conn {
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

func (k *town) start() {
	k.what = fates{}
	k.cfg.Store, k.cfg.Observe = k.m, k.what
	var err error
	if k.srv, err = server.New(k.cfg); err != nil {
		k.t.Fatal(err)
	}
}

// kill ends the server as kill -9 and a power cut do: what was not durable is lost, and nobody hears of it for a while.
func (k *town) kill(silent time.Duration) {
	k.m, k.srv = k.m.Crash(k.now), nil
	for _, c := range k.all {
		c.near.Cut(k.now + time.Hour)
	}
	k.run(silent, true)
	for _, c := range k.all {
		c.near.Kill()
	}
}

func (k *town) run(d time.Duration, busy bool) {
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
			c.cl.Picture(k.now, c.in)
			c.in.Do = nil
			if s := c.cl.Stats(); s.Broken != "" || c.cl.State() == client.Ended {
				k.t.Fatal(s.Broken, c.cl.Reason())
			}
		}
	}
}

// work digs and builds.
func (c *citizen) work(k *town) {
	w := c.cl.World()
	slot := w.Find(world.AvatarID(c.cl.Stream()))
	if slot == world.NoSlot {
		return
	}
	e := w.Entity(slot)
	if e.Motion.Flags&world.Still != 0 {
		return
	}
	do := func(kind actions.Kind, p world.Pos, aim actions.Aim) bool {
		if !physics.Sight(w, physics.Eye(&e.Motion), aim.Point(p), p) {
			return false // it would be refused in any case
		}
		c.in.Do = append(c.in.Do, actions.Action{Kind: kind, Pos: p, Face: world.Down, Aim: aim})
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
		if b, _ := w.Block(p); b != world.Air && do(actions.Dig, p, actions.Aim{8, 16, 8}) {
			c.dig, c.till = p, k.now+time.Duration(world.Blocks[b].Hardness+30*timestream.Millisecond)*time.Microsecond
		}
	case k.now >= c.till:
		do(actions.Dug, c.dig, actions.Aim{8, 16, 8})
		c.till = 0
	}
}

// TestKilledServer: what was not acked when a server was killed is performed when its session is resumed: nothing is refused
// because the land around is not there yet, or because it was done in no time. Each action takes effect once.
func TestKilledServer(t *testing.T) {
	rnd := chance.Source(t)
	unacked, before, refused := 0, 0, map[actions.Refusal]int{}
	done := map[actions.Kind]int{}
	kept := 0
	for round := range 10 {
		k := newTown(t, rnd, 3, round%2 == 0)
		k.run(3*time.Second, false)
		for range 4 {
			k.run(time.Duration(1500+k.rnd.IntN(1500))*time.Millisecond, true)
			k.kill(time.Duration(k.rnd.IntN(2500)) * time.Millisecond)
			k.run(time.Duration(k.rnd.IntN(1500))*time.Millisecond, true)
			var first, last []uint64
			for _, c := range k.all {
				s := c.cl.Stats()
				first, last = append(first, uint64(s.Acked)+1), append(last, uint64(s.Actions))
			}
			sections := k.all[0].cl.World().SectionCount()
			k.start()
			snaps := k.srv.Metrics().Snapshots
			k.run(7*time.Second, false)
			if k.srv.Metrics().Snapshots == snaps {
				kept += sections
			}
			for i, c := range k.all {
				if c.cl.State() != client.Playing || c.cl.Unacked() > 0 {
					t.Fatalf("%v (%s), %d un-acked", c.cl.State(), c.cl.Reason(), c.cl.Unacked())
				}
				for n := first[i]; n <= last[i]; n++ {
					unacked++
					why, ok := k.what[c.cl.Stream()][n]
					switch {
					case !ok:
						before++ // it had been performed, and the word of it was lost
					case why != actions.Done:
						refused[why]++
						if why == actions.NotThere || why == actions.TooSoon || why == actions.TooFast {
							t.Errorf("round %d: %v of %d: %v", round, c.kind[n], i, why)
						}
					default:
						done[c.kind[n]]++
					}
				}
				if s := c.cl.Stats(); s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 {
					t.Fatalf("%+v", s)
				}
				c.till = 0
			}
		}
		for _, c := range k.all {
			c.cl.Received(func(w *world.World) {
				for _, p := range w.SectionList(nil) {
					if a, b := w.Section(p), k.srv.World().Section(p); b == nil || a.Hash() != b.Hash() {
						t.Fatalf("round %d: section %v differs", round, p)
					}
				}
			})
		}
	}
	t.Logf("%d un-acked at 40 kills: %d performed before, done again %v, refused %v; %d sections were kept", unacked, before, done, refused, kept)
	if unacked < 60 || done[actions.Dug] == 0 || done[actions.Place] == 0 {
		t.Error("that is too little to say anything")
	}
}

// TestOlderClock: the disk hung for longer than the clock of the world is kept ahead, while who did nothing that lasts was told
// the time as ever; then the server was killed. The next one is behind what was told. What was un-acked goes back with it,
// and is performed once.
func TestOlderClock(t *testing.T) {
	rnd := chance.Source(t)
	for _, hung := range []time.Duration{5 * time.Second, 14 * time.Second, 40 * time.Second} {
		k := newTown(t, rnd, 3, true)
		until := time.Duration(0)
		k.m = store.NewMemory(func() time.Duration { return max(0, until-k.now) })
		k.start()
		k.run(3*time.Second, false)
		until = k.now + time.Hour
		k.run(hung, false)
		before := k.srv.Now()
		k.run(500*time.Millisecond, true)
		k.kill(1500 * time.Millisecond)
		unacked, first, last := 0, []uint64{}, []uint64{}
		for _, c := range k.all {
			s := c.cl.Stats()
			unacked += c.cl.Unacked()
			first, last = append(first, uint64(s.Acked)+1), append(last, uint64(s.Actions))
		}
		until = 0
		k.start()
		back := before.Sub(k.srv.Now())
		k.run(8*time.Second, false)
		done, refused := 0, map[actions.Refusal]int{}
		for i, c := range k.all {
			if s := c.cl.Stats(); c.cl.State() != client.Playing || c.cl.Unacked() > 0 || s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 {
				t.Fatalf("%v (%s), %d un-acked, %+v", c.cl.State(), c.cl.Reason(), c.cl.Unacked(), s)
			}
			for n := first[i]; n <= last[i]; n++ {
				if why, ok := k.what[c.cl.Stream()][n]; !ok {
					t.Errorf("hung %v: %v of %d is lost", hung, c.kind[n], i)
				} else if done++; why != actions.Done {
					refused[why]++
					done--
				}
			}
			w := c.cl.World()
			ahead := w.Entity(w.Find(world.AvatarID(c.cl.Stream()))).At.Sub(k.srv.Now())
			if ahead > 300*timestream.Millisecond || ahead < -300*timestream.Millisecond {
				t.Errorf("hung %v: %d is %d us ahead in the end", hung, i, ahead)
			}
		}
		t.Logf("the disk hung for %v: the clock went back by %d ms; of %d un-acked %d were performed, refused %v", hung, back/timestream.Millisecond, unacked, done, refused)
		if unacked == 0 || len(refused) > 0 || hung > 12*time.Second && back <= 0 {
			t.Errorf("hung %v: %d un-acked, refused %v, back by %d us", hung, unacked, refused, back)
		}
	}
}
