package server

import (
	"testing"
	"time"
)

// TestBudgets: where the clock says that each turn of a client takes long, few have a turn in a step, and each in its turn: all get their
// land, nobody much later than another, and updates go on leaving for everybody.
func TestBudgets(t *testing.T) {
	const players, credit = 6, 16
	clock := time.Duration(0)
	r := newHarness(t, func(c *Config) {
		c.View, c.ViewY, c.BulkCredit = 3, 2, credit
		c.Stopwatch = func() time.Duration { clock += interestTime/2 + time.Microsecond; return clock }
	})
	for i := range players {
		r.join(string(rune('a' + i)))
	}
	r.play(5)
	want := len(interestOrder(3, 2, 0))
	var told, at [players]int
	spread, silent, last := 0, 0, 0
	for step := 0; step < 2000 && last == 0; step++ {
		r.play(1)
		low, top := want, 0
		for i, h := range r.hands {
			n := r.s.World().Stream(h.stream()).Subscriptions.Len()
			low, top = min(low, n), max(top, n)
			if len(h.updates) > told[i] {
				told[i], at[i] = len(h.updates), step
			}
			silent = max(silent, step-at[i])
		}
		if spread = max(spread, top-low); low == want {
			last = step
		}
	}
	m := r.s.Metrics()
	t.Logf("all %d have their %d sections after %d steps; at most %d apart; %d and %d turns postponed; at most %d steps without an update", players, want, last, spread, m.InterestPostponed, m.BulkPostponed, silent)
	if last == 0 || m.InterestPostponed < 20 || m.BulkPostponed < 20 || spread > 3*credit || silent > 4 {
		t.Error("not so")
	}
	r.play(60)
	for _, h := range r.hands {
		h.agrees()
	}
}
