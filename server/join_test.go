package server

import (
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/transport"
)

// TestNameBelongsToKey: the first key under a name owns it, over a restart as well. Without the key nobody comes in, even with the
// session's token; names that no key has come with stay free.
func TestNameBelongsToKey(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann, eve, nobody := transport.Identity{1}, transport.Identity{2}, transport.Identity{}
	refused := func(r *harness, name string, who transport.Identity, token protocol.Token) {
		t.Helper()
		h := &testClient{t: t, name: name, who: who}
		r.connect(h, &protocol.Join{Name: name, Token: token, FirstUnacked: 1})
		r.step(stepAt)
		if h.conn.reason != protocol.ReasonNameOwned.String() {
			t.Fatalf("%x as %s: %q", who[:1], name, h.conn.reason)
		}
	}
	first := r.joinAs("ann", ann)
	r.play(5)
	if first.conn.closed || first.stream() == 0 {
		t.Fatal("ann is not in", first.conn.reason)
	}
	refused(r, "ann", eve, protocol.Token{})
	refused(r, "ann", nobody, first.welcome.Token)
	if first.conn.closed {
		t.Fatal("the rejected client has cost ann her connection")
	}
	free := r.join("free")
	r.play(5)
	if free.stream() == 0 {
		t.Fatal("a free name is refused")
	}
	r2, _ := r.crash(m, nil)
	refused(r2, "ann", eve, protocol.Token{})
	again := r2.joinAs("ann", ann)
	later := r2.joinAs("free", eve)
	r2.play(5)
	if again.stream() != first.stream() || later.stream() != free.stream() {
		t.Fatal("another stream for the same name")
	}
	refused(r2, "free", nobody, protocol.Token{})
}

// TestComesFromElsewhere: a player with the key of a name takes the place of a session under it without a token, within a few steps;
// the older client is told.
func TestComesFromElsewhere(t *testing.T) {
	r := newHarness(t, nil)
	ann := transport.Identity{1}
	first := r.joinAs("ann", ann)
	other := r.joinAs("bob", transport.Identity{2})
	r.play(5)
	second := r.joinAs("ann", ann)
	r.play(5)
	if !first.conn.closed || first.conn.reason != protocol.ReasonElsewhere.String() {
		t.Fatalf("the first: %v %q", first.conn.closed, first.conn.reason)
	}
	if second.conn.closed || second.stream() != first.stream() || other.conn.closed {
		t.Fatalf("the second: %q", second.conn.reason)
	}
	if second.welcome.Resumed || len(r.s.clients.sessions) != 2 {
		t.Fatal("not a session of its own")
	}
	second.conn.closed = true // its network goes away, and it joins from another process at once
	third := r.joinAs("ann", ann)
	r.play(5)
	if third.stream() != first.stream() || third.conn.closed {
		t.Fatal("a session without a connection keeps its owner out")
	}
	r.step(time.Hour)
}

// TestNames: a name that could be taken for another one, or for the server's, is rejected; a player who has one from before such rules
// comes in.
func TestNames(t *testing.T) {
	for name, good := range map[string]bool{
		"ann": true, "Ann of the Lake": true, "Änne": true, "安": true, "a": true,
		"": false, " ann": false, "ann ": false, " ": false, "an\u200bn": false, "\u202enna": false, "ann\u00a0": false, "a\u2028b": false, "\ufeffann": false,
		"server": false, "The Server": false, "console": false, "THE CONSOLE": false,
	} {
		r := newHarness(t, nil)
		h := r.join(name)
		r.steps(3)
		if in := len(r.s.Players(nil)) == 1 && !h.conn.closed; in != good {
			t.Errorf("%q: let in: %v, %q", name, in, h.conn.reason)
		}
	}
	r := newHarness(t, nil)
	r.s.roster.Add(r.s.newPlayerRow("server", 1))
	r.s.roster.LastStream = 1
	r.join("server")
	r.steps(3)
	if len(r.s.Players(nil)) != 1 {
		t.Error("a player who has been here before is rejected")
	}
}
