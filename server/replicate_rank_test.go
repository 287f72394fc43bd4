package server

import (
	"slices"
	"testing"

	"voxtide/actions"
	"voxtide/server/replication"
	"voxtide/timestream"
	"voxtide/world"
)

// scatterItems puts items down and lets them come to rest; neighbours differ, so that none merges with another.
func scatterItems(r *harness, n int, cell func(i int) world.Pos) {
	kinds := [...]world.Block{world.Stone, world.Dirt, world.Sand, world.Planks, world.Glass, world.Bricks, world.Gravel, world.Clay}
	for i := range n {
		p := cell(i)
		st := world.StackOf(kinds[p.X&1|p.Z&1<<1|min(p.Y, 1)<<2], 1)
		r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, st, world.BottomCentre(p))
	}
	r.s.endTransaction("items")
	r.play(12)
}

// fillInventory leaves no room in a player's inventory.
func fillInventory(r *harness, h *testClient) {
	for k := range world.InventorySize {
		r.s.rec.PutInventorySlot(h.stream(), k, world.StackOf(world.Lamp, 64))
	}
	r.s.endTransaction("bags")
}

func (h *testClient) seesAvatar(other *testClient) bool {
	return h.dumb.World().Find(world.AvatarID(other.stream())) != world.NoEntity
}

// countItems returns how many items the client knows, and the square of the distance of the farthest.
func (h *testClient) countItems() (n int, farthest int64) {
	w := h.dumb.World()
	own := w.Entity(w.Find(world.AvatarID(h.stream()))).Motion.Pos
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			if e := w.Entity(slot); e.Kind != world.KindAvatar {
				n++
				farthest = max(farthest, replication.DistanceSquared(&e.Motion.Pos, &own))
			}
		}
	}
	return n, farthest
}

// TestItemsDoNotHidePlayers scatters more items than a client is told of: it is told of the players first, and of the nearest items,
// at most EntitiesMax entities in all; the others follow when there is room again.
func TestItemsDoNotHidePlayers(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative, c.View = false, 4 })
	bob := r.join("bob")
	r.play(60)
	fillInventory(r, bob)
	const all = 1600
	scatterItems(r, all, func(i int) world.Pos { return world.Pos{X: int32(i%40) - 10, Y: 0, Z: int32(i/40) + 3} })
	ann := r.join("ann")
	r.play(60)
	fillInventory(r, ann)
	r.play(60)
	lie := r.s.World().EntityCount() - 2
	if !ann.seesAvatar(bob) || !bob.seesAvatar(ann) {
		t.Fatalf("two players 3 blocks apart do not see each other among %d things", lie)
	}
	for _, h := range r.hands {
		n, farthest := h.countItems()
		if n+2 != replication.EntitiesMax || lie <= replication.EntitiesMax {
			t.Fatalf("%s knows %d things of %d", h.name, n, lie)
		}
		w, hidden := r.s.World(), 0
		for i := range w.SleepingSectionCount() {
			_, slots := w.SleepingSectionAt(i)
			for _, slot := range slots {
				e := w.Entity(slot)
				d := replication.DistanceSquared(&e.Motion.Pos, &h.avatar().Motion.Pos)
				if h.dumb.World().Find(e.ID) != world.NoEntity {
					continue
				}
				if hidden++; d < farthest/4*replication.KnownQuarters {
					t.Fatalf("%s is not told of a thing at a distance of %d², and of one at %d²", h.name, d, farthest)
				}
			}
		}
		t.Logf("%s: %d things of %d, the farthest at %d², %d not told", h.name, n, lie, farthest, hidden)
		h.agrees()
	}
	w := r.s.World() // room: half of the items are gone
	for n := 0; n < lie/2; n++ {
		_, slots := w.SleepingSectionAt(0)
		r.s.rec.RemoveEntity(slots[0])
	}
	r.s.endTransaction("room")
	r.play(20)
	for _, h := range r.hands {
		if n, _ := h.countItems(); n != lie-lie/2 {
			t.Errorf("%s knows %d things, %d lie there", h.name, n, lie-lie/2)
		}
		h.agrees()
	}
}

// TestFallingBlocksAreNotHidden: a falling block within reach decides what may be built there, so it is told before nearer items at
// rest.
func TestFallingBlocksAreNotHidden(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative, c.View = false, 2 })
	bob := r.join("bob")
	r.play(60)
	fillInventory(r, bob)
	for _, b := range []world.Block{world.Stone, world.Dirt, world.Planks, world.Glass, world.Bricks, world.Clay, world.Log, world.Marble} {
		for i := range 144 {
			at := world.Vec{int64(i%12-6)*world.Unit + world.Unit/2, 0, int64(i/12-6)*world.Unit + world.Unit/2} //exact: blocks
			n := world.StackOf(b, world.StackMax)                                                                // merges with nothing
			r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, n, at)
		}
	}
	r.s.endTransaction("items")
	r.play(60)
	slot, _ := r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindFallingBlock, world.Sand, world.Stack{}, world.BottomCentre(world.Pos{X: 0, Y: 4, Z: 9}))
	id := r.s.World().Entity(slot).ID
	r.s.endTransaction("sand")
	r.play(8)
	lie := r.s.World().SleepingSectionCount()
	n, farthest := bob.countItems()
	if t.Logf("bob knows %d things, the farthest at %d², of those in %d sections", n, farthest, lie); n != replication.EntitiesMax-1 {
		t.Fatal("fewer than there is room for")
	}
	if bob.dumb.World().Find(id) == world.NoEntity || r.s.World().Find(id) == world.NoEntity {
		t.Error("bob does not see what falls beside him")
	}
	r.play(60)
	bob.agrees()
}

