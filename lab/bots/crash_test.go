package bots

import (
	"testing"
	"time"

	"math/rand/v2"

	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// virtualCrash is a server with builders in virtual time, on a store whose power can be cut.
type virtualCrash struct {
	t   *testing.T
	rnd *rand.Rand
	net *memnet.Network
	now time.Duration
	mem *store.Memory
	srv *server.Server
	c   *crashTest
}

func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// vanishingConn lets an end of the in-memory transport vanish.
type vanishingConn struct{ *memnet.Conn }

func (v vanishingConn) DropIncoming() {}
func (v vanishingConn) DropAll()      { v.Kill() }

func newVirtualCrash(t *testing.T, seed uint64, players int) *virtualCrash {
	k := &virtualCrash{t: t, rnd: rand.New(rand.NewPCG(seed, 9)), net: memnet.New(seed)}
	k.mem = store.NewMemory(func() time.Duration { return time.Duration(k.rnd.IntN(120)) * time.Millisecond })
	k.c = &crashTest{counted: make([]int, players)}
	taken, shared := map[world.Pos]bool{}, &sharedBoxes{}
	for n := range players {
		link := memnet.Link{Delay: 10 * time.Millisecond, Jitter: 10 * time.Millisecond}
		k.c.builders = append(k.c.builders, newCrashBot(n, seed, func() time.Duration { return k.now }, taken, shared, func(int, string) (transport.Conn, NetworkCutter) {
			near, far := k.net.Pair(link, link)
			k.srv.Accept(far)
			return near, vanishingConn{near}
		}))
	}
	k.start()
	return k
}

func (k *virtualCrash) start() {
	var err error
	k.srv, err = server.New(server.Config{
		Generate: flat, View: 1, ViewY: 1, BulkCredit: 200, Store: k.mem, SaveEvery: 2 * time.Second,
		Spawn:             func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i) * 3}) },
		StartingInventory: []world.Stack{world.StackOf(world.Dirt, 64), world.StackOf(world.Planks, 64), world.StackOf(world.Cobblestone, 64), world.StackOf(world.Torch, 64), world.StackOf(world.Sand, 64), world.StackOf(blockOf(k.t, "chest"), 1), {Item: logItem, Count: 48}, world.StackOf(blockOf(k.t, "furnace"), 1), {Item: coalItem, Count: 20}},
		ItemLifetime:      -1,
	})
	if err != nil {
		k.t.Fatal(err)
	}
}

func blockOf(t *testing.T, name string) world.Block {
	it, known := world.ItemNamed(name)
	if !known {
		t.Fatal(name)
	}
	return it.Block()
}

// step lets the time of a frame pass.
func (k *virtualCrash) step(act bool) {
	k.now += time.Second / 60
	k.net.Advance(k.now)
	k.srv.Step(k.now)
	k.net.Advance(k.now)
	for _, b := range k.c.builders {
		b.frame(k.now, act)
		if b.client.State() == client.Ended {
			k.t.Fatal(b.client.Reason())
		}
	}
}

// TestPowerCuts is laws 8 and 9 over thousands of power cuts: after each step what would be left of the store is compared with
// all that the players were told and hold, and now and then the power is cut indeed and everybody comes back.
func TestPowerCuts(t *testing.T) {
	seed := testrand.Seed(t)
	looks, real := 0, 0
	var all CrashTally
	rounds := testrand.Rounds(4)
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		k := newVirtualCrash(t, seed+uint64(round), 3)
		for real := range 25 {
			for n := 0; ; n++ {
				k.step(false)
				in := true
				for _, b := range k.c.builders {
					in = in && b.client.Playable() && b.plot != nil
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
				if err := k.c.compareStore(k.mem.Crash(k.now), flat); err != nil {
					t.Fatal(err)
				}
				looks++
			}
			k.mem = k.mem.Crash(k.now)
			for _, b := range k.c.builders {
				b.conn.cutOff()
			}
			k.c.tally.Rounds++
			k.start()
		}
		real += k.c.tally.Rounds
		all.Items, all.Falling = all.Items+k.c.tally.Items, all.Falling+k.c.tally.Falling
		all.Boxes, all.Moves, all.Made, all.Thrown = all.Boxes+k.c.tally.Boxes, all.Moves+k.c.tally.Moves, all.Made+k.c.tally.Made, all.Thrown+k.c.tally.Thrown
		all.Glass += k.c.tally.Glass
		all.Acked, all.Unknown, all.StoredUnknown = all.Acked+k.c.tally.Acked, all.Unknown+k.c.tally.Unknown, all.StoredUnknown+k.c.tally.StoredUnknown
		if !k.c.tally.OK() {
			t.Fatalf("round %d: %v\n%v", round, &k.c.tally, k.c.tally.Notes)
		}
		for _, b := range k.c.builders {
			b.client.Leave()
		}
		k.srv.Stop(protocol.ReasonStopping.String())
	}
	t.Logf("%d cuts looked at, %d of them made; %d actions acked, %d items and %d falling blocks born; %s", looks, real, all.Acked, all.Items, all.Falling, all.Deeds())
	if looks < 750*rounds || all.Acked < 50*rounds || all.Boxes < 50*rounds || all.Moves == 0 || all.Made == 0 || all.Thrown == 0 || all.Items == 0 || all.Falling < 5*rounds {
		t.Errorf("%d cuts, %d acked, %d items, %d falling: that is too little to tell", looks, all.Acked, all.Items, all.Falling)
	}
}
