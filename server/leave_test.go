package server

import (
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/roster"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// connectFrom is a connection from an address that asks to join.
func (r *harness) connectFrom(name, from string, key byte) *fakeConn {
	p := &fakeConn{who: transport.Identity{key, byte(len(name)), 1}}
	var c transport.Conn = p
	if from != "" {
		c = transport.WithAddress(p, netip.MustParseAddr(from))
	}
	r.s.Accept(c)
	p.say(protocol.AppendJoin(nil, &protocol.Join{Name: name}))
	return p
}

// TestNewcomersLeaveNothing: people who join, do nothing worth keeping and leave cost nothing that lasts, in memory, on the disk or in
// the names that commands search; -rounds 100000 for that many of them.
func TestNewcomersLeaveNothing(t *testing.T) {
	n := testrand.Rounds(2000)
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) {
		c.Store = m
		c.Spawn = func(int) world.Vec { return world.BottomCentre(world.Pos{}) } // its sections are in memory already
	})
	ann := r.join("ann")
	r.play(30)
	ann.do(placeBeside(3), r.s.Now())
	r.play(5)
	ann.conn.Close(LeaveReason) // so that the memory of a test's client is not measured
	r.hands = nil
	visit := func(from, to int) time.Duration {
		begin := time.Now()
		for i := from; i < to; i++ {
			p := r.connectFrom(fmt.Sprint("guest ", i), fmt.Sprintf("198.51.%d.%d", i>>8&255, i&255), 7)
			r.step(stepAt)
			if p.closed {
				t.Fatalf("visitor %d: %q", i, p.reason)
			}
			if i%3 == 0 {
				p.say(protocol.AppendAction(nil, &actions.Action{Kind: actions.CancelBreak, Number: 1, At: r.s.Now()}))
				r.step(stepAt)
			}
			p.Close(LeaveReason)
			r.step(stepAt)
		}
		return time.Since(begin)
	}
	heap := func() uint64 {
		var ms runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&ms)
		return ms.HeapAlloc
	}
	visit(0, n/2) // rings and pools have grown by then
	before := heap()
	first := visit(n, n+n/4)
	visit(2*n, 2*n+n/2)
	last := visit(4*n, 4*n+n/4)
	after := heap()
	state, err := m.Load()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d visitors: heap %d -> %d kB, a quarter of them took %v at first and %v at last; %d rows", n+n/2, before>>10, after>>10, first, last, len(state.Players))
	if len(state.Players) != 1 || r.s.roster.Len() != 1 || len(r.s.telemetry) != 1 || len(r.s.nameQuota) != 0 {
		t.Errorf("there are %d rows on the disk, %d here, %d reports, %d sources", len(state.Players), r.s.roster.Len(), len(r.s.telemetry), len(r.s.nameQuota))
	}
	if after > before+before/10+100<<10 {
		t.Errorf("the heap has grown from %d to %d kB", before>>10, after>>10)
	}
	if r.s.Metrics().PlayersForgotten < n+n/4 {
		t.Errorf("%d rows are forgotten of %d visitors", r.s.Metrics().PlayersForgotten, n+n/2)
	}
	ann = r.join("ann")
	r.play(30)
	ann.agrees()
}

