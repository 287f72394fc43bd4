package server

import (
	"testing"
	"time"

	"voxtide/edits"
	"voxtide/internal/cputime"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// itemsIn returns the items of the world, and how many blocks they are in all.
func itemsIn(r *harness) (items []world.Entity, count int) {
	w := r.s.World()
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			if e := w.Entity(slot); e.Kind == world.KindItem {
				items = append(items, *e)
				count += int(e.Stack.Count)
			}
		}
	}
	r.s.UnloadedEntities(func(e *world.Entity) { items, count = append(items, *e), count+int(e.Stack.Count) })
	return items, count
}

// dropItem lets a player's stream drop an item.
func dropItem(r *harness, h *testClient, b world.Block, at world.Pos) {
	r.s.rec.Spawn(h.stream(), r.s.World().Stream(h.stream()).Stamp, world.KindItem, world.Air, world.StackOf(b, 1), world.BottomCentre(at))
	r.s.endTransaction("drop")
}

// TestItemsMerge: equal items within a block become stacks of 64, and none is lost or won; others stay apart.
func TestItemsMerge(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative = false })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	for range 100 {
		dropItem(r, ann, world.Stone, world.Pos{X: 6, Z: 6})
		dropItem(r, ann, world.Dirt, world.Pos{X: 6, Z: 6})
		r.play(1)
	}
	dropItem(r, ann, world.Stone, world.Pos{X: 9, Z: 6})
	r.play(30)
	items, count := itemsIn(r)
	if t.Logf("%d items of %d blocks, %d taken in", len(items), count, r.s.Metrics().ItemsMerged); count != 201 || len(items) != 5 {
		t.Errorf("%d items of %d blocks: %+v", len(items), count, items)
	}
	for _, h := range []*testClient{ann, bob} {
		h.agrees()
		if n, _ := h.countItems(); n != 5 {
			t.Errorf("%s knows %d things", h.name, n)
		}
	}
}

// TestItemsLast: an item is removed 5 minutes after it came to rest, whatever happens to the server meanwhile: here, on the clients
// that see it, and in the store.
func TestItemsLast(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store, c.Creative = m, false })
	ann := r.join("ann")
	r.play(60)
	dropItem(r, ann, world.Stone, world.Pos{X: 6, Z: 6})
	dropItem(r, ann, world.Stone, world.Pos{X: 900, Z: 6}) // far away from everybody
	r.play(60)
	items, _ := itemsIn(r)
	if len(items) != 2 {
		t.Fatalf("%d items", len(items))
	}
	born := r.s.Now()
	pass := func(d time.Duration) {
		for end := r.now + d; r.now < end; {
			r.play(10)
			r.step(900 * time.Millisecond)
		}
	}
	pass(100 * time.Second)
	before := r.hands
	r, m = r.crash(m, func(c *Config) { c.Creative = false })
	r.hands = before
	ann.resume(r)
	r.play(60)
	pass(150 * time.Second)
	items, _ = itemsIn(r)
	if n, _ := ann.countItems(); n != 1 || len(items) != 2 {
		t.Fatalf("after %v: %d of 2 items, ann knows %d", r.s.Now().Sub(born), len(items), n)
	}
	pass(60 * time.Second)
	items, _ = itemsIn(r)
	if n, _ := ann.countItems(); n != 0 || len(items) != 0 || r.s.Metrics().ItemsRemoved != 2 {
		t.Fatalf("after %v: %d items, ann knows %d, %d gone", r.s.Now().Sub(born), len(items), n, r.s.Metrics().ItemsRemoved)
	}
	r.s.Reconfigure(RuntimeConfig{MaxPlayers: 10, View: 1, UpdateRate: 60, ItemLifetime: -1}) // for ever
	dropItem(r, ann, world.Stone, world.Pos{X: 6, Z: 6})
	r.play(60)
	pass(400 * time.Second)
	if items, _ = itemsIn(r); len(items) != 1 {
		t.Fatalf("%d items, which last for ever", len(items))
	}
	r.s.Reconfigure(RuntimeConfig{MaxPlayers: 10, View: 1, UpdateRate: 60, ItemLifetime: 10 * time.Second})
	r.play(120)
	if items, _ = itemsIn(r); len(items) != 0 {
		t.Fatalf("%d items, which last 10 s", len(items))
	}
	ann.agrees()
	if st, err := m.Load(); err != nil || len(st.Entities) != 0 {
		t.Fatalf("%v, %d are kept", err, len(st.Entities))
	}
}

