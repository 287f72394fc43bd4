package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// putBlocks sets blocks by edits, without an action.
func putBlocks(r *harness, b world.Block, cells ...world.Pos) {
	for _, p := range cells {
		if !r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: b}) {
			r.t.Fatalf("no section at %v", p)
		}
	}
	r.s.endTransaction("build")
}

// breakBelowSand builds sand on a stone and breaks the stone, up to the very step before anything falls.
func breakBelowSand(r *harness, h *testClient) (foot world.Pos) {
	foot = world.Pos{X: 2, Y: 0, Z: 2}
	putBlocks(r, world.Stone, foot)
	putBlocks(r, world.Sand, foot.Above(), foot.Above().Above())
	for r.s.World().Stream(timestream.Server).Stamp%timestream.Time(timestream.TickLength) > timestream.Time(16*timestream.Millisecond) {
		r.play(1) // so that two steps fit before a tick
	}
	h.do(actions.Action{Kind: actions.FinishBreak, Pos: foot, Aim: actions.Aim{4, 8, 0}}, r.s.Now())
	r.play(1)
	if n := len(r.s.World().Stream(h.stream()).SupportChecks); n != 1 {
		r.t.Fatalf("%d checks are pending, %v", n, h.why)
	}
	return foot
}

// sandFell reports whether the sand of breakBelowSand has come down.
func sandFell(r *harness, foot world.Pos) bool {
	a, _ := r.s.World().Block(foot)
	b, _ := r.s.World().Block(foot.Above())
	c, _ := r.s.World().Block(foot.Above().Above())
	return a == world.Sand && b == world.Sand && c == world.Air
}

// TestPendingChecksAreKept kills the server between the breaking and the tick at which the sand comes loose: the sand falls after the
// restart.
func TestPendingChecksAreKept(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	foot := breakBelowSand(r, ann)
	before := r.hands
	r, _ = r.crash(m, nil)
	r.hands = before
	ann.resume(r)
	r.play(120)
	if !sandFell(r, foot) {
		t.Error("the sand hangs in the air")
	}
	ann.agrees()
}

// TestPendingChecksAreHandedOver lets the player leave, and stall, between the breaking and that tick.
func TestPendingChecksAreHandedOver(t *testing.T) {
	for _, how := range []string{"leave", "stall"} {
		r := newHarness(t, nil)
		ann := r.join("ann")
		bob := r.join("bob")
		r.play(60)
		foot := breakBelowSand(r, ann)
		if how == "leave" {
			ann.conn.Close(LeaveReason)
			r.hands = []*testClient{bob}
		} else {
			r.s.transferToServer(ann.stream())
		}
		r.steps(1)
		if n := len(r.s.World().Stream(timestream.Server).SupportChecks); n != 1 {
			t.Errorf("%s: the server's stream has %d checks", how, n)
		}
		r.play(120)
		if !sandFell(r, foot) {
			t.Errorf("%s: the sand hangs in the air", how)
		}
		bob.agrees()
	}
}

// TestDeathsAreKept kills the server after an item was picked up, and after sand has landed: neither is there twice.
func TestDeathsAreKept(t *testing.T) {
	m := store.NewMemory(nil)
	set := func(c *Config) { c.Creative = false }
	r := newHarness(t, func(c *Config) { c.Store = m; set(c) })
	ann := r.join("ann")
	r.play(60)
	here := ann.avatar().Motion.Pos.Block()
	dropItem(r, ann, world.Glass, here.Above())
	putBlocks(r, world.Sand, world.Pos{X: 4, Y: 6, Z: 4})
	r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: ann.stream(), Pos: world.Pos{X: 4, Y: 6, Z: 4}})
	r.s.endTransaction("loose")
	r.play(10)
	st, err := m.Load()
	if err != nil || len(st.Entities) != 1 {
		t.Fatalf("%v: %d are kept while the sand falls", err, len(st.Entities))
	}
	r.play(120)
	for kills := range 3 {
		before := r.hands
		r, m = r.crash(m, set)
		r.hands = before
		ann.resume(r)
		r.play(120)
		items, _ := itemsIn(r)
		glass, sand := 0, 0
		for _, s := range r.s.World().Player(ann.stream()).Slots {
			if s.Block() == world.Glass {
				glass += int(s.Count)
			}
		}
		for y := range int32(8) {
			if b, _ := r.s.World().Block(world.Pos{X: 4, Y: y, Z: 4}); b == world.Sand {
				sand++
			}
		}
		if glass != 1 || sand != 1 || len(items) != 0 || r.s.World().EntityCount() != 1 {
			t.Fatalf("after %d kills: %d of glass, %d of sand, %d items, %d bodies", kills+1, glass, sand, len(items), r.s.World().EntityCount())
		}
		ann.agrees()
	}
}

