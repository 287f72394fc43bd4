package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/access"
	"voxtide/protocol"
	"voxtide/store"
)

// connected counts sessions with a connection.
func (r *rig) connected() (n int) {
	for _, c := range r.s.sessions {
		if c.conn != nil {
			n++
		}
	}
	return n
}

// come lets somebody join from an address; reason is why not.
func (r *rig) come(name, from string, key byte) *pipe {
	p := r.visitor(name, from, key)
	for range 3 {
		r.step(stepAt)
	}
	return p
}

// TestJoinsLeaveRoom: 100 joins from one address, each gone at once without a word, leave room for an honest player at once and while
// they go on; those who only lost their network come back to where they were.
func TestJoinsLeaveRoom(t *testing.T) {
	for _, places := range []int{100, 30} {
		t.Run(fmt.Sprint(places), func(t *testing.T) { joinsLeaveRoom(t, places) })
	}
}

func joinsLeaveRoom(t *testing.T, places int) {
	r := newRig(t, func(c *Config) { c.Players = places })
	zoe := r.join("zoe")
	r.play(10)
	zoe.do(place(5), r.s.Now())
	r.play(3)
	at := zoe.avatar().Motion.Pos
	zoe.conn.closed = true // her network is gone
	in := 0
	for i := range 400 {
		p := r.visitor(fmt.Sprint("guest ", i), "203.0.113.66", byte(i))
		r.step(stepAt)
		if !p.closed {
			in++
		}
		p.closed, p.reason = true, "timeout"
		if i%40 == 0 {
			honest := r.come(fmt.Sprint("honest", string(rune('a'+i/40))), fmt.Sprintf("198.51.100.%d", i/40), byte(i))
			if honest.closed {
				t.Fatalf("an honest player among the joins: %q", honest.reason)
			}
		}
	}
	if honest := r.come("another", "198.51.100.200", 1); honest.closed {
		t.Fatalf("an honest player behind the joins: %q", honest.reason)
	}
	if in < 40 {
		t.Errorf("%d of 400 joins came in: hardly any", in)
	}
	r.hands = []*hand{zoe}
	zoe.resume(r)
	r.play(20)
	if zoe.conn.closed || !zoe.welcome.Resumed || zoe.avatar().Motion.Pos != at {
		t.Errorf("who lost the network: %q, resumed %v", zoe.conn.reason, zoe.welcome.Resumed)
	}
	t.Logf("%d of 400 joins came in; %d players have a connection", in, r.connected())
	for range 6 * 10 {
		r.step(100 * ms)
	}
	for name := range r.s.names {
		if strings.HasPrefix(name, "guest ") {
			t.Errorf("after 6 s %s still has a place", name)
		}
	}
}

// TestFullServer: when all places are taken by people who play, a newcomer is told so; operators come in; somebody who has played
// here comes in the place of a newcomer, who is told why; and who comes has the place of whoever lost the network first.
func TestFullServer(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Players = 20 })
	known := r.s.newcomer("known", 999)
	known.Kept = true
	r.s.enroll(known)
	var all []*pipe
	for i := range 20 {
		all = append(all, r.come(fmt.Sprint("player", string(rune('a'+i))), fmt.Sprintf("198.51.100.%d", i), byte(i)))
	}
	if p := r.come("one more", "192.0.2.1", 1); p.reason != protocol.ReasonFull {
		t.Fatalf("one more: %q", p.reason)
	}
	if p := r.come("known", "192.0.2.1", 1); p.closed || len(r.s.sessions) != 20 {
		t.Fatalf("who is known: %q, %d sessions", p.reason, len(r.s.sessions))
	}
	if last := all[19]; last.reason != reasonKnown || !protocol.Transient(last.reason) {
		t.Fatalf("the last to come: %q", last.reason)
	}
	for _, c := range r.s.sessions {
		c.row.Kept = true // all have built something
	}
	for i, name := range []string{"opera", "operb"} {
		r.s.book.AddOperator(access.Who{Name: name})
		if p := r.come(name, "192.0.2.2", 1); p.closed || len(r.s.sessions) != 21+i {
			t.Fatalf("%s: %q, %d sessions", name, p.reason, len(r.s.sessions))
		}
	}
	if p := r.come("one more", "192.0.2.1", 1); p.reason != protocol.ReasonFull {
		t.Fatalf("one more: %q", p.reason)
	}
	all[7].closed = true
	r.step(time.Second)
	all[3].closed = true
	r.step(time.Second)
	for i, name := range []string{"playerh", "playerd"} {
		r.s.book.RemoveOperator(access.Who{Name: "opera"})
		if p := r.come(fmt.Sprint("heir", string(rune('a'+i))), "192.0.2.1", 9); p.closed || r.s.names[name] != nil {
			t.Fatalf("heir %d: %q; %s is here: %v", i, p.reason, name, r.s.names[name] != nil)
		}
		if r.s.rows[name] == nil {
			t.Errorf("%s is forgotten", name)
		}
	}
}

