package server

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/store"
	"voxtide/world"
)

// TestRefusalsWaiting: while a disk hangs, so many refusals wait to be told as are kept; of the others the reason is dropped, and
// every action is acked all the same.
func TestRefusalsWaiting(t *testing.T) {
	var r *rig
	until := time.Duration(0)
	r = newRig(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return max(0, until-r.now) }) })
	ann := r.join("ann")
	r.play(120)
	until = r.now + 30*time.Second
	ann.do(place(1), r.s.Now())
	r.play(3 * 60)
	c := r.s.session(ann.stream())
	first, most := ann.next, 0
	for r.now < until-time.Second {
		ann.do(actions.Action{Kind: actions.Dug, Pos: world.Pos{X: 500, Z: 500}}, r.s.Now())
		r.play(1)
		most = max(most, len(c.refusals))
	}
	r.play(60 * 4)
	reasons := 0
	for n := range ann.why {
		if n >= first {
			reasons++
		}
	}
	t.Logf("%d actions refused while the disk hung, %d waited to be told at most, %d were told why", ann.next-first, most, reasons)
	if most != refusalsMax || reasons != refusalsMax || int(ann.next-first) < 2*refusalsMax || ann.acked != ann.next-1 {
		t.Fatalf("acked %d of %d", ann.acked, ann.next-1)
	}
	ann.agrees()
}