// TestBirthsWait: no client is told of an item before it is durable: neither one that sees it spawn, nor one that comes near.
func TestBirthsWait(t *testing.T) {
	delay := time.Duration(0)
	m := store.NewMemory(func() time.Duration { return delay })
	r := newHarness(t, func(c *Config) { c.Store = m; c.Creative = false })
	bob := r.join("bob")
	r.play(60)
	far := world.Pos{X: 300, Z: 6}
	knows := func(id world.EntityID) bool { return bob.dumb.World().Find(id) != world.NoEntity }
	spawn := func(p world.Pos) world.EntityID {
		slot, _ := r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, world.StackOf(world.Stone, 1), world.BottomCentre(p))
		id := r.s.World().Entity(slot).ID
		r.s.endTransaction("item")
		return id
	}
	delay = 400 * ms
	for n, p := range []world.Pos{{X: 6, Z: 6}, far} {
		id := spawn(p)
		if p == far {
			r.play(1)
			r.s.teleportPlayer(r.s.clients.session(bob.stream()), world.BottomCentre(far.Above().Above()))
			r.s.endTransaction("bring")
		}
		told, kept := -1, -1
		for k := range 60 {
			r.play(1)
			if st, err := m.Crash(r.now).Load(); kept < 0 && err == nil {
				for i := range st.Entities {
					if st.Entities[i].ID == id {
						kept = k
					}
				}
			}
			if told < 0 && knows(id) {
				told = k
			}
		}
		if t.Logf("item %d: kept after %d steps, told after %d", n, kept, told); told < kept || kept < 10 {
			t.Errorf("item %d: told after %d steps, kept after %d", n, told, kept)
		}
	}
	delay = 0
	r.play(60)
	bob.agrees()
}

// TestIdsAreGivenOnce kills the server again and again while items spawn whose spawning is not durable: no id is given twice.
func TestIdsAreGivenOnce(t *testing.T) {
	m := store.NewMemory(store.FixedDelay(300 * ms))
	set := func(c *Config) { c.Creative = false; c.ItemLifetime = -1 }
	r := newHarness(t, func(c *Config) { c.Store = m; set(c) })
	ann := r.join("ann")
	r.play(60)
	given := map[world.EntityID]bool{}
	for kill := range 5 {
		w := r.s.World()
		for i := range 40 {
			for _, of := range []timestream.Stream{ann.stream(), timestream.Server} {
				slot, ok := r.s.rec.Spawn(of, w.Stream(of).Stamp, world.KindItem, world.Air, world.StackOf(world.Stone, 1), world.BottomCentre(world.Pos{X: 4 + int32(i%5), Z: 6}))
				id := w.Entity(slot).ID
				if !ok || given[id] {
					t.Fatalf("kill %d: id %x is given twice", kill, id)
				}
				given[id] = true
			}
			r.s.endTransaction("items")
			r.play(1)
		}
		before := r.hands
		r, m = r.crash(m, set)
		r.hands = before
		ann.resume(r)
		r.play(60)
		ann.agrees()
	}
	t.Logf("%d ids over 5 kills", len(given))
}
