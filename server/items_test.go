package server

import (
	"testing"
	"time"

	"voxtide/cputime"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// lie returns the items of the world and how many blocks they are.
func lie(r *rig) (items []world.Entity, count int) {
	w := r.s.World()
	for i := range w.StreamCount() {
		for _, slot := range w.Bodies(w.StreamAt(i).Stream) {
			if e := w.Entity(slot); e.Kind == world.KindItem {
				items = append(items, *e)
				count += int(e.Stack.Count)
			}
		}
	}
	r.s.Away(func(e *world.Entity) { items, count = append(items, *e), count+int(e.Stack.Count) })
	return items, count
}

// drop lets a player's stream drop an item.
func drop(r *rig, h *hand, b world.Block, at world.Pos) {
	r.s.rec.Spawn(h.stream(), r.s.World().Stream(h.stream()).Stamp, world.KindItem, world.Air, world.Stack{Block: b, Count: 1}, world.Middle(at))
	r.s.transaction("drop")
}

// TestItemsMerge: equal items within a block become stacks of 64, and nothing is lost or won; others stay apart.
func TestItemsMerge(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative = false })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	for range 100 {
		drop(r, ann, world.Stone, world.Pos{X: 6, Z: 6})
		drop(r, ann, world.Dirt, world.Pos{X: 6, Z: 6})
		r.play(1)
	}
	drop(r, ann, world.Stone, world.Pos{X: 9, Z: 6})
	r.play(30)
	items, count := lie(r)
	if t.Logf("%d items of %d blocks, %d taken in", len(items), count, r.s.Metrics().Merged); count != 201 || len(items) != 5 {
		t.Errorf("%d items of %d blocks: %+v", len(items), count, items)
	}
	for _, h := range []*hand{ann, bob} {
		h.agrees()
		if n, _ := h.things(); n != 5 {
			t.Errorf("%s knows %d things", h.name, n)
		}
	}
}

// TestItemsLast: an item is gone 5 minutes after it came to rest, whatever happens to the server meanwhile, here and for those
// who see it; and is not in the store either.
func TestItemsLast(t *testing.T) {
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) { c.Store, c.Creative = m, false })
	ann := r.join("ann")
	r.play(60)
	drop(r, ann, world.Stone, world.Pos{X: 6, Z: 6})
	drop(r, ann, world.Stone, world.Pos{X: 900, Z: 6}) // far away from everybody
	r.play(60)
	items, _ := lie(r)
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
	items, _ = lie(r)
	if n, _ := ann.things(); n != 1 || len(items) != 2 {
		t.Fatalf("after %v: %d of 2 items, ann knows %d", r.s.Now().Sub(born), len(items), n)
	}
	pass(60 * time.Second)
	items, _ = lie(r)
	if n, _ := ann.things(); n != 0 || len(items) != 0 || r.s.Metrics().Gone != 2 {
		t.Fatalf("after %v: %d items, ann knows %d, %d gone", r.s.Now().Sub(born), len(items), n, r.s.Metrics().Gone)
	}
	r.s.Adjust(Rules{Players: 10, View: 1, Frames: 60, ItemsLast: -1}) // for ever
	drop(r, ann, world.Stone, world.Pos{X: 6, Z: 6})
	r.play(60)
	pass(400 * time.Second)
	if items, _ = lie(r); len(items) != 1 {
		t.Fatalf("%d items, which last for ever", len(items))
	}
	r.s.Adjust(Rules{Players: 10, View: 1, Frames: 60, ItemsLast: 10 * time.Second})
	r.play(120)
	if items, _ = lie(r); len(items) != 0 {
		t.Fatalf("%d items, which last 10 s", len(items))
	}
	ann.agrees()
	if st, err := m.Load(); err != nil || len(st.Entities) != 0 {
		t.Fatalf("%v, %d are kept", err, len(st.Entities))
	}
}

