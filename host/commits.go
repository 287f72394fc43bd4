package host

import (
	"sync"
	"time"

	"voxtide/store"
)

// timed is a store that measures how long batches take until they are durable, and until the loop knows it.
//
// Owner: the loop; the writer of the disk calls kept, and those who read the measures take the lock.
type timed struct {
	store.Store

	mu      sync.Mutex      // over what follows
	began   []time.Duration // when those batches were handed over which the loop does not know to be durable, the oldest first
	first   uint64          // the ticket of the oldest
	durable int             // how many of them are, by the writer's word
	commits commits
}

// commits says how long batches took until they were durable, and until the loop knew.
type commits struct {
	durable, known waits
	waiting        int
}

// waits counts times, by the upper bounds of commitBounds.
type waits struct {
	counts [len(commitBounds)]uint64
	all    uint64
	sum    time.Duration
}

func (w *waits) add(took time.Duration) {
	for i, bound := range commitBounds {
		if took <= bound {
			w.counts[i]++
		}
	}
	w.all++
	w.sum += took
}

var commitBounds = [...]time.Duration{
	500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond, 8 * time.Millisecond, 16 * time.Millisecond, 32 * time.Millisecond,
	64 * time.Millisecond, 128 * time.Millisecond, 256 * time.Millisecond, 512 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
}

// Commit implements store.Store.
func (t *timed) Commit(now time.Duration, b *store.Batch) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock() // kept waits until the batch is entered
	at := Since()
	ticket := t.Store.Commit(now, b)
	if len(t.began) == 0 {
		t.first = ticket
	}
	t.began = append(t.began, at)
	t.commits.waiting = len(t.began)
	return ticket
}

// kept notes that all is durable up to a ticket.
func (t *timed) kept(ticket uint64) {
	at := Since()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle(ticket, at)
}

func (t *timed) settle(ticket uint64, at time.Duration) {
	for ; t.durable < len(t.began) && t.first+uint64(t.durable) <= ticket; t.durable++ {
		t.commits.durable.add(at - t.began[t.durable])
	}
}

// Committed implements store.Store.
func (t *timed) Committed(now time.Duration) uint64 {
	ticket := t.Store.Committed(now)
	at := Since()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.settle(ticket, at) // not every store says so itself
	n := 0
	for ; n < t.durable && t.first+uint64(n) <= ticket; n++ {
		t.commits.known.add(at - t.began[n])
	}
	t.began = t.began[:copy(t.began, t.began[n:])]
	t.first += uint64(n)
	t.durable -= n
	t.commits.waiting = len(t.began)
	return ticket
}

// measured returns the counts.
func (t *timed) measured() commits {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.commits
}
