package server

import (
	"errors"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// slowSource is a source whose sections are ready some steps after they were requested.
type slowSource struct {
	sections.OnDemand
	t     *testing.T
	asked map[world.SectionPos]bool
	wants []world.SectionPos
	lag   int
	turn  int
	most  int
	err   error
}

func (l *slowSource) Immediate() bool { return false }

func (l *slowSource) Request(p world.SectionPos) {
	if l.asked[p] {
		l.t.Errorf("%v is asked for twice", p)
	}
	l.asked[p] = true
	l.wants = append(l.wants, p)
	l.most = max(l.most, len(l.wants))
}

func (l *slowSource) Ready() (r sections.Loaded, ok bool) {
	if l.turn++; l.turn%l.lag != 0 || len(l.wants) == 0 {
		return r, false
	}
	p := l.wants[0]
	l.wants = l.wants[1:]
	delete(l.asked, p)
	r = l.Load(p)
	if l.err != nil {
		r = sections.Loaded{Pos: p, Err: l.err}
	}
	return r, true
}

// TestSlowSource: a client gets all of its sections although each takes a while to make, none is requested twice, and at most the
// bounded number is requested at a time.
func TestSlowSource(t *testing.T) {
	m := store.NewMemory(nil)
	l := &slowSource{OnDemand: sections.OnDemand{Store: m, Generate: flatSection}, t: t, asked: map[world.SectionPos]bool{}, lag: 3}
	r := newHarness(t, func(c *Config) { c.Store, c.SectionSource, c.View, c.ViewY = m, l, 3, 1 })
	ann := r.join("ann")
	r.play(60 * 12)
	ann.agrees()
	if n := r.s.World().Stream(1).Subscriptions.Len(); n != 37*3 || l.most > requestedAlone {
		t.Fatalf("%d subscriptions, %d asked for at once", n, l.most)
	}
	if r.s.Err() != nil {
		t.Fatal(r.s.Err())
	}
	l.most = 0
	for i := range int32(20) { // sections requested on the way arrive first, and at most those
		ann.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 1000 * i, Y: 3}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		r.play(20)
	}
	if l.most > requestedAlone {
		t.Fatalf("%d asked for at once by who jumps about", l.most)
	}
	r.play(60 * 12)
	ann.agrees()
	l.err = errors.New("the disk is gone")
	ann.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 40000, Y: 3}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
	r.play(60)
	if r.s.Err() != l.err {
		t.Fatal("a section that cannot be read is no error")
	}
}

// TestManyShareTheWorkers: one client alone has more sections requested at once than each of several.
func TestManyShareTheWorkers(t *testing.T) {
	m := store.NewMemory(nil)
	l := &slowSource{OnDemand: sections.OnDemand{Store: m, Generate: flatSection}, t: t, asked: map[world.SectionPos]bool{}, lag: 3}
	r := newHarness(t, func(c *Config) { c.Store, c.SectionSource, c.View, c.ViewY = m, l, 5, 2 })
	players := []*testClient{r.join("ann")}
	r.play(60)
	if n := r.s.clients.sessions[0].area.requested; n <= requestedPerClient || n > requestedAlone {
		t.Errorf("%d sections are requested for the only one", n)
	}
	for i, name := range []string{"bob", "cat", "dan"} {
		p := r.join(name)
		r.play(5)
		p.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 1000 * int32(i+1), Y: 3}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		r.play(30)
		players = append(players, p)
	}
	for i, c := range r.s.clients.sessions {
		if n := c.area.requested; i > 0 && n > requestedPerClient {
			t.Errorf("%d sections are requested for player %d of several", n, i)
		}
	}
	t.Logf("%d sections are requested for %d players", r.s.sections.Requested(), len(players))
}