// TestItemsPerSection: where more lie in a section than there is room for, the oldest are gone.
func TestItemsPerSection(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative, c.View = false, 2 })
	ann := r.join("ann")
	r.play(60)
	stuff(r, ann)
	strew(r, sectionItems, func(i int) world.Pos { return world.Pos{X: int32(i % 16), Z: int32(i / 16)} })
	first, _ := lie(r)
	strew(r, 10, func(i int) world.Pos { return world.Pos{X: int32(i), Y: 2, Z: 9} })
	r.play(60)
	items, _ := lie(r)
	if len(items) != sectionItems || r.s.Metrics().Gone != 10 || len(first) != sectionItems {
		t.Fatalf("%d items, then %d, %d gone", len(first), len(items), r.s.Metrics().Gone)
	}
	ann.agrees()
	if n, _ := ann.things(); n != sectionItems {
		t.Fatalf("ann knows %d", n)
	}
}

// TestItemsPerPlayer: of what came into the world on one player's time no more than playerItems lie, and what others
// brought stays.
func TestItemsPerPlayer(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative, c.View = false, 10; c.BulkCredit = 2000; c.ItemsLast = -1 })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	stuff(r, ann)
	stuff(r, bob)
	drop(r, bob, world.Sand, world.Pos{X: 5, Z: 5})
	r.play(30)
	kinds := [...]world.Block{world.Stone, world.Dirt, world.Planks, world.Glass}
	for i := range playerItems + 200 {
		drop(r, ann, kinds[(i+i/60)%4], world.Pos{X: int32(i%60)*2 - 60, Z: int32(i/60)*2 - 70})
		if i%500 == 499 {
			r.play(12)
		}
	}
	r.play(60)
	mine, others := 0, 0
	items, _ := lie(r)
	for i := range items {
		if items[i].ID.Birth() == ann.stream() {
			mine++
		} else {
			others++
		}
	}
	if t.Logf("%d of ann's, %d gone", mine, r.s.Metrics().Gone); mine != playerItems || others != 1 || r.s.Metrics().Gone != 200 {
		t.Errorf("%d of ann's lie there and %d of others, %d gone", mine, others, r.s.Metrics().Gone)
	}
}