// TestWhatIsKept: a block, an item, a minute of play, a right, a claim or a ban are each kept, and the player who runs the server; a name without any of
// them is free at once.
func TestWhatIsKept(t *testing.T) {
	for what, do := range map[string]func(r *harness, h *testClient){
		"block": func(r *harness, h *testClient) { h.placeNear(1, 1) },
		"item": func(r *harness, h *testClient) {
			h.do(actions.Action{Kind: actions.MoveItem, ToSlot: 9, Count: 3}, r.s.Now())
		},
		"gift": func(r *harness, h *testClient) { r.consoleCommand("give zoe glass 1") },
		"minute": func(r *harness, h *testClient) {
			for range 65 {
				h.do(actions.Action{Kind: actions.CancelBreak}, r.s.Now())
				r.play(60)
			}
		},
		"role": func(r *harness, h *testClient) { r.consoleCommand("op zoe") }, "guest": func(r *harness, h *testClient) { r.consoleCommand("whitelist add zoe") },
		"claim": func(r *harness, h *testClient) { r.consoleCommand("claim 3 900 0 900 zoe") }, "ban": func(r *harness, h *testClient) { r.consoleCommand("ban zoe") },
		"nothing": func(r *harness, h *testClient) {
			h.do(actions.Action{Kind: actions.SelectSlot, Slot: 3}, r.s.Now())
			r.play(200)
		},
		"idle":  func(r *harness, h *testClient) { r.play(80 * 60) },
		"owner": func(r *harness, h *testClient) {},
	} {
		m := store.NewMemory(nil)
		r, _, _, _ := newAdminFixture(t, func(c *Config) { c.Store = m })
		var h *testClient
		if what == "owner" {
			h = r.joinOwner("zoe")
		} else {
			h = r.joinAs("zoe", transport.Identity{5})
		}
		r.play(30)
		do(r, h)
		r.play(5)
		h.conn.Close(LeaveReason)
		r.hands = r.hands[:2]
		r.play(5)
		next, _ := r.crash(m, nil)
		kept := what != "nothing" && what != "idle"
		if got := r.s.roster.Find("zoe") != nil; got != kept {
			t.Errorf("%s: kept %v", what, got)
		}
		if got := next.s.roster.Find("zoe") != nil; got != kept {
			t.Errorf("%s: kept over a restart: %v", what, got)
		}
	}
}

// TestNewcomersOutliveAKill: a player of whom there is nothing to keep goes on all the same after the server is killed, and is
// forgotten if they do not come back.
func TestNewcomersOutliveAKill(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(30)
	next, m2 := r.crash(m, nil)
	ann.resume(next)
	next.hands = []*testClient{ann}
	next.play(30)
	if !ann.welcome.Resumed || ann.conn.closed || ann.stream() != 1 {
		t.Fatalf("resumed %v, %q", ann.welcome.Resumed, ann.conn.reason)
	}
	if next.s.roster.Find("bob") == nil {
		t.Fatal("bob is forgotten before he could come back")
	}
	for range 65 * 10 {
		ann.declare(next.s.Now())
		next.step(100 * ms)
	}
	state, _ := m2.Load()
	if next.s.roster.Find("bob") != nil || len(state.Players) != 1 || next.s.clients.online["ann"] == nil {
		t.Fatalf("%d rows; bob has had %d updates", len(state.Players), len(bob.updates))
	}
}

// TestNamesAreFreeAgain: a name that was not used for long is free again, but never the name of a player who has built, owns land, or
// was given a right; a wrong wall clock frees none.
func TestNamesAreFreeAgain(t *testing.T) {
	wall := int64(1_800_000_000_000)
	r := newHarness(t, func(c *Config) { c.NameRetention = 10 * time.Minute; c.WallClock = func() int64 { return wall } })
	for _, name := range []string{"builder", "owner", "oper", "walker"} {
		h := r.joinAs(name, transport.Identity{name[0], name[1]})
		r.play(10)
		if h.do(actions.Action{Kind: actions.MoveItem, ToSlot: 9, Count: 3}, r.s.Now()); name == "builder" {
			h.placeNear(1, 1)
		}
		r.play(5)
		h.conn.Close(LeaveReason)
		r.hands = nil
		r.steps(3)
	}
	r.consoleCommand("op oper")
	r.consoleCommand("claim 3 500 0 500 owner")
	wall += 1000 * 86_400_000 // a clock far ahead
	minutes := func(n int) {
		for range n * 600 {
			r.step(100 * ms)
		}
	}
	if minutes(9); r.s.roster.Len() != 4 {
		t.Fatalf("%d rows after 9 minutes", r.s.roster.Len())
	}
	if minutes(2); r.s.roster.Len() != 3 || r.s.roster.Find("walker") != nil {
		t.Fatalf("%d rows after 11 minutes", r.s.roster.Len())
	}
}

