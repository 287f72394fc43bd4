package sim

import (
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// stage returns a floor with an avatar of stream 1 at rest in the middle of a section, on a server or on that client.
func stage(all bool) *Sim {
	w := world.New()
	for x := int32(-1); x <= 1; x++ {
		for z := int32(-1); z <= 1; z++ {
			w.SetSection(world.SectionPos{X: x, Y: -1, Z: z}, world.NewSection(world.Stone))
			w.SetSection(world.SectionPos{X: x, Z: z}, world.NewSection(world.Air))
			w.SetSection(world.SectionPos{X: x, Y: 1, Z: z}, world.NewSection(world.Air))
		}
	}
	w.AddStream(timestream.Server, 0, 1)
	w.AddStream(1, 0, 1)
	w.AddPlayer(1, world.Player{Name: "p"})
	for _, p := range w.AppendSections(nil) {
		w.SetSubscription(1, world.Subscription{Section: p, Epoch: 1, Confirmed: true})
	}
	e := world.Entity{ID: world.AvatarID(1), Kind: world.KindAvatar, Stream: 1}
	e.Motion.Pos = world.BottomCentre(world.Pos{X: 8, Z: 8})
	e.Motion.Flags = world.OnGround
	w.AddEntity(e)
	return &Sim{R: &edits.Recorder{W: w}, Authoritative: all, Own: 1}
}

// put adds an item that has been at rest since an instant.
func put(s *Sim, n uint32, at world.Vec, since timestream.Time, st world.Stack) world.EntityID {
	e := world.Entity{ID: world.MakeEntityID(timestream.Server, n), Kind: world.KindItem, Stream: timestream.Server, At: since, Stack: st}
	e.Motion.Pos, e.Motion.Flags = at, world.OnGround|world.Asleep
	s.R.W.AddEntity(e)
	return e.ID
}

func held(s *Sim) (n int) {
	for _, st := range s.R.W.Player(1).Slots {
		n += int(st.Count)
	}
	return n
}

// TestPickUpIsPredicted: a client picks up an item near its avatar at the same tick as the server, and neither picks up
// one that comes to rest later.
func TestPickUpIsPredicted(t *testing.T) {
	here := world.BottomCentre(world.Pos{X: 8, Z: 8})
	for _, all := range []bool{true, false} {
		s := stage(all)
		put(s, 1, here, 0, world.StackOf(world.Stone, 3))
		put(s, 2, here, 170_000, world.StackOf(world.Dirt, 5))
		put(s, 3, world.BottomCentre(world.Pos{X: 10, Z: 8}), 0, world.StackOf(world.Sand, 7))
		for tick, want := range map[timestream.Time]int{50_000: 3, 150_000: 3, 200_000: 8} {
			before := s.R.W.Hash()
			for m := timestream.Time(50_000); m <= tick; m += 50_000 {
				s.EnterTick(1, m)
				s.RunTick(1, m)
			}
			if n := held(s); n != want {
				t.Errorf("server %v: %d picked up by %d, want %d", all, n, tick, want)
			}
			if s.R.Revert(); s.R.W.Hash() != before {
				t.Errorf("server %v: picking up and reverting leaves a trace", all)
			}
		}
	}
}

// TestWaking removes the ground under a sleeping item, and puts a block into its cell: the item moves and comes to rest
// again. One two blocks away stays. Reverted, all lie as before.
func TestWaking(t *testing.T) {
	for _, how := range []string{"broken", "put"} {
		s := stage(true)
		w := s.R.W
		cell := world.Pos{X: 4, Z: 4}
		id := put(s, 1, world.BottomCentre(cell), 0, world.StackOf(world.Stone, 1))
		far := put(s, 2, world.BottomCentre(world.Pos{X: 6, Z: 4}), 0, world.StackOf(world.Stone, 1))
		s.Advance(timestream.Server, 320_000)
		s.R.Commit()
		before := w.Hash()
		if at := w.Entity(w.Find(id)).At; at != 0 || len(w.Awake(timestream.Server)) != 0 {
			t.Fatalf("%s: the sleeping item has moved to %d", how, at)
		}
		want := world.BottomCentre(cell.Below())
		if how == "broken" {
			s.R.PutBlock(1, cell.Below(), world.Air)
		} else {
			s.R.PutBlock(1, cell, world.Stone)
			want = world.BottomCentre(cell.Above())
		}
		if e := w.Entity(w.Find(id)); e.Motion.Flags&world.Asleep != 0 || e.At != 320_000 || len(w.Awake(timestream.Server)) != 1 {
			t.Fatalf("%s: it still sleeps, since %d", how, e.At)
		}
		s.Advance(timestream.Server, 3_000_000)
		if e := w.Entity(w.Find(id)); e.Motion.Flags&world.Asleep == 0 || e.Motion.Pos != want || e.At <= 320_000 {
			t.Errorf("%s: it is at %v since %d, want %v", how, e.Motion.Pos, e.At, want)
		}
		if e := w.Entity(w.Find(far)); e.At != 0 {
			t.Errorf("%s: the item two blocks away was woken", how)
		}
		s.R.Revert()
		if n := len(w.Sleeping(cell.Section())); w.Hash() != before || n != 2 {
			t.Errorf("%s: undoing leaves a trace: %d lie there", how, n)
		}
	}
}

// TestWokenForWhoTookTheGround: an item whose ground a player takes falls on that player's time, who predicts it, and comes to rest there;
// one whose place he does not know, or whose ground the server takes, falls on the server's. Reverted, all lie as before.
func TestWokenForWhoTookTheGround(t *testing.T) {
	cell := world.Pos{X: 4, Z: 4}
	for _, k := range []struct {
		name  string
		by    timestream.Stream
		known bool
		want  timestream.Stream
	}{{"known", 1, true, 1}, {"unknown", 1, false, timestream.Server}, {"of the server", timestream.Server, true, timestream.Server}} {
		s := stage(true)
		w := s.R.W
		id := put(s, 1, world.BottomCentre(cell), 0, world.StackOf(world.Stone, 1))
		if !k.known {
			w.SetSubscription(1, world.Subscription{Section: cell.Section()})
		}
		before := w.Hash()
		s.R.Author, s.R.Now = k.by, 320_000
		s.R.PutBlock(1, cell.Below(), world.Air)
		s.R.Author = timestream.Server
		e := w.Entity(w.Find(id))
		if e.Stream != k.want || e.Motion.Flags&world.Asleep != 0 {
			t.Fatalf("%s: the item is on stream %d, flags %b", k.name, e.Stream, e.Motion.Flags)
		}
		s.Advance(k.want, 3_000_000)
		if e = w.Entity(w.Find(id)); e.Motion.Pos != world.BottomCentre(cell.Below()) || e.Motion.Flags&world.Asleep == 0 {
			t.Errorf("%s: it is at %v", k.name, e.Motion.Pos)
		}
		if s.R.Revert(); w.Hash() != before {
			t.Errorf("%s: undoing leaves a trace", k.name)
		}
		t.Logf("%s: falls on stream %d", k.name, k.want)
	}
}

// pile puts 4,000 items of many kinds around the avatar, whose inventory is full of another block.
func pile(s *Sim) {
	for i := range uint32(4000) {
		at := world.BottomCentre(world.Pos{X: 8, Z: 8})
		at[world.AxisX] += int64(i%64) * world.Unit / 100 //exact: below a block
		put(s, i+1, at, 0, world.StackOf(world.Stone+world.Block(i%50), 1))
	}
	for k := range world.InventorySize {
		s.R.PutInventorySlot(1, k, world.StackOf(world.FencePost, 64))
	}
	s.R.Commit()
}

// TestFullInventoryLeavesItems: a player on a pile with a full inventory picks up none of it, and with room everything
// that fits.
func TestFullInventoryLeavesItems(t *testing.T) {
	s := stage(true)
	pile(s)
	n := s.R.W.EntityCount()
	s.Advance(1, 50_000)
	if s.R.W.EntityCount() != n {
		t.Fatal("something was picked up")
	}
	s.R.PutInventorySlot(1, 5, world.Stack{})
	s.Advance(1, 100_000)
	if st := s.R.W.Player(1).Slots[5]; st != (world.StackOf(world.Stone, 64)) || s.R.W.EntityCount() != n-64 {
		t.Fatalf("%v was picked up, and %d bodies are gone", st, n-s.R.W.EntityCount())
	}
}

// BenchmarkPile is a tick of a player who stands on 4,000 items with a full inventory.
func BenchmarkPile(b *testing.B) {
	s := stage(true)
	pile(s)
	tick := timestream.Time(0)
	b.ReportAllocs()
	for b.Loop() {
		tick = tick.Add(timestream.TickLength)
		s.Advance(1, tick)
		s.R.Commit()
	}
}

// TestThrownFlies: an item thrown straight up over the own head is not caught before world.PickUpDelay, and is at the first tick after it
// that it is near.
func TestThrownFlies(t *testing.T) {
	for _, all := range []bool{true, false} {
		s := stage(all)
		at := world.BottomCentre(world.Pos{X: 8, Z: 8})
		at[world.AxisY] += world.Unit
		const from = timestream.Time(50_000)
		s.Advance(1, from)
		if !s.R.Throw(1, from, world.StackOf(world.Stone, 1), at, world.Vec{}) {
			t.Fatal("it was not thrown")
		}
		ticks := 0
		for m := from + 50_000; m < from.Add(world.PickUpDelay); m += 50_000 {
			s.Advance(1, m)
			ticks++
			if n := held(s); n != 0 {
				t.Fatalf("it was picked up after %v", m)
			}
		}
		s.Advance(1, from.Add(world.PickUpDelay))
		if n := held(s); n != 1 || ticks != 15 {
			t.Errorf("%d in the inventory after %d ticks and %v", n, ticks, world.PickUpDelay)
		}
	}
}