// TestLooksAhead: while a client has no room for more sections, those that it will be sent next are requested all the same, as those before them arrive.
func TestLooksAhead(t *testing.T) {
	m := store.NewMemory(nil)
	l := &slowSource{OnDemand: sections.OnDemand{Store: m, Generate: flatSection}, t: t, asked: map[world.SectionPos]bool{}, lag: 2}
	r := newHarness(t, func(c *Config) {
		c.Store, c.SectionSource, c.View, c.ViewY, c.BulkCredit, c.BulkBytes = m, l, 4, 1, 2, 1
	})
	ann := r.join("ann")
	ann.mute = true
	most, opened := 0, 0
	for range 60 * 6 {
		r.play(1)
		most, opened = max(most, r.s.World().SectionCount()), r.s.World().Stream(1).Subscriptions.Len()
	}
	if t.Logf("%d sections in memory, %d of them opened, %d requested at once", most, opened, l.most); most < len(interestOrder(4, 1, 0)) || opened > 8 {
		t.Error("not all of the view was requested, as those came that had been requested before")
	}
}

// TestViewIsTheClients: a client that asks for a shorter view distance is sent fewer sections.
func TestViewIsTheClients(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.View = 4 })
	h := &testClient{t: t, name: "ann", next: 1, why: map[uint64]actions.Refusal{}}
	r.hands = append(r.hands, h)
	r.connect(h, &protocol.Join{Name: "ann", ViewDistance: 2})
	r.play(60)
	h.agrees()
	if n := r.s.World().Stream(1).Subscriptions.Len(); n != 21*3 {
		t.Fatalf("%d subscriptions", n)
	}
}

// TestSectionsComeBack: changed sections leave memory when nobody is near and come back as they were, within a run, after a clean stop
// and after a power cut; and the hash of all changed sections is the same each time.
func TestSectionsComeBack(t *testing.T) {
	m := store.NewMemory(store.FixedDelay(20 * ms))
	few := func(c *Config) { c.MaxSections, c.SaveEvery = 40, 2*time.Second }
	r := newHarness(t, func(c *Config) { few(c); c.Store = m })
	ann := r.join("ann")
	r.play(60)
	for i := int32(1); i <= 4; i++ {
		ann.do(placeBeside(i), r.s.Now())
		r.play(20)
	}
	hash := r.s.Hash()
	if hash == 0 || ann.dumb.ChangedHash() != hash {
		t.Fatalf("hash %x, the client's %x, %v", hash, ann.dumb.ChangedHash(), ann.why)
	}
	there := func(x int32) {
		t.Helper()
		ann.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: x, Y: 0}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		r.play(60 * 3)
		ann.agrees()
	}
	there(2000)
	if r.s.World().HasSection(world.SectionPos{}) || r.s.Metrics().SectionsSaved == 0 {
		t.Fatal("what nobody is near stays in memory")
	}
	there(0)
	if blockBeside(ann, 4) != world.Stone || r.s.Hash() != hash || ann.dumb.ChangedHash() != hash {
		t.Fatal("a section came back otherwise")
	}
	left := m.Crash(r.now)
	for _, st := range []*store.Memory{left.Crash(r.now), m} {
		if st == m {
			if err := r.s.Stop("good night"); err != nil {
				t.Fatal(err)
			}
		}
		r = newHarness(t, func(c *Config) { few(c); c.Store = st })
		ann = r.join("ann")
		r.play(60)
		ann.agrees()
		if blockBeside(ann, 4) != world.Stone || r.s.Hash() != hash || ann.dumb.ChangedHash() != hash {
			t.Fatal("a section is another one after a restart")
		}
	}
}

// TestDroppedWhenDurable: a changed section stays in memory until a snapshot of it is durable, however little room there is and
// however slow the disk: the store would return it as it was before.
func TestDroppedWhenDurable(t *testing.T) {
	r := newHarness(t, func(c *Config) {
		c.MaxSections, c.SaveEvery, c.Store = 1, time.Second, store.NewMemory(store.FixedDelay(restTime+2*time.Second))
		c.Bounds.HoldUpdates = time.Minute
	})
	ann := r.join("ann")
	r.play(60 * 20)
	there := func(x int32) {
		ann.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: x, Y: 0}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		r.play(30)
	}
	ann.do(placeBeside(1), r.s.Now())
	there(2000)
	r.play(int(restTime / stepAt)) // it has rested for so long that it would be dropped
	if !r.s.World().HasSection(world.SectionPos{}) || blockBeside(ann, 1) != world.Stone {
		t.Fatalf("left memory before it was durable; %v", ann.why)
	}
	r.play(60 * 12)
	if r.s.World().HasSection(world.SectionPos{}) {
		t.Fatal("stays in memory for ever")
	}
	there(0)
	if blockBeside(ann, 1) != world.Stone {
		t.Fatal("came back otherwise")
	}
	r.play(60 * 15)
	ann.agrees()
}

