package bots

import (
	"testing"
	"time"

	"math/rand/v2"

	"voxtide/chance"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/transport"
	"voxtide/world"
)

// cuts is a server with builders in virtual time, on a store whose power can be cut.
type cuts struct {
	t   *testing.T
	rnd *rand.Rand
	net *transport.Net
	now time.Duration
	mem *store.Memory
	srv *server.Server
	c   *crasher
}

func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// vanishing lets an end of the in-memory transport vanish.
type vanishing struct{ *transport.Mem }

func (v vanishing) Deaf() {}
func (v vanishing) Gone() { v.Kill() }

func newCuts(t *testing.T, seed uint64, players int) *cuts {
	k := &cuts{t: t, rnd: rand.New(rand.NewPCG(seed, 9)), net: transport.NewNet(seed)}
	k.mem = store.NewMemory(func() time.Duration { return time.Duration(k.rnd.IntN(120)) * time.Millisecond })
	k.c = &crasher{counted: make([]int, players)}
	taken := map[world.Pos]bool{}
	for n := range players {
		link := transport.Link{Delay: 10 * time.Millisecond, Jitter: 10 * time.Millisecond}
		k.c.builders = append(k.c.builders, newBuilder(n, seed, func() time.Duration { return k.now }, taken, func(int) (transport.Conn, Cutter) {
			near, far := k.net.Pair(link, link)
			k.srv.Accept(far)
			return near, vanishing{near}
		}))
	}
	k.start()
	return k
}

func (k *cuts) start() {
	var err error
	k.srv, err = server.New(server.Config{
		Generate: flat, View: 1, ViewY: 1, BulkCredit: 200, Store: k.mem, SaveEvery: 2 * time.Second,
		Spawn:     func(i int) world.Vec { return world.Middle(world.Pos{X: int32(i) * 3}) },
		Inventory: []world.Stack{{Block: world.Dirt, Count: 64}, {Block: world.Planks, Count: 64}, {Block: world.Log, Count: 64}, {Block: world.Torch, Count: 64}, {Block: world.Sand, Count: 64}},
		ItemsLast: -1,
	})
	if err != nil {
		k.t.Fatal(err)
	}
}

// step lets a picture's time pass.
func (k *cuts) step(act bool) {
	k.now += time.Second / 60
	k.net.Advance(k.now)
	k.srv.Step(k.now)
	k.net.Advance(k.now)
	for _, b := range k.c.builders {
		b.picture(k.now, act)
		if b.c.State() == client.Ended {
			k.t.Fatal(b.c.Reason())
		}
	}
}

// TestPowerCuts is laws 8 and 9 over thousands of power cuts: after each step what would be left of the store is compared with
// all that the players were told and hold, and now and then the power is cut indeed and everybody comes back.
func TestPowerCuts(t *testing.T) {
	seed := chance.Seed(t)
	looks, real := 0, 0
	var all CrashTally
	rounds := chance.Rounds(4)
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		k := newCuts(t, seed+uint64(round), 3)
		for real := range 25 {
			for n := 0; ; n++ {
				k.step(false)
				in := true
				for _, b := range k.c.builders {
					in = in && b.c.Playable() && b.plot != nil
				}
				if in {
					break
				}
				if n > 60*30 {
					t.Fatalf("round %d, cut %d: not all came back", round, real)
				}
			}
			for range 20 + k.rnd.IntN(60) {
				k.step(true)
				if err := k.c.against(k.mem.Crash(k.now), flat); err != nil {
					t.Fatal(err)
				}
				looks++
			}
			k.mem = k.mem.Crash(k.now)
			for _, b := range k.c.builders {
				b.conn.vanish()
			}
			k.c.tally.Rounds++
			k.start()
		}
		real += k.c.tally.Rounds
		all.Items, all.Falling = all.Items+k.c.tally.Items, all.Falling+k.c.tally.Falling
		all.Acked, all.Unknown, all.Kept = all.Acked+k.c.tally.Acked, all.Unknown+k.c.tally.Unknown, all.Kept+k.c.tally.Kept
		if !k.c.tally.OK() {
			t.Fatalf("round %d: %v\n%v", round, &k.c.tally, k.c.tally.Notes)
		}
		for _, b := range k.c.builders {
			b.c.Leave()
		}
		k.srv.Stop(protocol.ReasonStopping)
	}
	t.Logf("%d cuts looked at, %d of them made; %d actions acked, %d items and %d falling blocks born", looks, real, all.Acked, all.Items, all.Falling)
	if looks < 750*rounds || all.Acked < 50*rounds || all.Items == 0 || all.Falling < 5*rounds {
		t.Errorf("%d cuts, %d acked, %d items, %d falling: that is too little to tell", looks, all.Acked, all.Items, all.Falling)
	}
}