// TestThinnedEntities lets more players than each update tells turn and walk side by side. What a client knows of one of them is where
// the server had it at that very instant.
func TestThinnedEntities(t *testing.T) {
	r := newHarness(t, func(c *Config) {
		c.View = 2
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i % 6), Z: int32(i / 6)}) }
	})
	const players = 24
	for i := range players {
		r.join(string(rune('a' + i)))
	}
	r.play(90)
	type instant struct {
		id world.EntityID
		at timestream.Time
	}
	was := map[instant]world.Vec{}
	compared, behind := 0, 0
	for k := range 240 {
		for i, h := range r.hands {
			if (k+i)%7 == 0 {
				h.do(actions.Action{Kind: actions.SetKeys, Keys: world.Keys(k / 7 % 4)}, h.stamp)
				h.do(actions.Action{Kind: actions.SetYaw, Yaw: uint16(k * 900 * (i + 1))}, h.stamp)
			}
		}
		if h := r.hands[k%players]; k%2 == 0 { // a block falls on a player's stream, so that the stream is told while the avatar is left out
			p := world.BottomCentre(world.Pos{X: 20, Y: 14, Z: int32(k % 16)})
			r.s.rec.Spawn(h.stream(), r.s.World().Stream(h.stream()).Stamp, world.KindFallingBlock, world.Sand, world.Stack{}, p)
			r.s.endTransaction("sand")
		}
		r.play(1)
		w := r.s.World()
		for i := range w.StreamCount() {
			for _, slot := range w.AwakeAt(i) {
				e := w.Entity(slot)
				was[instant{e.ID, e.At}] = e.Motion.Pos
			}
		}
		for _, h := range r.hands {
			mine := h.dumb.World()
			for _, other := range r.hands {
				slot := mine.Find(world.AvatarID(other.stream()))
				if slot == world.NoEntity {
					t.Fatalf("%s does not know %s", h.name, other.name)
				}
				e := mine.Entity(slot)
				at, known := was[instant{e.ID, e.At}]
				if !known {
					continue // between two steps
				}
				if compared++; at != e.Motion.Pos {
					t.Fatalf("%s knows %s at %v at %d, it was at %v", h.name, other.name, e.Motion.Pos, e.At, at)
				}
				if e.At < other.avatar().At {
					behind++
				}
			}
		}
	}
	if t.Logf("%d places compared, %d of them older than the last step's", compared, behind); compared < 10000 || behind < 1000 {
		t.Error("too few")
	}
}

// TestCrowdRates: of 400 players in sight, who turn 20 times a second, one is told the nearest with each update, up to 64 of them nearly
// so, up to 256 ten times a second, the rest twice; and what is known of each is where the server had it at that instant.
func TestCrowdRates(t *testing.T) {
	const wide = 20
	c := newCrowdOf(t, wide*wide, func(c *Config) {
		c.UpdateRate, c.MaxPlayers = 20, 500
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i % wide), Z: int32(i / wide)}) }
	})
	ann := c.join("ann")
	c.play(60)
	c.turn = 3
	type instant struct {
		id world.EntityID
		at timestream.Time
	}
	was, told, last, compared := map[instant]world.Vec{}, map[world.EntityID]int{}, map[world.EntityID]timestream.Time{}, 0
	const seconds = 4
	for range seconds * 60 {
		ann.declare(c.s.Now())
		c.pass()
		w := c.s.World()
		for i := range w.StreamCount() {
			for _, slot := range w.AwakeAt(i) {
				e := w.Entity(slot)
				was[instant{e.ID, e.At}] = e.Motion.Pos
			}
		}
		ann.read()
		mine := ann.dumb.World()
		for i := range w.StreamCount() {
			id := world.AvatarID(w.StreamAt(i).Stream)
			slot := mine.Find(id)
			if slot == world.NoEntity {
				continue
			}
			e := mine.Entity(slot)
			if e.At != last[id] {
				told[id]++
			}
			last[id] = e.At
			if at, known := was[instant{id, e.At}]; known {
				if compared++; at != e.Motion.Pos {
					t.Fatalf("%d is known at %v at %d, it was at %v", id, e.Motion.Pos, e.At, at)
				}
			}
		}
	}
	for i, n := range c.s.Metrics().Ranked {
		if r := replication.Rate(i); n == 0 && r != replication.RateMid { // the first 64 are full, the others not near the full rate
			t.Errorf("nobody is ranked as told %v", r)
		}
	}
	delete(told, world.AvatarID(ann.stream()))
	var rates []int
	for _, n := range told {
		rates = append(rates, n/seconds)
	}
	slices.SortFunc(rates, func(a, b int) int { return b - a })
	if len(rates) != wide*wide {
		t.Fatalf("%d of %d players are known", len(rates), wide*wide)
	}
	t.Logf("times a second, by rank: the first %d, 8th %d, 32nd %d, 64th %d, 100th %d, 256th %d, 300th %d, last %d; %d places compared", rates[0], rates[7], rates[31], rates[63], rates[99], rates[255], rates[299], rates[len(rates)-1], compared)
	if rates[7] < 17 || rates[31] < 15 || rates[99] > 13 || rates[99] < 7 || rates[299] > 4 || rates[len(rates)-1] < 1 || compared < 50_000 {
		t.Error("not so")
	}
}
