package server

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/world"
)

// TestSlowStore: with a store that takes 500 ms for each batch, a client that sees no change is told exactly what and when it would be
// told with an instant store; a client that sees changes is told later, and everything.
func TestSlowStore(t *testing.T) {
	type told struct{ ann, bob, cat []int } // updates by step
	play := func(slow time.Duration) (out told, acks []uint64) {
		delay := time.Duration(0)
		r := newHarness(t, func(c *Config) {
			c.Store = store.NewMemory(func() time.Duration { return delay })
			c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i%2)*3 + int32(i/2)*1000}) }
		})
		ann, bob, cat := r.join("ann"), r.join("bob"), r.join("cat")
		r.play(120)
		delay = slow
		for n := range 600 {
			if n%20 == 0 && n < 400 {
				if n%40 == 0 {
					ann.do(placeBeside(1), r.s.Now())
				} else {
					ann.do(actions.Action{Kind: actions.FinishBreak, Pos: world.Pos{X: 1, Z: 2}, Aim: actions.Aim{8, 8, 8}}, r.s.Now())
				}
			}
			r.play(1)
			out.ann = append(out.ann, len(ann.updates))
			out.bob = append(out.bob, len(bob.updates))
			out.cat = append(out.cat, len(cat.updates))
			acks = append(acks, ann.acked)
		}
		for _, h := range r.hands {
			h.agrees()
		}
		if r.s.Metrics().UpdatesDropped > 0 || r.s.Metrics().Actions[actions.Done] < 20 {
			t.Fatalf("%d updates dropped, actions %v", r.s.Metrics().UpdatesDropped, r.s.Metrics().Actions)
		}
		return out, acks
	}
	quick, quickAcks := play(0)
	slow, slowAcks := play(500 * time.Millisecond)
	if !slices.Equal(quick.cat, slow.cat) {
		t.Error("who sees no change waits")
	}
	if slices.Equal(quick.ann, slow.ann) || slices.Equal(quick.bob, slow.bob) {
		t.Error("who sees changes does not wait")
	}
	for n := range slowAcks { // 30 steps are 500 ms
		if n >= 32 && slowAcks[n] < quickAcks[n-32] {
			t.Fatalf("step %d: acked %d, without delay %d half a second before", n, slowAcks[n], quickAcks[n-32])
		}
		if n >= 29 && slowAcks[n] > quickAcks[n-29] {
			t.Fatalf("step %d: acked %d before the batch was durable", n, slowAcks[n])
		}
	}
}

// newHarnessWithChanges makes a server in which n sections have changed since their snapshots.
func newHarnessWithChanges(t testing.TB, n int) *harness {
	r := newHarness(t, func(c *Config) { c.MaxSections = 1 << 20 })
	for i := range n {
		p := world.SectionPos{X: int32(i % 400), Y: int32(i / 160000), Z: int32(i / 400 % 400)}
		r.s.loadNow(p)
		r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p.PosAt(i % world.SectionCells), Block: world.Planks})
		r.s.endTransaction("test")
	}
	return r
}

// TestSnapshotsInSteps: however many sections have changed, a step makes a bounded number of snapshots, and each section gets one.
func TestSnapshotsInSteps(t *testing.T) {
	const n = 5000
	r := newHarnessWithChanges(t, n)
	r.now = 31 * time.Second
	last := 0
	for range n/sections.SnapshotsPerStep + 10 {
		r.steps(1)
		m := r.s.Metrics()
		if m.SectionsSaved-last > sections.SnapshotsPerStep {
			t.Fatalf("%d snapshots in a step", m.SectionsSaved-last)
		}
		last = m.SectionsSaved
	}
	if last != n {
		t.Fatalf("%d snapshots of %d", last, n)
	}
	for i := range n {
		p := world.SectionPos{X: int32(i % 400), Z: int32(i / 400 % 400)}
		if kept, _ := r.s.cfg.Store.Section(p); kept.Packed == nil || len(kept.Changes) > 0 {
			t.Fatalf("section %s: %+v", p, kept)
		}
	}
}

// BenchmarkSnapshots measures the longest step while snapshots of 100,000 changed sections are made; -short makes 5,000.
func BenchmarkSnapshots(b *testing.B) {
	n := 100_000
	if testing.Short() {
		n = 5_000
	}
	for b.Loop() {
		r := newHarnessWithChanges(b, n)
		r.steps(1)
		r.now = 31 * time.Second
		most, all, cpu, steps := time.Duration(0), time.Duration(0), time.Duration(0), 0
		runtime.LockOSThread() // so that other load on a busy machine can be told apart
		for r.s.Metrics().SectionsSaved < n {
			began, ran := time.Now(), threadTime()
			r.steps(1)
			took := time.Since(began)
			most, all, cpu, steps = max(most, took), all+took, max(cpu, threadTime()-ran), steps+1
		}
		runtime.UnlockOSThread()
		b.ReportMetric(float64(cpu.Microseconds())/1000, "longest-cpu-ms")
		b.ReportMetric(float64(most.Microseconds())/1000, "longest-ms")
		b.ReportMetric(float64(all.Microseconds())/float64(steps), "us/step")
		b.ReportMetric(float64(steps), "steps")
	}
}

