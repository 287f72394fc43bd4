package host

import (
	"testing"
	"time"

	"voxtide/store"
)

// TestTimed: a batch counts once as durable, with the writer's word or else when the loop sees it, and once as known.
func TestTimed(t *testing.T) {
	ready := 10 * time.Second
	c := &timed{Store: store.NewMemory(func() time.Duration { return ready })}
	check := func(when string, durable, known uint64, waiting int) {
		t.Helper()
		if m := c.measured(); m.durable.all != durable || m.known.all != known || m.waiting != waiting {
			t.Fatalf("%s: %d durable, %d known, %d wait", when, m.durable.all, m.known.all, m.waiting)
		}
	}
	for range 3 {
		c.Commit(0, &store.Batch{})
	}
	check("handed over", 0, 0, 3)
	c.kept(2)
	c.kept(2)
	check("the writer's word on two", 2, 0, 3)
	c.Committed(time.Second)
	check("the loop looks too early", 2, 0, 3)
	c.Committed(ready)
	check("the loop knows of all three", 3, 3, 0)
	c.kept(3)
	check("the writer's word comes late", 3, 3, 0)
	ready = 0
	c.Commit(ready, &store.Batch{})
	c.kept(4)
	check("another one", 4, 3, 1)
}
