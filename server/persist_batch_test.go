package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// placeBeside is the action that places a block beside the avatar.
func placeBeside(x int32) actions.Action {
	return actions.Action{Kind: actions.Place, Pos: world.Pos{X: x, Y: 0, Z: 2}, Face: world.Down, Aim: actions.Aim{8, 0, 8}}
}

func blockBeside(h *testClient, x int32) world.Block {
	b, _ := h.r.s.World().Block(world.Pos{X: x, Z: 2})
	return b
}

// TestChangedPlayers: each player whose row has changed is in the batch once, in the order of streams, and noting it allocates nothing.
func TestChangedPlayers(t *testing.T) {
	var b pendingBatch
	const n = 1000
	note := func() []timestream.Stream {
		b.players = b.players[:0]
		for round := range 3 {
			for i := range timestream.Stream(n) {
				b.addPlayer(1 + (i*7+timestream.Stream(round))%n)
				b.addPlayer(1 + (i*7+timestream.Stream(round))%n)
			}
		}
		return b.changedPlayers()
	}
	if allocs := testing.AllocsPerRun(5, func() { note() }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
	got := note()
	if len(got) != n {
		t.Fatalf("%d players, want %d", len(got), n)
	}
	for i, of := range got {
		if of != timestream.Stream(i+1) {
			t.Fatalf("player %d is %d", i, of)
		}
	}
}

// TestHeld: an update that rests on an uncommitted batch waits, and with it all later updates, in order.
func TestHeld(t *testing.T) {
	delay := 5 * ms
	m := store.NewMemory(func() time.Duration { return delay })
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	delay = 400 * ms
	a := ann.do(placeBeside(1), r.s.Now())
	r.play(1)
	updates, stamp := len(ann.updates), ann.dumb.World().Stream(1).Stamp
	r.play(20)
	if ann.acked >= a.Number || len(ann.updates) != updates || ann.dumb.World().Stream(1).Stamp != stamp {
		t.Fatal("something left before the commit")
	}
	if m := bob.dumb.World().Section(world.SectionPos{}); m.NonAirCount() != 0 {
		t.Fatal("another sees what is not committed")
	}
	delay = 0
	for range 10 {
		r.play(1)
	}
	if ann.acked != a.Number || ann.fullUpdates != 1 || r.s.Metrics().UpdatesDropped != 0 {
		t.Fatalf("acked %d of %d, %d full updates", ann.acked, a.Number, ann.fullUpdates)
	}
	ann.agrees()
	bob.agrees()
	if blockBeside(ann, 1) != world.Stone {
		t.Fatal("no block")
	}
}

// TestHeldTooLong: after 2 s of waiting the updates are dropped, and a full update follows when the store has caught up.
func TestHeldTooLong(t *testing.T) {
	delay := time.Duration(0)
	m := store.NewMemory(func() time.Duration { return delay })
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	delay = 3 * time.Second
	a := ann.do(placeBeside(1), r.s.Now())
	r.play(1)
	delay = 0
	r.play(150)
	if ann.fullUpdates != 1 || ann.acked >= a.Number {
		t.Fatal("told before the commit")
	}
	ann.do(placeBeside(2), r.s.Now())
	r.play(60)
	if ann.fullUpdates != 2 || ann.acked <= a.Number || r.s.Metrics().UpdatesDropped == 0 {
		t.Fatalf("%d full updates, acked %d", ann.fullUpdates, ann.acked)
	}
	ann.agrees()
	bob.agrees()
	if ann.dumb.Desyncs+bob.dumb.Desyncs != 0 || bob.hashes == 0 {
		t.Fatal(ann.dumb.FirstDesync, bob.dumb.FirstDesync)
	}
}

// TestResume: actions that are sent again take effect once, held sections are not sent again, and the old connection is dead.
func TestResume(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(60)
	old := ann.conn
	old.full = true // the cut: updates of the server are lost
	lost := []actions.Action{ann.do(placeBeside(1), r.s.Now()), ann.do(placeBeside(2), r.s.Now())}
	r.play(1)
	bob.do(placeBeside(4), r.s.Now())
	r.play(5)
	lost = append(lost, ann.do(actions.Action{Kind: actions.SetYaw, Yaw: 77}, ann.stamp))
	old.in = old.in[:len(old.in)-1] // never arrives
	snapshots := r.s.Metrics().Snapshots
	ann.resume(r)
	r.steps(1)
	old.say(protocol.AppendAction(nil, &actions.Action{Kind: actions.SetYaw, Yaw: 99, Number: ann.next, At: ann.stamp}))
	r.play(30)
	if !old.closed || !ann.welcome.Resumed || ann.acked != lost[2].Number || ann.avatar().Motion.Yaw != 77 {
		t.Fatalf("closed %q, acked %d, %+v", old.reason, ann.acked, ann.why)
	}
	if ann.fullUpdates != 2 || r.s.Metrics().Snapshots != snapshots {
		t.Fatal("held sections went again")
	}
	if blockBeside(ann, 1) != world.Stone || blockBeside(ann, 2) != world.Stone || blockBeside(ann, 4) != world.Stone {
		t.Fatalf("blocks are missing: %v", ann.why)
	}
	for _, h := range r.hands {
		h.agrees()
		h.do(actions.Action{Kind: actions.CancelBreak}, h.stamp)
	}
	r.play(2)
	judged, sent := uint64(0), uint64(0)
	for _, n := range r.s.Metrics().Actions {
		judged += uint64(n)
	}
	for _, h := range r.hands {
		sent += h.next - 1
	}
	if judged != sent {
		t.Fatalf("%d actions judged of %d", judged, sent)
	}
	thief := &fakeConn{}
	r.s.Accept(thief)
	thief.say(protocol.AppendJoin(nil, &protocol.Join{Name: "ann", Token: protocol.Token{1}}))
	r.steps(1)
	if thief.reason != "name taken" || ann.conn.closed {
		t.Fatal("a session is stolen")
	}
}

// TestResumeWithoutHistory: if the edits since are no longer in the history, sections are opened again.
func TestResumeWithoutHistory(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(60)
	ann.do(placeBeside(1), r.s.Now())
	r.play(2)
	r.s.tell.source.History.Begin(r.s.journal.lastEdit + 1)
	snapshots := r.s.Metrics().Snapshots
	ann.resume(r)
	r.play(30)
	ann.agrees()
	if r.s.Metrics().Snapshots != snapshots+27 {
		t.Fatal("not opened again")
	}
}

// TestCrash: a server killed at a random moment goes on from what its store has. No acked action is lost and none takes effect twice,
// though the clients send again all that were not acked. The clients break blocks beside columns of sand, and have no room for most of
// what they break: items and falling blocks come and go, and none of their matter is lost or doubled.
func TestCrash(t *testing.T) {
	rnd := testrand.New(t)
	items, falling := 0, 0
	set := func(c *Config) {
		c.Creative, c.ItemLifetime = false, -1
		c.StartingInventory = nil
		for i := range world.InventorySize {
			c.StartingInventory = append(c.StartingInventory, world.StackOf([...]world.Block{world.Stone, world.Sand, world.Torch, world.Dirt}[min(i, 3)], 64))
		}
		c.Observer = entityObserver{spawned: func(e *world.Entity) {
			switch e.Kind {
			case world.KindItem:
				items++
			case world.KindFallingBlock:
				falling++
			}
		}}
	}
	for range 30 {
		m := store.NewMemory(func() time.Duration { return time.Duration(rnd.IntN(100)) * ms })
		r := newHarness(t, func(c *Config) { set(c); c.Store = m })
		r.join("ann")
		r.join("bob")
		r.play(60)
		sand := 2 * 64
		for x := int32(-1); x < 5; x++ {
			putBlocks(r, world.Sand, world.Pos{X: x, Y: 0, Z: -1}, world.Pos{X: x, Y: 1, Z: -1}, world.Pos{X: x, Y: 2, Z: -1})
			sand += 3
		}
		for kills := range 3 {
			for range 60 + rnd.IntN(60) {
				for _, h := range r.hands {
					if a, ok := randomBreak(h, rnd); ok {
						h.do(a, h.stamp)
					} else if rnd.IntN(20) == 0 {
						h.do(randomAction(h, rnd), h.stamp)
					}
				}
				r.play(1)
			}
			before := r.hands
			r, m = r.crash(m, set)
			r.hands = before
			began := r.s.Now()
			for _, h := range r.hands {
				acked := h.acked
				if row := r.s.roster.Find(h.name); row == nil || row.Player.LastAction < acked {
					t.Fatalf("kill %d: acked %d, %+v", kills, acked, row)
				}
				r.s.checkAckedDurable(t, h)
				h.resume(r)
			}
			r.steps(1)
			r.play(60)
			for _, h := range r.hands {
				h.agrees()
			}
			if r.s.Now() < began {
				t.Fatal("time went back")
			}
			sandItems(t, r, sand)
		}
	}
	t.Logf("%d items and %d falling blocks were born", items, falling)
	if items < 30 || falling < 30 {
		t.Error("that is too little to tell")
	}
}

// relaxedStore reports every batch as durable at once, as a store with relaxed durability does.
type relaxedStore struct {
	*store.Memory
	last uint64
}

func (h *relaxedStore) Commit(now time.Duration, b *store.Batch) uint64 {
	h.last = h.Memory.Commit(now, b)
	return h.last
}

func (h *relaxedStore) Committed(now time.Duration) uint64 {
	h.Memory.Committed(now)
	return h.last
}

// TestLostAcks: with relaxed durability a crash costs the actions of the last second, acked or not, and the sessions go on.
func TestLostAcks(t *testing.T) {
	m := store.NewMemory(store.FixedDelay(time.Second))
	r := newHarness(t, func(c *Config) { c.Store = &relaxedStore{Memory: m} })
	ann := r.join("ann")
	r.play(60 * 3)
	ann.do(placeBeside(1), r.s.Now())
	r.play(10)
	acked := ann.acked
	if blockBeside(ann, 1) != world.Stone || acked == 0 {
		t.Fatalf("acked %d, %v", acked, ann.why)
	}
	before := r.hands
	r, _ = r.crash(m, nil)
	r.hands = before
	if last := r.s.roster.Find("ann").Player.LastAction; last >= acked {
		t.Fatalf("%d is kept, %d was acked: nothing is lost", last, acked)
	}
	ann.resume(r)
	r.steps(1)
	r.play(60 * 3)
	ann.agrees()
	ann.do(placeBeside(1), r.s.Now())
	r.play(60 * 3)
	if ann.agrees(); ann.conn.closed || blockBeside(ann, 1) != world.Stone {
		t.Fatalf("closed %v %q, %v", ann.conn.closed, ann.conn.reason, ann.why)
	}
}

// checkAckedDurable compares the inventory that a client was told with the stored one: with no un-acked actions they are the same.
func (s *Server) checkAckedDurable(t *testing.T, h *testClient) {
	t.Helper()
	row := s.roster.Find(h.name)
	if row.Player.LastAction == h.acked && row.Player.Slots != h.dumb.World().Player(h.stream()).Slots {
		t.Fatalf("%s: %v, told %v", h.name, row.Player.Slots, h.dumb.World().Player(h.stream()).Slots)
	}
}

// sandItems counts sand over players, ground and air: nothing makes any, and nothing takes it away.
func sandItems(t *testing.T, r *harness, want int) {
	t.Helper()
	w := r.s.World()
	sand := 0
	for _, p := range w.AppendSections(nil) {
		sec := w.Section(p)
		for i := range world.SectionCells {
			if sec.Get(i) == world.Sand {
				sand++
			}
		}
	}
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		for _, slot := range w.Bodies(of) {
			e := w.Entity(slot)
			if e.Kind == world.KindFallingBlock && e.Block == world.Sand {
				sand++
			}
			if e.Kind == world.KindItem && e.Stack.Block() == world.Sand {
				sand += int(e.Stack.Count)
			}
		}
		if p := w.Player(of); p != nil {
			for _, st := range p.Slots {
				if st.Block() == world.Sand {
					sand += int(st.Count)
				}
			}
		}
	}
	if sand != want {
		t.Fatalf("%d of sand, not %d", sand, want)
	}
}

// TestStop: after a clean stop the time goes on from the stamp, and numbers without a gap.
func TestStop(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	ann.do(placeBeside(1), r.s.Now())
	r.play(5)
	now, e := r.s.Now(), r.s.Edits()
	r.s.Stop("good night")
	if ann.conn.reason != "good night" {
		t.Fatal("no reason")
	}
	r2, _ := r.crash(m, nil)
	if r2.s.Now() != now || r2.s.Edits() != e {
		t.Fatalf("time %d after %d, edit %d after %d", r2.s.Now(), now, r2.s.Edits(), e)
	}
	r2.hands = r.hands
	ann.resume(r2)
	r2.play(30)
	ann.agrees()
	if blockBeside(ann, 1) != world.Stone || r2.s.Now() < now.Add(400*timestream.Millisecond) {
		t.Fatal("the block is lost")
	}
}