// TestReadOnly: a world that cannot store anything refuses persistent actions, with a reason and an ack, lets players move and talk,
// and goes on where it was when it can store again.
func TestReadOnly(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	ann.do(placeBeside(1), r.s.Now())
	r.play(60)
	hash := r.s.Hash()
	on, _ := r.s.Handover()
	if ann.conn.reason == "" || on.Ceiling != r.s.Now() || len(on.Players) != 1 {
		t.Fatalf("%q, %+v", ann.conn.reason, on)
	}
	frozen := store.NewReadOnly(m, nil)
	cold := newHarness(t, func(c *Config) { c.Store, c.ReadOnly = frozen, actions.DiskFull })
	cold.now, cold.hands = r.now, r.hands
	ann.resume(cold)
	bob := cold.join("bob")
	cold.play(60)
	refused := []actions.Action{
		ann.do(placeBeside(2), cold.s.Now()), ann.do(actions.Action{Kind: actions.FinishBreak, Pos: world.Pos{X: 1, Z: 2}}, ann.stamp),
		ann.do(actions.Action{Kind: actions.StartBreak, Pos: world.Pos{X: 1, Z: 2}}, ann.stamp), ann.do(actions.Action{Kind: actions.MoveItem, ToSlot: 5, Count: 3}, ann.stamp),
	}
	done := []actions.Action{
		ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, ann.stamp), ann.do(actions.Action{Kind: actions.Chat, Text: "hm"}, ann.stamp),
		ann.do(actions.Action{Kind: actions.SelectSlot, Slot: 3}, ann.stamp),
	}
	from := ann.avatar().Motion.Pos
	cold.play(60)
	for _, a := range refused {
		if ann.why[a.Number] != actions.DiskFull {
			t.Errorf("%s: %s", a.Kind, ann.why[a.Number])
		}
	}
	for _, a := range done {
		if why, ok := ann.why[a.Number]; ok {
			t.Errorf("%s: %s", a.Kind, why)
		}
	}
	at := ann.avatar().Motion.Pos
	if ann.acked < done[2].Number || at == from || cold.s.Hash() != hash || frozen.Err() != nil {
		t.Fatalf("acked %d of %d, at %v, hash %x, %v", ann.acked, done[2].Number, at, cold.s.Hash(), frozen.Err())
	}
	ann.agrees()
	bob.agrees()
	ann.do(actions.Action{Kind: actions.SetKeys}, ann.stamp)
	cold.play(5)
	at = ann.avatar().Motion.Pos
	now := cold.s.Now()
	cold.s.Handover()
	m.Commit(0, frozen.Carried())
	warm := newHarness(t, func(c *Config) { c.Store = m })
	warm.now, warm.hands = cold.now, cold.hands
	ann.resume(warm)
	bob.resume(warm)
	warm.play(60)
	ann.do(placeBeside(ann.avatar().Motion.Pos.Block().X+1), warm.s.Now())
	warm.play(30)
	if !ann.welcome.Resumed || !bob.welcome.Resumed || warm.s.Now() < now || warm.s.World().Player(ann.stream()).Selected != 3 {
		t.Fatal("it does not go on where it was")
	}
	if got := ann.avatar().Motion.Pos; got[0] != at[0] || got[2] != at[2] {
		t.Errorf("at %v, was at %v", got, at)
	}
	ann.agrees()
	bob.agrees()
	if st, _ := m.Load(); len(st.Chat) != 1 || len(st.Players) != 2 || st.Hash != warm.s.sections.Hash() {
		t.Errorf("%+v", st)
	}
}

// TestReadOnlyRefusesAll: each kind of action that can change blocks or items is persistent.
func TestReadOnlyRefusesAll(t *testing.T) {
	for k := range actions.KindCount {
		lasts := map[actions.Kind]bool{actions.StartBreak: true, actions.FinishBreak: true, actions.Place: true, actions.MoveItem: true, actions.Use: true, actions.Drop: true, actions.Craft: true, actions.BoxMove: true, actions.Trade: true,
			actions.StartEat: true, actions.FinishEat: true, actions.WriteSign: true, actions.Scoop: true, actions.Provide: true}[k]
		if k.Persistent() != lasts {
			t.Errorf("%s: %v", k, k.Persistent())
		}
	}
	f := store.NewReadOnly(store.NewMemory(nil), nil)
	if f.Commit(0, &store.Batch{Players: []store.PlayerRow{{Name: "a"}}}); f.Err() != nil {
		t.Error(f.Err())
	}
	for _, b := range []store.Batch{
		{Changes: make([]store.BlockChange, 1)}, {Entities: make([]world.Entity, 1)}, {RemovedEntities: make([]world.EntityID, 1)}, {ChecksChanged: true},
		{Snapshots: make([]store.Snapshot, 1)},
	} {
		f := store.NewReadOnly(store.NewMemory(nil), nil)
		if f.Commit(0, &b); f.Err() != store.ErrReadOnly {
			t.Errorf("%+v is taken: %v", b, f.Err())
		}
	}
}