// TestItemsComeWithTheirSections: a start reads no land for what lies about. It comes with its section, goes with it when
// nobody is near, and comes again, as old as it is.
func TestItemsComeWithTheirSections(t *testing.T) {
	m := store.NewMemory(nil)
	set := func(c *Config) {
		c.Store, c.Creative, c.Sections, c.SaveEvery = m, false, 40, time.Second
		c.Spawn = func(i int) world.Vec { return world.Middle(world.Pos{X: int32(i) * 3}) }
	}
	r := newRig(t, func(c *Config) { set(c); c.View = 10; c.BulkCredit = 2000; c.Sections = 10000 })
	ann := r.join("ann")
	r.play(60)
	stuff(r, ann)
	strew(r, 2000, func(i int) world.Pos { return world.Pos{X: int32(i%50)*4 - 100, Z: int32(i/50)*4 - 80} })
	all, _ := lie(r)
	r.play(300)
	r.s.Stop("good night")
	m = m.Crash(r.now)
	r = newRig(t, set)
	if n := r.s.World().SectionCount(); n != 0 || len(all) != 2000 {
		t.Fatalf("%d items, and a start read %d sections", len(all), n)
	}
	ages := map[world.EntityID]timestream.Time{}
	for i := range all {
		ages[all[i].ID] = all[i].At
	}
	look := func(when string) int {
		items, _ := lie(r)
		if len(items) != len(all) {
			t.Fatalf("%s: %d of %d items", when, len(items), len(all))
		}
		for i := range items {
			if e := &items[i]; ages[e.ID] != e.At || e.Motion.Flags&world.Rests == 0 {
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
	if n, _ := ann.things(); n != here {
		t.Errorf("ann knows %d of %d", n, here)
	}
	far := world.Middle(world.Pos{X: 5000})
	r.s.bring(r.s.session(1), far)
	r.s.transaction("bring")
	r.play(600)
	gone := look("far")
	ann.agrees()
	r.s.bring(r.s.session(1), world.Middle(world.Pos{}))
	r.s.transaction("bring")
	r.play(120)
	back := look("back")
	ann.agrees()
	t.Logf("of %d items %d are in memory with ann, %d when she is far away, %d when she is back; %d sections dropped", len(all), here, gone, back, r.s.Metrics().Unloaded)
	if here == 0 || gone != 0 || back != here {
		t.Error("they do not come and go")
	}
}

// TestItemsAtRestCostNothing: a step with 50,000 items at rest around 8 players who stand costs what one without any does. What
// a step goes through is counted; its processor time is printed, and compared with what a pass through all that lies would take.
func TestItemsAtRestCostNothing(t *testing.T) {
	for _, n := range []int{0, 1000, 10000, 50000} {
		r := layAbout(t, n)
		stands, lying := len(r.s.lines.stands), r.s.World().EntityCount()-8
		moved, begin := r.s.Moved(), cputime.Used()
		for range 3000 {
			r.now += stepAt
			r.s.Step(r.now)
		}
		took := (cputime.Used() - begin) / 3000
		moved = r.s.Moved() - moved
		t.Logf("%d items lie: a step takes %v, goes through %d bodies and moves %d of 3000 steps' things", lying, took, stands, moved)
		if stands != 8 || moved != 0 || lying < n*99/100 {
			t.Errorf("%d items lie, %d bodies are gone through, %d things were moved", lying, stands, moved)
		}
	}
}

// layAbout returns a server with 8 players who stand, whose bags are full, and items at rest around them.
func layAbout(t testing.TB, n int) *rig {
	r := newRig(t, func(c *Config) { c.Creative, c.View, c.BulkCredit = false, 10, 4000 })
	for i := range 8 {
		r.join(string(rune('a' + i)))
	}
	r.play(120)
	for _, h := range r.hands {
		stuff(r, h)
	}
	strew(r, n, func(i int) world.Pos { return world.Pos{X: int32(i%224) - 112, Z: int32(i/224) - 112} })
	r.play(60)
	for _, h := range r.hands {
		if h.conn.closed {
			t.Fatal(h.conn.reason)
		}
	}
	return r
}

// TestMovingItemsAreLeft: nobody picks up what moves on the server's time, which others see elsewhere; what lies is picked
// up from the instant on at which it came to rest.
func TestMovingItemsAreLeft(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative = false })
	ann := r.join("ann")
	r.play(60)
	at := ann.avatar().Motion.Pos.Block()
	r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, world.Stack{Block: world.Glass, Count: 1}, world.Middle(world.Pos{X: at.X, Y: 8, Z: at.Z}))
	r.s.transaction("high above")
	has := func() (n int) {
		for _, st := range r.s.World().Player(ann.stream()).Slots {
			if st.Block == world.Glass {
				n += int(st.Count)
			}
		}
		return n
	}
	var last world.Entity // as it was picked up
	r.s.cfg.Observe = bodies{died: func(e *world.Entity) { last = *e }}
	steps := 0
	for ; has() == 0 && steps < 120; steps++ {
		r.play(1)
	}
	t.Logf("picked up after %d steps, at %v, flags %b", steps, last.Motion.Pos, last.Motion.Flags)
	if items, _ := lie(r); has() != 1 || len(items) != 0 {
		t.Fatalf("has %d, %d lie", has(), len(items))
	}
	if last.Motion.Flags&world.Rests == 0 || last.Motion.Vel != (world.Vec{}) {
		t.Errorf("it was picked up as it moved: %+v", last.Motion)
	}
	ann.agrees()
}

// TestBagPartlyFull: of a stack that lies there as many are picked up as there is room for.
func TestBagPartlyFull(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Creative = false })
	ann := r.join("ann")
	r.play(60)
	stuff(r, ann)
	r.s.rec.PutSlot(ann.stream(), 7, world.Stack{Block: world.Glass, Count: 60})
	at := ann.avatar().Motion.Pos.Block()
	r.s.rec.Spawn(timestream.Server, r.s.Now(), world.KindItem, world.Air, world.Stack{Block: world.Glass, Count: 9}, world.Middle(at))
	r.s.transaction("glass")
	r.play(30)
	items, count := lie(r)
	if st := r.s.World().Player(ann.stream()).Slots[7]; st.Count != 64 || count != 5 || len(items) != 1 {
		t.Fatalf("%v in the bag, %d lie", st, count)
	}
	ann.agrees()
}
