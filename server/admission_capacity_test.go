package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
)

// connectedCount counts sessions with a connection.
func (r *harness) connectedCount() (n int) {
	for _, c := range r.s.clients.sessions {
		if c.link.conn != nil {
			n++
		}
	}
	return n
}

// joinFrom lets a player join from an address; reason is why not.
func (r *harness) joinFrom(name, from string, key byte) *fakeConn {
	p := r.connectFrom(name, from, key)
	for range 3 {
		r.step(stepAt)
	}
	return p
}

// TestJoinsLeaveRoom: 100 joins from one address, each gone at once without a message, leave room for an honest player, during the
// joins and right after them; players who only lost their network come back to where they were.
func TestJoinsLeaveRoom(t *testing.T) {
	for _, places := range []int{100, 30} {
		t.Run(fmt.Sprint(places), func(t *testing.T) { joinsLeaveRoom(t, places) })
	}
}

func joinsLeaveRoom(t *testing.T, places int) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers = places })
	zoe := r.join("zoe")
	r.play(10)
	zoe.do(placeBeside(5), r.s.Now())
	r.play(3)
	at := zoe.avatar().Motion.Pos
	zoe.conn.closed = true // her network is gone
	in := 0
	for i := range 400 {
		p := r.connectFrom(fmt.Sprint("guest ", i), "203.0.113.66", byte(i))
		r.step(stepAt)
		if !p.closed {
			in++
		}
		p.closed, p.reason = true, "timeout"
		if i%40 == 0 {
			honest := r.joinFrom(fmt.Sprint("honest", string(rune('a'+i/40))), fmt.Sprintf("198.51.100.%d", i/40), byte(i))
			if honest.closed {
				t.Fatalf("an honest player among the joins: %q", honest.reason)
			}
		}
	}
	if honest := r.joinFrom("another", "198.51.100.200", 1); honest.closed {
		t.Fatalf("an honest player behind the joins: %q", honest.reason)
	}
	if in < 40 {
		t.Errorf("%d of 400 joins came in: hardly any", in)
	}
	r.hands = []*testClient{zoe}
	zoe.resume(r)
	r.play(20)
	if zoe.conn.closed || !zoe.welcome.Resumed || zoe.avatar().Motion.Pos != at {
		t.Errorf("the player who lost the network: %q, resumed %v", zoe.conn.reason, zoe.welcome.Resumed)
	}
	t.Logf("%d of 400 joins came in; %d players have a connection", in, r.connectedCount())
	for range 6 * 10 {
		r.step(100 * ms)
	}
	for name := range r.s.clients.online {
		if strings.HasPrefix(name, "guest ") {
			t.Errorf("after 6 s %s still has a place", name)
		}
	}
}

// TestFullServer: when the server is full of players who play, a newcomer is told so, and operators come in. A player who has played
// here before takes the place of a newcomer, who is told why; and anybody who comes takes the place of the player who lost the network
// first.
func TestFullServer(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers = 20 })
	known := r.s.newPlayerRow("known", 999)
	known.Persistent = true
	r.s.roster.Add(known)
	var all []*fakeConn
	for i := range 20 {
		all = append(all, r.joinFrom(fmt.Sprint("player", string(rune('a'+i))), fmt.Sprintf("198.51.100.%d", i), byte(i)))
	}
	if p := r.joinFrom("one more", "192.0.2.1", 1); p.reason != protocol.ReasonFull.String() {
		t.Fatalf("one more: %q", p.reason)
	}
	if p := r.joinFrom("known", "192.0.2.1", 1); p.closed || len(r.s.clients.sessions) != 20 {
		t.Fatalf("a known player: %q, %d sessions", p.reason, len(r.s.clients.sessions))
	}
	if last := all[19]; last.reason != reasonYielded || !protocol.Temporary(last.reason) {
		t.Fatalf("the last to come: %q", last.reason)
	}
	for _, c := range r.s.clients.sessions {
		c.row.Persistent = true // all have built something
	}
	for i, name := range []string{"opera", "operb"} {
		r.s.admin.Access.Lists.AddOperator(access.Principal{Name: name})
		if p := r.joinFrom(name, "192.0.2.2", 1); p.closed || len(r.s.clients.sessions) != 21+i {
			t.Fatalf("%s: %q, %d sessions", name, p.reason, len(r.s.clients.sessions))
		}
	}
	if p := r.joinFrom("one more", "192.0.2.1", 1); p.reason != protocol.ReasonFull.String() {
		t.Fatalf("one more: %q", p.reason)
	}
	all[7].closed = true
	r.step(time.Second)
	all[3].closed = true
	r.step(time.Second)
	for i, name := range []string{"playerh", "playerd"} {
		r.s.admin.Access.Lists.RemoveOperator(access.Principal{Name: "opera"})
		if p := r.joinFrom(fmt.Sprint("heir", string(rune('a'+i))), "192.0.2.1", 9); p.closed || r.s.clients.online[name] != nil {
			t.Fatalf("heir %d: %q; %s is here: %v", i, p.reason, name, r.s.clients.online[name] != nil)
		}
		if r.s.roster.Find(name) == nil {
			t.Errorf("%s is forgotten", name)
		}
	}
}

