package server

import (
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/chance"
	"voxtide/commands"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/transport"
	"voxtide/world"
)

// visitor is a connection of somebody from an address who asks to come in.
func (r *rig) visitor(name, from string, key byte) *pipe {
	p := &pipe{who: transport.Identity{key, byte(len(name)), 1}}
	var c transport.Conn = p
	if from != "" {
		c = transport.At(p, netip.MustParseAddr(from))
	}
	r.s.Accept(c)
	p.say(protocol.AppendJoin(nil, &protocol.Join{Name: name}))
	return p
}

// TestNewcomersLeaveNothing: people who come, do nothing that is kept and leave, cost nothing that lasts, in memory, on the disk
// or in what commands look at; -rounds 100000 for as many of them.
func TestNewcomersLeaveNothing(t *testing.T) {
	n := chance.Rounds(2000)
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) {
		c.Store = m
		c.Spawn = func(int) world.Vec { return world.Middle(world.Pos{}) } // the land is there already
	})
	ann := r.join("ann")
	r.play(30)
	ann.do(place(3), r.s.Now())
	r.play(5)
	ann.conn.Close(LeaveReason) // what a client of a test remembers is none of the server's
	r.hands = nil
	visit := func(from, to int) time.Duration {
		begin := time.Now()
		for i := from; i < to; i++ {
			p := r.visitor(fmt.Sprint("guest ", i), fmt.Sprintf("198.51.%d.%d", i>>8&255, i&255), 7)
			r.step(stepAt)
			if p.closed {
				t.Fatalf("visitor %d: %q", i, p.reason)
			}
			if i%3 == 0 {
				p.say(protocol.AppendAction(nil, &actions.Action{Kind: actions.Undig, Number: 1, At: r.s.Now()}))
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
	if len(state.Players) != 1 || len(r.s.rows) != 1 || len(r.s.reports) != 1 || len(r.s.register.sorted) != 1 || len(r.s.register.looks) != 1 || len(r.s.newcomers) != 0 {
		t.Errorf("there are %d rows on the disk, %d here, %d reports, %d names, %d looks, %d sources", len(state.Players), len(r.s.rows), len(r.s.reports),
			len(r.s.register.sorted), len(r.s.register.looks), len(r.s.newcomers))
	}
	if after > before+before/10+100<<10 {
		t.Errorf("the heap has grown from %d to %d kB", before>>10, after>>10)
	}
	if r.s.Metrics().Forgotten < n+n/4 {
		t.Errorf("%d rows are forgotten of %d visitors", r.s.Metrics().Forgotten, n+n/2)
	}
	ann = r.join("ann")
	r.play(30)
	ann.agrees()
}

// TestWhatIsKept: a block, an item, a minute of play, a right, a claim or a ban are each kept; a name without is free at once.
func TestWhatIsKept(t *testing.T) {
	for what, do := range map[string]func(r *rig, h *hand){
		"block": func(r *rig, h *hand) { h.build(1, 1) },
		"item":  func(r *rig, h *hand) { h.do(actions.Action{Kind: actions.MoveItem, To: 9, Count: 3}, r.s.Now()) },
		"gift":  func(r *rig, h *hand) { r.orders("give zoe glass 1") },
		"minute": func(r *rig, h *hand) {
			for range 65 {
				h.do(actions.Action{Kind: actions.Undig}, r.s.Now())
				r.play(60)
			}
		},
		"role": func(r *rig, h *hand) { r.orders("op zoe") }, "guest": func(r *rig, h *hand) { r.orders("whitelist add zoe") },
		"claim": func(r *rig, h *hand) { r.orders("claim 3 900 0 900 zoe") }, "ban": func(r *rig, h *hand) { r.orders("ban zoe") },
		"nothing": func(r *rig, h *hand) { h.do(actions.Action{Kind: actions.Select, Slot: 3}, r.s.Now()); r.play(200) },
		"idle":    func(r *rig, h *hand) { r.play(80 * 60) },
	} {
		m := store.NewMemory(nil)
		r, _, _, _ := village(t, func(c *Config) { c.Store = m })
		h := r.joinAs("zoe", transport.Identity{5})
		r.play(30)
		do(r, h)
		r.play(5)
		h.conn.Close(LeaveReason)
		r.hands = r.hands[:2]
		r.play(5)
		next, _ := r.crash(m, nil)
		kept := what != "nothing" && what != "idle"
		if got := r.s.rows["zoe"] != nil; got != kept {
			t.Errorf("%s: kept %v", what, got)
		}
		if got := next.s.rows["zoe"] != nil; got != kept {
			t.Errorf("%s: kept over a restart: %v", what, got)
		}
	}
}

// TestNewcomersOutliveAKill: who has nothing to keep goes on all the same where the server is killed, and is forgotten where they do
// not come back.
func TestNewcomersOutliveAKill(t *testing.T) {
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) { c.Store = m })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(30)
	next, m2 := r.crash(m, nil)
	ann.resume(next)
	next.hands = []*hand{ann}
	next.play(30)
	if !ann.welcome.Resumed || ann.conn.closed || ann.stream() != 1 {
		t.Fatalf("resumed %v, %q", ann.welcome.Resumed, ann.conn.reason)
	}
	if next.s.rows["bob"] == nil {
		t.Fatal("bob is forgotten before he could come back")
	}
	for range 65 * 10 {
		ann.declare(next.s.Now())
		next.step(100 * ms)
	}
	state, _ := m2.Load()
	if next.s.rows["bob"] != nil || len(state.Players) != 1 || next.s.names["ann"] == nil {
		t.Fatalf("%d rows; bob has had %d frames", len(state.Players), len(bob.frames))
	}
}

