package server

import (
	"testing"
	"time"

	"voxtide/store"
	"voxtide/transport"
)

// TestReleaseDurable: between two steps, the updates leave that waited for a batch which has become durable, in order and at once; not
// updates that rest on a later batch, nor those behind them, and never before the commit.
func TestReleaseDurable(t *testing.T) {
	delay := time.Duration(0)
	r := newHarness(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return delay }) })
	h := r.join("ann")
	r.play(120)
	c := r.s.clients.session(h.stream())
	first := h.do(placeBeside(1), r.s.Now())
	delay = 40 * ms
	r.s.Step(r.now + stepAt) // performs the first: durable 40 ms later
	h.do(placeBeside(2), r.s.Now())
	r.s.Step(r.now + 2*stepAt) // and the second
	waiting := c.told.Waiting()
	if h.read(); h.acked >= first.Number || waiting == 0 {
		t.Fatalf("acked %d, %d bytes wait", h.acked, waiting)
	}
	r.s.ReleaseDurable(r.now + stepAt + 39*ms)
	if h.read(); h.acked >= first.Number || c.told.Waiting() != waiting {
		t.Fatal("an update left before its commit")
	}
	r.s.ReleaseDurable(r.now + stepAt + 41*ms)
	if h.read(); h.acked != first.Number || c.told.Waiting() == 0 || c.told.Waiting() == waiting {
		t.Fatalf("acked %d, %d of %d bytes wait: the first batch is durable, the second is not", h.acked, c.told.Waiting(), waiting)
	}
	sent := h.conn.sent[transport.Live]
	r.s.ReleaseDurable(r.now + stepAt + 42*ms)
	if h.conn.sent[transport.Live] != sent {
		t.Fatal("something left although nothing became durable")
	}
	r.s.ReleaseDurable(r.now + 2*stepAt + 41*ms)
	if h.read(); h.acked != first.Number+1 || c.told.Waiting() != 0 {
		t.Fatalf("acked %d, %d bytes wait", h.acked, c.told.Waiting())
	}
	r.now += 2*stepAt + 41*ms
	r.play(60)
	h.agrees()
}

// TestReleaseDurableDoesNothingElse: it moves no clock and performs nothing, whatever has arrived, and allocates nothing.
func TestReleaseDurableDoesNothingElse(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.Store = store.NewMemory(store.FixedDelay(20 * ms)) })
	h := r.join("ann")
	r.play(120)
	h.do(placeBeside(1), r.s.Now())
	edits, now, steps := r.s.Edits(), r.s.Now(), r.s.Metrics().Steps
	r.s.ReleaseDurable(r.now + 300*ms)
	if r.s.Edits() != edits || r.s.Now() != now || r.s.Metrics().Steps != steps || len(h.conn.in) == 0 {
		t.Error("it does what a step is for")
	}
	at := r.now + 300*ms
	if n := testing.AllocsPerRun(100, func() { at += ms; r.s.ReleaseDurable(at) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