// TestNewNamesPerSource: 30 friends behind one address come in. An address that goes on making names that stay is told to wait; the
// friends are not, nor are whitelisted players, players who leave without having taken anything, and other addresses.
func TestNewNamesPerSource(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers = 500 })
	in := func(name, from string) *fakeConn {
		p := r.connectFrom(name, from, 3)
		r.step(stepAt)
		return p
	}
	for i := range 30 {
		if p := in(fmt.Sprint("friend ", i), "203.0.113.5"); p.closed {
			t.Fatalf("friend %d: %q", i, p.reason)
		}
	}
	for i := range 200 { // come and go
		p := in("passer", "203.0.113.5")
		if p.closed {
			t.Fatalf("passer %d: %q", i, p.reason)
		}
		p.Close(LeaveReason)
		r.step(stepAt)
	}
	taken := 30
	why := ""
	for i := range 100 {
		p := in(fmt.Sprint("name ", i), "203.0.113.5")
		if p.closed {
			why = p.reason
			continue
		}
		taken++
	}
	if taken != roster.NameBurst || !strings.HasPrefix(why, protocol.ReasonNewNames.String()) || !strings.Contains(why, "try again in") || !strings.Contains(why, "whitelist") {
		t.Errorf("%d names are taken; then %q", taken, why)
	}
	r.s.admin.Access.Lists.AddToWhitelist(access.Principal{Name: "invited"})
	if p := in("invited", "203.0.113.5"); p.closed {
		t.Errorf("a whitelisted player: %q", p.reason)
	}
	for _, from := range []string{"203.0.113.6", "2001:db8:1:2::7", "127.0.0.1", ""} {
		if p := in("from "+strings.Map(func(r rune) rune {
			if r == ':' || r == '.' {
				return 'q'
			}
			return r
		}, "x"+from+"x"), from); p.closed {
			t.Errorf("from %q: %q", from, p.reason)
		}
	}
	r.now += 8 * time.Minute
	r.s.clock.mono += 8 * time.Minute // nobody says anything meanwhile
	if p := in("later", "203.0.113.5"); p.closed {
		t.Errorf("after 8 minutes: %q", p.reason)
	}
	t.Logf("%d names of one address, then %q", taken, why)
}

// TestAlikeNames: of names that readers could take for one another one is let in, and its owner under any spelling of it; a name that
// is older than the rule goes on.
func TestAlikeNames(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	for i, name := range []string{"ann", "Ann", "aռռ", "\u0430nn", "lll"} { // as older worlds hold them
		k := r.s.newPlayerRow(name, 1)
		k.Stream = r.s.roster.LastStream + 1
		k.Key, k.Persistent, k.HasBuilt = transport.Identity{byte(i + 1)}, true, true
		k.Avatar.Stream = k.Stream
		r.s.roster.LastStream++
		r.s.roster.Add(k)
	}
	for i, name := range []string{"ann", "Ann", "aռռ", "\u0430nn", "lll"} {
		h := r.joinAs(name, transport.Identity{byte(i + 1)})
		r.play(3)
		if h.conn.closed || h.stream() == 0 {
			t.Errorf("%q from before: %q", name, h.conn.reason)
		}
	}
	for name, want := range map[string]string{
		"ANN": reasonLookalike, "änn": reasonLookalike, "A.n.n.": "a name is letters", "I11": reasonLookalike, "\u0456ll": "a name is in one writing system", "ann\u200b": "a name is letters", "\u0430\u0430nn": "a name is in one writing system",
		"Sеrver": "a name is in one writing system", "SERVER": reasonServerName, "the-server": reasonServerName, "anna": "",
	} {
		p := r.connectFrom(name, "", 99)
		r.step(stepAt)
		if p.closed != (want != "") || !strings.HasPrefix(p.reason, want) {
			t.Errorf("%+q: %q, want %q", name, p.reason, want)
		}
	}
	p := &fakeConn{who: transport.Identity{1}}
	r.s.Accept(p)
	p.say(protocol.AppendJoin(nil, &protocol.Join{Name: "ANN"}))
	r.step(stepAt)
	if !strings.Contains(p.reason, "you have played here as ann") {
		t.Errorf("the player with the key: %q", p.reason)
	}
}