// TestNamesAreFreeAgain: a name that was not needed for long is free again, never that of somebody who has built, owns land, or was
// given a right; a clock of the day that is wrong frees none.
func TestNamesAreFreeAgain(t *testing.T) {
	wall := int64(1_800_000_000_000)
	r := newRig(t, func(c *Config) { c.NamesFor = 10 * time.Minute; c.Wall = func() int64 { return wall } })
	for _, name := range []string{"builder", "owner", "oper", "walker"} {
		h := r.joinAs(name, transport.Identity{name[0], name[1]})
		r.play(10)
		if h.do(actions.Action{Kind: actions.MoveItem, To: 9, Count: 3}, r.s.Now()); name == "builder" {
			h.build(1, 1)
		}
		r.play(5)
		h.conn.Close(LeaveReason)
		r.hands = nil
		r.steps(3)
	}
	r.orders("op oper")
	r.orders("claim 3 500 0 500 owner")
	wall += 1000 * 86_400_000 // a clock far ahead
	minutes := func(n int) {
		for range n * 600 {
			r.step(100 * ms)
		}
	}
	if minutes(9); len(r.s.rows) != 4 {
		t.Fatalf("%d rows after 9 minutes", len(r.s.rows))
	}
	if minutes(2); len(r.s.rows) != 3 || r.s.rows["walker"] != nil {
		t.Fatalf("%d rows after 11 minutes", len(r.s.rows))
	}
}

