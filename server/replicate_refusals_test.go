package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/server/replication"
	"voxtide/store"
	"voxtide/world"
)

// TestRefusalsWaiting: while a disk hangs, a bounded number of refusals waits to be sent; of further ones the reason is dropped, and
// every action is acked all the same.
func TestRefusalsWaiting(t *testing.T) {
	var r *harness
	until := time.Duration(0)
	r = newHarness(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return max(0, until-r.now) }) })
	ann := r.join("ann")
	r.play(120)
	until = r.now + 30*time.Second
	ann.do(placeBeside(1), r.s.Now())
	r.play(3 * 60)
	c := r.s.clients.session(ann.stream())
	first, most := ann.next, 0
	for r.now < until-time.Second {
		ann.do(actions.Action{Kind: actions.FinishBreak, Pos: world.Pos{X: 500, Z: 500}}, r.s.Now())
		r.play(1)
		most = max(most, c.told.Refusals())
	}
	r.play(60 * 4)
	reasons := 0
	for n := range ann.why {
		if n >= first {
			reasons++
		}
	}
	t.Logf("%d actions refused while the disk hung, %d waited to be told at most, %d were told why", ann.next-first, most, reasons)
	if most != replication.RefusalsMax || reasons != replication.RefusalsMax || int(ann.next-first) < 2*replication.RefusalsMax || ann.acked != ann.next-1 {
		t.Fatalf("acked %d of %d", ann.acked, ann.next-1)
	}
	ann.agrees()
}