// TestHashOfItsBatch: the hash that is stored with a change is the hash after it, wherever the power is cut.
func TestHashOfItsBatch(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	for _, x := range []int32{1, -1} {
		before := r.s.Hash()
		ann.do(placeBeside(x), r.s.Now())
		for n := 0; r.s.Hash() == before; n++ {
			if n > 60 {
				t.Fatalf("nothing changes: %v", ann.why)
			}
			r.play(1)
		}
		left, _ := r.crash(m, nil)
		if got, want := left.s.Hash(), r.s.Hash(); got != want {
			t.Fatalf("the hash is kept as %x, not %x", got, want)
		}
	}
}

// TestUnread: a client that goes on talking and reads nothing that it is sent loses its session with a reason.
func TestUnread(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Bounds.UnreadTimeout = 0 })
	ann, bob := r.join("ann"), r.join("bob")
	id := uint64(0)
	for range 60 * 20 {
		if id++; id%60 == 0 {
			n, _ := ann.dumb.Progress()
			ann.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{ID: id, LastUpdate: n}))
			bob.conn.value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{ID: id, LastUpdate: 1}))
		}
		if !bob.conn.closed {
			bob.declare(r.s.Now())
		}
		ann.declare(r.s.Now())
		r.step(stepAt)
	}
	ann.agrees()
	if ann.conn.closed || bob.conn.reason != "nothing of what is sent is read" {
		t.Fatalf("%q %q", ann.conn.reason, bob.conn.reason)
	}
}

// TestNothingStaysWhenAllLeft: while somebody is here land that nobody sees stays in memory up to its bound; some seconds after all have left
// nothing of it does, what they have built comes back from the store, and who comes back finds it.
func TestNothingStaysWhenAllLeft(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) {
		c.Store, c.View, c.ViewY, c.SaveEvery = m, 4, 2, time.Second
		c.Bounds.Linger = time.Second
	})
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	ann.do(placeBeside(1), r.s.Now())
	r.play(60)
	hash, all := r.s.Hash(), r.s.SectionsLoaded()
	bob.conn.Close(LeaveReason)
	for range 60 * 20 {
		ann.declare(r.s.Now())
		r.step(stepAt)
	}
	if n := r.s.SectionsLoaded(); n != all || hash == 0 {
		t.Fatalf("%d of %d sections are left while somebody is here", n, all)
	}
	ann.conn.Close(LeaveReason)
	for n := 0; !r.s.Idle(); n++ {
		if r.step(stepAt); n > 600 {
			t.Fatal("ann stays")
		}
	}
	left := r.s.Now()
	for r.s.SectionsLoaded() > 0 {
		if r.step(stepAt); r.s.Now().Sub(left) > 30*timestream.Second {
			t.Fatalf("%d sections stay in memory of %d", r.s.SectionsLoaded(), all)
		}
	}
	t.Logf("%d sections in memory, none %d ms after the last has left", all, r.s.Now().Sub(left)/timestream.Millisecond)
	if r.s.Hash() != hash {
		t.Errorf("the hash is %x, not %x", r.s.Hash(), hash)
	}
	r.hands = nil
	ann = r.join("ann")
	r.play(120)
	ann.agrees()
	if n := r.s.SectionsLoaded(); n == 0 || r.s.Hash() != hash {
		t.Errorf("%d sections came back, hash %x, not %x", n, r.s.Hash(), hash)
	}
}
