package host

import (
	"testing"
	"time"

	"voxtide/store"
)

// TestCommitTimer: a batch counts once as durable, when the writer reports it or else when the loop sees it, and once as
// known.
func TestCommitTimer(t *testing.T) {
	ready := 10 * time.Second
	c := &commitTimer{Store: store.NewMemory(func() time.Duration { return ready })}
	check := func(when string, durable, known uint64, waiting int) {
		t.Helper()
		if m := c.snapshot(); m.durable.total != durable || m.known.total != known || m.waiting != waiting {
			t.Fatalf("%s: %d durable, %d known, %d wait", when, m.durable.total, m.known.total, m.waiting)
		}
	}
	for range 3 {
		c.Commit(0, &store.Batch{})
	}
	check("handed over", 0, 0, 3)
	c.noteDurable(2)
	c.noteDurable(2)
	check("the writer's word on two", 2, 0, 3)
	c.Committed(time.Second)
	check("the loop looks too early", 2, 0, 3)
	c.Committed(ready)
	check("the loop knows of all three", 3, 3, 0)
	c.noteDurable(3)
	check("the writer's word comes late", 3, 3, 0)
	ready = 0
	c.Commit(ready, &store.Batch{})
	c.noteDurable(4)
	check("another one", 4, 3, 1)
}