// TestItemsPerSection: if more items lie in a section than there is room for, the oldest are removed.
func TestItemsPerSection(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative, c.View = false, 2 })
	ann := r.join("ann")
	r.play(60)
	fillInventory(r, ann)
	scatterItems(r, sectionItemsMax, func(i int) world.Pos { return world.Pos{X: int32(i % 16), Z: int32(i / 16)} })
	first, _ := itemsIn(r)
	scatterItems(r, 10, func(i int) world.Pos { return world.Pos{X: int32(i), Y: 2, Z: 9} })
	r.play(60)
	items, _ := itemsIn(r)
	if len(items) != sectionItemsMax || r.s.Metrics().ItemsRemoved != 10 || len(first) != sectionItemsMax {
		t.Fatalf("%d items, then %d, %d gone", len(first), len(items), r.s.Metrics().ItemsRemoved)
	}
	ann.agrees()
	if n, _ := ann.countItems(); n != sectionItemsMax {
		t.Fatalf("ann knows %d", n)
	}
}

// TestItemsPerPlayer: of the items that one player's stream spawned at most playerItemsMax lie, and items of others stay.
func TestItemsPerPlayer(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative, c.View = false, 10; c.BulkCredit = 2000; c.ItemLifetime = -1 })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	fillInventory(r, ann)
	fillInventory(r, bob)
	dropItem(r, bob, world.Sand, world.Pos{X: 5, Z: 5})
	r.play(30)
	kinds := [...]world.Block{world.Stone, world.Dirt, world.Planks, world.Glass}
	for i := range playerItemsMax + 200 {
		dropItem(r, ann, kinds[(i+i/60)%4], world.Pos{X: int32(i%60)*2 - 60, Z: int32(i/60)*2 - 70})
		if i%500 == 499 {
			r.play(12)
		}
	}
	r.play(60)
	mine, others := 0, 0
	items, _ := itemsIn(r)
	for i := range items {
		if items[i].ID.OriginStream() == ann.stream() {
			mine++
		} else {
			others++
		}
	}
	if t.Logf("%d of ann's, %d gone", mine, r.s.Metrics().ItemsRemoved); mine != playerItemsMax || others != 1 || r.s.Metrics().ItemsRemoved != 200 {
		t.Errorf("%d of ann's lie there and %d of others, %d gone", mine, others, r.s.Metrics().ItemsRemoved)
	}
}