// TestCommandsLookAtFewNames: the number of names that a command reads is bounded, however many rows there are.
func TestCommandsLookAtFewNames(t *testing.T) {
	r, _, ann, _ := newAdminFixture(t, nil)
	fill := func(n int) {
		for range n {
			r.s.roster.LastStream++
			k := r.s.newPlayerRow(fmt.Sprint("somebody ", r.s.roster.LastStream), r.s.roster.LastStream)
			k.Persistent = true
			r.s.roster.Add(k)
		}
	}
	cost := func(line string) float64 {
		return testing.AllocsPerRun(20, func() { r.s.RunCommand(admin.Console, line, func([]string) {}) })
	}
	fill(100)
	lines := []string{"whitelist remove nobody", "claims somebody", "unban zz", "whitelist remove SOMEBODY"}
	var few []float64
	for _, l := range lines {
		few = append(few, cost(l))
	}
	fill(20_000)
	for i, l := range lines {
		if got := cost(l); got > few[i]+8 {
			t.Errorf("%s: %v allocations among 20,000 rows, %v among 100", l, got, few[i])
		}
	}
	for _, begin := range []string{"", "some", "SOMEBODY 1", "zzz"} {
		got := r.s.roster.WithPrefix(begin, commands.KnownMax)
		var want []string
		for of := timestream.Stream(1); of <= r.s.roster.LastStream; of++ {
			name := r.s.roster.ByStream(of).Name
			if len(name) >= len(begin) && strings.EqualFold(name[:len(begin)], begin) {
				want = append(want, name)
			}
		}
		slices.SortFunc(want, roster.CompareNames)
		if want = want[:min(len(want), commands.KnownMax)]; !slices.Equal(got, want) {
			t.Errorf("%q: %d names, want %d: %q, %q", begin, len(got), len(want), got, want)
		}
	}
	if got := ann.typeCommand("/claims SOMEBODY 77"); strings.Contains(got, "no player") {
		t.Errorf("%q", got)
	}
}

// connFrom gives a connection an address.
func connFrom(p *fakeConn, from string) transport.Conn {
	return transport.WithAddress(p, netip.MustParseAddr(from))
}

// TestAllLeaveAtOnce: of many players who leave in one step each step lets only as many go as its feed has room for, and soon all are gone.
func TestAllLeaveAtOnce(t *testing.T) {
	c := newCrowdOf(t, 300, func(c *Config) {
		c.MaxPlayers = 1000
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i%20) * 4, Z: int32(i/20) * 4}) }
	})
	subscriptions := func() (n int) {
		for i := range c.s.rec.W.StreamCount() {
			n += c.s.rec.W.StreamAt(i).Subscriptions.Len()
		}
		return n
	}
	before := subscriptions()
	if before < 3*leaveClosingsMax {
		t.Fatalf("%d subscriptions are too few to see it", before)
	}
	for _, k := range c.s.clients.sessions {
		k.endReason = "over"
	}
	steps, most := 0, 0
	for last := before; len(c.s.clients.sessions) > 0; steps++ {
		if steps > 100 {
			t.Fatalf("%d players are still here", len(c.s.clients.sessions))
		}
		c.now += stepAt
		c.s.Step(c.now)
		now := subscriptions()
		if now == last {
			t.Fatalf("nobody left in step %d", steps)
		}
		most, last = max(most, last-now), now
	}
	t.Logf("%d subscriptions of 300 players were closed in %d steps, at most %d in one", before, steps, most)
	if most > leaveClosingsMax {
		t.Errorf("%d were closed in one step", most)
	}
}