// TestFriendsBehindOneAddress: 30 friends behind one address come in and stay, even if a player from elsewhere wants a place; one
// address that holds all places with newcomers gives some up.
func TestFriendsBehindOneAddress(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers = 40 })
	var friends []*fakeConn
	for i := range 30 {
		p := r.connectFrom(fmt.Sprint("friend ", i), "203.0.113.5", byte(i))
		r.step(stepAt)
		friends = append(friends, p)
	}
	for range 61 * 4 { // they play for a minute
		for _, c := range r.s.clients.sessions {
			c.activity.active, c.activity.at, c.link.heardAt, c.link.proofAt = true, r.s.clock.mono, r.s.clock.mono, r.s.clock.mono
		}
		r.step(250 * ms)
	}
	var others []*fakeConn
	for i := range 10 {
		others = append(others, r.joinFrom(fmt.Sprint("other ", i), "203.0.113.9", byte(i)))
	}
	for i := range 20 { // full: the 10 of the second address are newcomers, no more than a quarter
		if p := r.joinFrom(fmt.Sprint("late ", i), fmt.Sprintf("198.51.100.%d", i), byte(i)); p.reason != protocol.ReasonFull.String() {
			t.Fatalf("late %d: %q", i, p.reason)
		}
	}
	for i, p := range append(friends, others...) {
		if p.closed {
			t.Fatalf("number %d is gone: %q", i, p.reason)
		}
	}

	r = newHarness(t, func(c *Config) { c.MaxPlayers = 40 })
	var bad []*fakeConn
	for i := range 40 {
		bad = append(bad, r.joinFrom(fmt.Sprint("bad ", i), "203.0.113.66", byte(i)))
	}
	in := 0
	for i := range 40 {
		if p := r.joinFrom(fmt.Sprint("good ", i), fmt.Sprintf("198.51.100.%d", i), byte(i)); !p.closed {
			in++
		}
	}
	left := 0
	for _, p := range bad {
		if !p.closed {
			left++
		} else if p.reason != reasonSourceShare {
			t.Errorf("%q", p.reason)
		}
	}
	if in != 30 || left != 10 || !strings.Contains(reasonSourceShare, "your address") {
		t.Errorf("%d others came in, %d of the one address stay", in, left)
	}
	t.Logf("of 40 places that one address held %d went to others", in)
}

// TestPendingBySource: silent connections from one source keep nobody from another source out, not for a moment.
func TestPendingBySource(t *testing.T) {
	r := newHarness(t, nil)
	for i := range 2 * pendingMax {
		r.s.Accept(connFrom(&fakeConn{}, "203.0.113.66"))
		if i == pendingMax+3 {
			r.step(stepAt)
		}
	}
	if p := r.joinFrom("ann", "198.51.100.1", 1); p.closed || r.s.clients.online["ann"] == nil {
		t.Fatalf("%q", p.reason)
	}
	if len(r.s.clients.pending) > pendingMax {
		t.Errorf("%d pending connections", len(r.s.clients.pending))
	}
}

// TestBackInTheSameStep: a player whose place goes to another in the very step in which they come back is saved as they are then.
func TestBackInTheSameStep(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.MaxPlayers = 1; c.Store = m })
	ann := r.join("ann")
	r.play(30)
	ann.do(placeBeside(3), r.s.Now())
	r.play(3)
	ann.conn.closed = true
	r.step(stepAt)
	other := r.connectFrom("other", "198.51.100.1", 1)
	ann.updates = nil
	r.connect(ann, &protocol.Join{Name: "ann"}) // another session, with another token
	r.step(stepAt)
	if other.reason != reasonYielded || ann.conn.closed || r.s.clients.online["ann"] == nil {
		t.Fatalf("the other: %q, ann: %q", other.reason, ann.conn.reason)
	}
	state, err := m.Load()
	if err != nil || len(state.Players) != 1 || state.Players[0].Token != tokenHash(r.s.clients.online["ann"].told.Token()) {
		t.Fatalf("%v: %d rows, or the token of the session before", err, len(state.Players))
	}
}

// TestEqualSharesStay: if two sources hold equally many newcomers, one more from either is rejected: no place goes to and fro.
func TestEqualSharesStay(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers = 12 })
	var in []*fakeConn
	for i := range 12 {
		in = append(in, r.joinFrom(fmt.Sprint("guest ", i), fmt.Sprintf("203.0.113.%d", 1+i%2), byte(i+1)))
	}
	late := r.joinFrom("late", "203.0.113.1", 77)
	out := 0
	for _, p := range in {
		if p.closed {
			out++
		}
	}
	t.Logf("12 places, 6 newcomers of each of 2 sources: %d gave theirs up; the 13th was told %q", out, late.reason)
	if r.connectedCount() != 12 || out > 0 || !late.closed || !strings.HasPrefix(late.reason, protocol.ReasonFull.String()) {
		t.Error("equal shares do not stay")
	}
}