// TestItemsComeWithTheirSections: a start loads no sections for the items in them. Items come with their section, go with it when
// nobody is near, and come again with the age that they had.
func TestItemsComeWithTheirSections(t *testing.T) {
	m := store.NewMemory(nil)
	set := func(c *Config) {
		c.Store, c.Creative, c.MaxSections, c.SaveEvery = m, false, 40, time.Second
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i) * 3}) }
	}
	r := newHarness(t, func(c *Config) { set(c); c.View = 10; c.BulkCredit = 2000; c.MaxSections = 10000 })
	ann := r.join("ann")
	r.play(60)
	fillInventory(r, ann)
	scatterItems(r, 2000, func(i int) world.Pos { return world.Pos{X: int32(i%50)*4 - 100, Z: int32(i/50)*4 - 80} })
	all, _ := itemsIn(r)
	r.play(300)
	r.s.Stop("good night")
	m = m.Crash(r.now)
	r = newHarness(t, set)
	if n := r.s.World().SectionCount(); n != 0 || len(all) != 2000 {
		t.Fatalf("%d items, and a start read %d sections", len(all), n)
	}
	ages := map[world.EntityID]timestream.Time{}
	for i := range all {
		ages[all[i].ID] = all[i].At
	}
	look := func(when string) int {
		items, _ := itemsIn(r)
		if len(items) != len(all) {
			t.Fatalf("%s: %d of %d items", when, len(items), len(all))
		}
		for i := range items {
			if e := &items[i]; ages[e.ID] != e.At || e.Motion.Flags&world.Asleep == 0 {
				t.Fatalf("%s: since %d, was %d: %+v", when, e.At, ages[e.ID], e)
			}
		}
		return r.s.World().EntityCount() - len(r.hands)
	}
	ann = r.join("ann")
	ann.welcome.Stream = 1
	r.play(60)
	here := look("here")
	ann.agrees()
	if n, _ := ann.countItems(); n != here {
		t.Errorf("ann knows %d of %d", n, here)
	}
	far := world.BottomCentre(world.Pos{X: 5000})
	r.s.teleportPlayer(r.s.clients.session(1), far)
	r.s.endTransaction("bring")
	r.play(600)
	gone := look("far")
	ann.agrees()
	r.s.teleportPlayer(r.s.clients.session(1), world.BottomCentre(world.Pos{}))
	r.s.endTransaction("bring")
	r.play(120)
	back := look("back")
	ann.agrees()
	t.Logf("of %d items %d are in memory with ann, %d when she is far away, %d when she is back; %d sections dropped", len(all), here, gone, back, r.s.Metrics().SectionsUnloaded)
	if here == 0 || gone != 0 || back != here {
		t.Error("they do not come and go")
	}
}

// TestItemsAtRestCostNothing: a step with 50,000 items at rest around 8 players who stand costs what a step without any does. The
// bodies that a step visits are counted; its processor time is printed, and compared with that of a pass through all items.
func TestItemsAtRestCostNothing(t *testing.T) {
	for _, n := range []int{0, 1000, 10000, 50000} {
		r := newHarnessWithItems(t, n)
		stands, lying := r.s.tell.replicator.Trajectories.Moving(), r.s.World().EntityCount()-8
		moved, begin := r.s.EntitiesMoved(), cputime.Used()
		for range 3000 {
			r.now += stepAt
			r.s.Step(r.now)
		}
		took := (cputime.Used() - begin) / 3000
		moved = r.s.EntitiesMoved() - moved
		t.Logf("%d items lie: a step takes %v, goes through %d bodies and moves %d of 3000 steps' things", lying, took, stands, moved)
		if stands != 8 || moved != 0 || lying < n*99/100 {
			t.Errorf("%d items lie, %d bodies are gone through, %d things were moved", lying, stands, moved)
		}
	}
}

// newHarnessWithItems returns a server with 8 players who stand, whose inventories are full, and items at rest around them.
func newHarnessWithItems(t testing.TB, n int) *harness {
	r := newHarness(t, func(c *Config) { c.Creative, c.View, c.BulkCredit = false, 10, 4000 })
	for i := range 8 {
		r.join(string(rune('a' + i)))
	}
	r.play(120)
	for _, h := range r.hands {
		fillInventory(r, h)
	}
	scatterItems(r, n, func(i int) world.Pos { return world.Pos{X: int32(i%224) - 112, Z: int32(i/224) - 112} })
	r.play(60)
	for _, h := range r.hands {
		if h.conn.closed {
			t.Fatal(h.conn.reason)
		}
	}
	return r
}