// TestNewNamesPerSource: 30 friends behind one address come in; one address that goes on making names that stay is told to wait, the
// friends are not, nor are guests, nor who leaves without having taken anything, nor another address.
func TestNewNamesPerSource(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Players = 500 })
	in := func(name, from string) *pipe {
		p := r.visitor(name, from, 3)
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
	if taken != newNamesBurst || !strings.HasPrefix(why, reasonMany) || !strings.Contains(why, "try again in") || !strings.Contains(why, "whitelist") {
		t.Errorf("%d names are taken; then %q", taken, why)
	}
	r.s.book.AddGuest(access.Who{Name: "invited"})
	if p := in("invited", "203.0.113.5"); p.closed {
		t.Errorf("a guest: %q", p.reason)
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
	r.s.mono += 8 * time.Minute // nobody has a word to say meanwhile
	if p := in("later", "203.0.113.5"); p.closed {
		t.Errorf("after 8 minutes: %q", p.reason)
	}
	t.Logf("%d names of one address, then %q", taken, why)
}

// TestSourcesAreBounded: however many addresses add names, few are remembered, and those that have added the most are.
func TestSourcesAreBounded(t *testing.T) {
	n := newcomers{}
	bad := netip.MustParseAddr("192.0.2.1")
	for range newNamesBurst {
		n.take(bad, 0)
	}
	for i := range 3 * sourcesMax {
		if _, ok := n.take(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 0); !ok {
			t.Fatal("a new source is refused")
		}
	}
	if _, ok := n.take(bad, 0); ok || len(n) != sourcesMax {
		t.Errorf("%d sources; the one that has used up its burst: %v", len(n), ok)
	}
}

// TestAlikeNames: of names that readers could take for one another one is let in, its owner under any spelling that is its own; one
// from before there was such a rule goes on.
func TestAlikeNames(t *testing.T) {
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) { c.Store = m })
	for i, name := range []string{"ann", "Ann", "aռռ", "\u0430nn", "lll"} { // as worlds from before hold them
		k := r.s.newcomer(name, 1)
		k.Stream = r.s.streams + 1
		k.Key, k.Kept, k.Built = transport.Identity{byte(i + 1)}, true, true
		k.Avatar.Stream = k.Stream
		r.s.streams++
		r.s.enroll(k)
	}
	for i, name := range []string{"ann", "Ann", "aռռ", "\u0430nn", "lll"} {
		h := r.joinAs(name, transport.Identity{byte(i + 1)})
		r.play(3)
		if h.conn.closed || h.stream() == 0 {
			t.Errorf("%q from before: %q", name, h.conn.reason)
		}
	}
	for name, want := range map[string]string{
		"ANN": reasonAlike, "änn": reasonAlike, "A.n.n.": "a name is letters", "I11": reasonAlike, "\u0456ll": "a name is in one writing system", "ann\u200b": "a name is letters", "\u0430\u0430nn": "a name is in one writing system",
		"Sеrver": "a name is in one writing system", "SERVER": reasonName, "the-server": reasonName, "anna": "",
	} {
		p := r.visitor(name, "", 99)
		r.step(stepAt)
		if p.closed != (want != "") || !strings.HasPrefix(p.reason, want) {
			t.Errorf("%+q: %q, want %q", name, p.reason, want)
		}
	}
	p := &pipe{who: transport.Identity{1}}
	r.s.Accept(p)
	p.say(protocol.AppendJoin(nil, &protocol.Join{Name: "ANN"}))
	r.step(stepAt)
	if !strings.Contains(p.reason, "you have played here as ann") {
		t.Errorf("whoever has the key: %q", p.reason)
	}
}

// TestCommandsLookAtFewNames: what a command reads of names is bounded, whatever the number of rows.
func TestCommandsLookAtFewNames(t *testing.T) {
	r, _, ann, _ := village(t, nil)
	fill := func(n int) {
		for range n {
			r.s.streams++
			k := r.s.newcomer(fmt.Sprint("somebody ", r.s.streams), r.s.streams)
			k.Kept = true
			r.s.enroll(k)
		}
	}
	cost := func(line string) float64 {
		return testing.AllocsPerRun(20, func() { r.s.Order(Console, line, func([]string) {}) })
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
		got := people{r.s}.Known(begin)
		var want []string
		for name := range r.s.rows {
			if len(name) >= len(begin) && strings.EqualFold(name[:len(begin)], begin) {
				want = append(want, name)
			}
		}
		slices.SortFunc(want, func(a, b string) int { return byFold(listed{folded(a), a}, listed{folded(b), b}) })
		if want = want[:min(len(want), commands.KnownMax)]; !slices.Equal(got, want) {
			t.Errorf("%q: %d names, want %d: %q, %q", begin, len(got), len(want), got, want)
		}
	}
	if got := ann.types("/claims SOMEBODY 77"); strings.Contains(got, "no player") {
		t.Errorf("%q", got)
	}
}

// at0 gives a connection an address.
func at0(p *pipe, from string) transport.Conn { return transport.At(p, netip.MustParseAddr(from)) }
