package server

import (
	"testing"
	"time"

	"voxtide/store"
	"voxtide/transport"
)

// TestLetGo: between two steps, frames leave that waited for what has become durable, in order and at once; not those
// that rest on a later batch, nor what comes behind them, and never before the commit.
func TestLetGo(t *testing.T) {
	delay := time.Duration(0)
	r := newRig(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return delay }) })
	h := r.join("ann")
	r.play(120)
	c := r.s.session(h.stream())
	first := h.do(place(1), r.s.Now())
	delay = 40 * ms
	r.s.Step(r.now + stepAt) // performs the first: durable 40 ms later
	h.do(place(2), r.s.Now())
	r.s.Step(r.now + 2*stepAt) // and the second
	waiting := c.out.size()
	if h.read(); h.acked >= first.Number || waiting == 0 {
		t.Fatalf("acked %d, %d bytes wait", h.acked, waiting)
	}
	r.s.LetGo(r.now + stepAt + 39*ms)
	if h.read(); h.acked >= first.Number || c.out.size() != waiting {
		t.Fatal("a frame left before its commit")
	}
	r.s.LetGo(r.now + stepAt + 41*ms)
	if h.read(); h.acked != first.Number || c.out.size() == 0 || c.out.size() == waiting {
		t.Fatalf("acked %d, %d of %d bytes wait: the first batch is durable, the second is not", h.acked, c.out.size(), waiting)
	}
	sent := h.conn.sent[transport.Live]
	r.s.LetGo(r.now + stepAt + 42*ms)
	if h.conn.sent[transport.Live] != sent {
		t.Fatal("something left although nothing became durable")
	}
	r.s.LetGo(r.now + 2*stepAt + 41*ms)
	if h.read(); h.acked != first.Number+1 || c.out.size() != 0 {
		t.Fatalf("acked %d, %d bytes wait", h.acked, c.out.size())
	}
	r.now += 2*stepAt + 41*ms
	r.play(60)
	h.agrees()
}

// TestLetGoLeavesTheRestAlone: it moves no clock and performs nothing, whatever has arrived, and allocates nothing.
func TestLetGoLeavesTheRestAlone(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Store = store.NewMemory(store.Fixed(20 * ms)) })
	h := r.join("ann")
	r.play(120)
	h.do(place(1), r.s.Now())
	edits, now, steps := r.s.Edits(), r.s.Now(), r.s.Metrics().Steps
	r.s.LetGo(r.now + 300*ms)
	if r.s.Edits() != edits || r.s.Now() != now || r.s.Metrics().Steps != steps || len(h.conn.in) == 0 {
		t.Error("it does what a step is for")
	}
	at := r.now + 300*ms
	if n := testing.AllocsPerRun(100, func() { at += ms; r.s.LetGo(at) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