// TestMovingItemsAreLeft: nobody picks up an item that moves on the server's time, as others see it elsewhere; an item at rest is
// picked up from the instant on at which it came to rest.
func TestMovingItemsAreLeft(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative = false })
	ann := r.join("ann")
	r.play(60)
	at := ann.avatar().Motion.Pos.Block()
	r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, world.StackOf(world.Glass, 1), world.BottomCentre(world.Pos{X: at.X, Y: 8, Z: at.Z}))
	r.s.endTransaction("high above")
	has := func() (n int) {
		for _, st := range r.s.World().Player(ann.stream()).Slots {
			if st.Block() == world.Glass {
				n += int(st.Count)
			}
		}
		return n
	}
	var last world.Entity // as it was picked up
	r.s.cfg.Observer = entityObserver{removed: func(e *world.Entity) { last = *e }}
	steps := 0
	for ; has() == 0 && steps < 120; steps++ {
		r.play(1)
	}
	t.Logf("picked up after %d steps, at %v, flags %b", steps, last.Motion.Pos, last.Motion.Flags)
	if items, _ := itemsIn(r); has() != 1 || len(items) != 0 {
		t.Fatalf("has %d, %d lie", has(), len(items))
	}
	if last.Motion.Flags&world.Asleep == 0 || last.Motion.Vel != (world.Vec{}) {
		t.Errorf("it was picked up as it moved: %+v", last.Motion)
	}
	ann.agrees()
}

// TestBagPartlyFull: of a stack on the ground a player picks up as many as there is room for.
func TestBagPartlyFull(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative = false })
	ann := r.join("ann")
	r.play(60)
	fillInventory(r, ann)
	r.s.rec.PutInventorySlot(ann.stream(), 7, world.StackOf(world.Glass, 60))
	at := ann.avatar().Motion.Pos.Block()
	r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, world.StackOf(world.Glass, 9), world.BottomCentre(at))
	r.s.endTransaction("glass")
	r.play(30)
	items, count := itemsIn(r)
	if st := r.s.World().Player(ann.stream()).Slots[7]; st.Count != 64 || count != 5 || len(items) != 1 {
		t.Fatalf("%v in the bag, %d lie", st, count)
	}
	ann.agrees()
}

// TestPickedUpUnseen: an item that comes to lie before a player and is picked up by him between two updates is told with the slot that it
// went into, or nothing would explain that slot; of his own he is not told, nor is anybody else told of it.
func TestPickedUpUnseen(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Creative, c.UpdateRate = false, 2 })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	at := ann.avatar().Motion.Pos.Block()
	thrown := 0
	for n := range 40 {
		before := len(ann.updates)
		ann.items, bob.items = ann.items[:0], bob.items[:0]
		of := bob.stream()
		if n%4 == 3 {
			of = ann.stream()
		}
		r.s.rec.Author = of
		slot, _ := r.s.rec.Spawn(of, r.s.World().Stream(of).Stamp, world.KindItem, world.Air, world.StackOf(world.Glass, 2), world.BottomCentre(at))
		id := r.s.World().Entity(slot).ID
		if of != ann.stream() {
			r.s.rec.Do(edits.Edit{Kind: edits.SetOwner, ID: id, Stream: timestream.Server})
			m := r.s.World().Entity(slot).Motion
			m.Flags |= world.Asleep | world.OnGround
			r.s.rec.SetMotion(slot, r.s.World().Stream(ann.stream()).Stamp, &m)
		}
		r.s.endTransaction("glass")
		for r.s.World().Find(id) != world.NoEntity && len(ann.updates) == before {
			r.play(1)
		}
		if len(ann.updates) > before || r.s.World().Find(id) != world.NoEntity {
			continue // told of it while it lay there
		}
		for len(ann.updates) == before {
			r.play(1)
		}
		told := 0
		for i := range ann.items {
			if ann.items[i].ID == id && ann.items[i].Stack.Count == 2 {
				told++
			}
		}
		want := 1
		if of == ann.stream() {
			want = 0
		}
		if told != want || len(bob.items) > 0 {
			t.Fatalf("%d: an item of %d: told %d times, bob of %v", n, of, told, bob.items)
		}
		thrown += want
		r.play(7)
	}
	if t.Logf("%d items picked up unseen", thrown); thrown < 10 {
		t.Error("not enough")
	}
	ann.agrees()
	bob.agrees()
}