// TestFriendsBehindOneAddress: 30 friends behind one address come in and stay, also where somebody from elsewhere wants a place; one
// address that holds all places with newcomers gives some up.
func TestFriendsBehindOneAddress(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Players = 40 })
	var friends []*pipe
	for i := range 30 {
		p := r.visitor(fmt.Sprint("friend ", i), "203.0.113.5", byte(i))
		r.step(stepAt)
		friends = append(friends, p)
	}
	for range 61 * 4 { // they play for a minute
		for _, c := range r.s.sessions {
			c.acted, c.actedAt, c.heard, c.proofAt = true, r.s.mono, r.s.mono, r.s.mono
		}
		r.step(250 * ms)
	}
	var others []*pipe
	for i := range 10 {
		others = append(others, r.come(fmt.Sprint("other ", i), "203.0.113.9", byte(i)))
	}
	for i := range 20 { // full: the 10 of the second address are newcomers, no more than a quarter
		if p := r.come(fmt.Sprint("late ", i), fmt.Sprintf("198.51.100.%d", i), byte(i)); p.reason != protocol.ReasonFull {
			t.Fatalf("late %d: %q", i, p.reason)
		}
	}
	for i, p := range append(friends, others...) {
		if p.closed {
			t.Fatalf("number %d is gone: %q", i, p.reason)
		}
	}

	r = newRig(t, func(c *Config) { c.Players = 40 })
	var bad []*pipe
	for i := range 40 {
		bad = append(bad, r.come(fmt.Sprint("bad ", i), "203.0.113.66", byte(i)))
	}
	in := 0
	for i := range 40 {
		if p := r.come(fmt.Sprint("good ", i), fmt.Sprintf("198.51.100.%d", i), byte(i)); !p.closed {
			in++
		}
	}
	left := 0
	for _, p := range bad {
		if !p.closed {
			left++
		} else if p.reason != reasonShare {
			t.Errorf("%q", p.reason)
		}
	}
	if in != 30 || left != 10 || !strings.Contains(reasonShare, "your address") {
		t.Errorf("%d others came in, %d of the one address stay", in, left)
	}
	t.Logf("of 40 places that one address held %d went to others", in)
}

// TestStrangersBySource: connections that say nothing, all of one source, keep nobody from another source out, not for a moment.
func TestStrangersBySource(t *testing.T) {
	r := newRig(t, nil)
	for i := range 2 * strangersMax {
		r.s.Accept(at0(&pipe{}, "203.0.113.66"))
		if i == strangersMax+3 {
			r.step(stepAt)
		}
	}
	if p := r.come("ann", "198.51.100.1", 1); p.closed || r.s.names["ann"] == nil {
		t.Fatalf("%q", p.reason)
	}
	if len(r.s.strange) > strangersMax {
		t.Errorf("%d strangers", len(r.s.strange))
	}
}

// TestBackInTheSameStep: somebody whose place goes to another one in the very step in which they come back is kept as they are then.
func TestBackInTheSameStep(t *testing.T) {
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) { c.Players = 1; c.Store = m })
	ann := r.join("ann")
	r.play(30)
	ann.do(place(3), r.s.Now())
	r.play(3)
	ann.conn.closed = true
	r.step(stepAt)
	other := r.visitor("other", "198.51.100.1", 1)
	ann.frames = nil
	r.connect(ann, &protocol.Join{Name: "ann"}) // another session, with another token
	r.step(stepAt)
	if other.reason != reasonKnown || ann.conn.closed || r.s.names["ann"] == nil {
		t.Fatalf("the other: %q, ann: %q", other.reason, ann.conn.reason)
	}
	state, err := m.Load()
	if err != nil || len(state.Players) != 1 || state.Players[0].Token != hash(r.s.names["ann"].token) {
		t.Fatalf("%v: %d rows, or the token of the session before", err, len(state.Players))
	}
}

// TestEqualSharesStay: where two sources hold as many newcomers each, one more of either is turned away: nobody's place goes to and fro.
func TestEqualSharesStay(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Players = 12 })
	var in []*pipe
	for i := range 12 {
		in = append(in, r.come(fmt.Sprint("guest ", i), fmt.Sprintf("203.0.113.%d", 1+i%2), byte(i+1)))
	}
	late := r.come("late", "203.0.113.1", 77)
	out := 0
	for _, p := range in {
		if p.closed {
			out++
		}
	}
	t.Logf("12 places, 6 newcomers of each of 2 sources: %d gave theirs up; the 13th was told %q", out, late.reason)
	if r.connected() != 12 || out > 0 || !late.closed || !strings.HasPrefix(late.reason, protocol.ReasonFull) {
		t.Error("not so")
	}
}
