package host

import (
	"sync"
	"time"

	"voxtide/store"
)

// timed is a store that measures how long batches take until the loop knows that they are durable.
//
// Owner: the loop; those who read the measures take the lock.
type timed struct {
	store.Store

	began []time.Duration // of the batches that are not durable, the oldest first
	first uint64          // the ticket of the oldest

	mu      sync.Mutex
	commits commits
}

// commits counts how long batches took, by the upper bounds of commitBounds.
type commits struct {
	counts  [len(commitBounds)]uint64
	all     uint64
	sum     time.Duration
	waiting int
}

var commitBounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond, 8 * time.Millisecond, 16 * time.Millisecond, 32 * time.Millisecond,
	64 * time.Millisecond, 128 * time.Millisecond, 256 * time.Millisecond, 512 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
}

// Commit implements store.Store.
func (t *timed) Commit(now time.Duration, b *store.Batch) uint64 {
	ticket := t.Store.Commit(now, b)
	if len(t.began) == 0 {
		t.first = ticket
	}
	t.began = append(t.began, Since())
	return ticket
}

// Committed implements store.Store.
func (t *timed) Committed(now time.Duration) uint64 {
	ticket := t.Store.Committed(now)
	n := 0
	at := Since()
	t.mu.Lock()
	for n < len(t.began) && t.first+uint64(n) <= ticket {
		took := at - t.began[n]
		for i, bound := range commitBounds {
			if took <= bound {
				t.commits.counts[i]++
			}
		}
		t.commits.all++
		t.commits.sum += took
		n++
	}
	t.commits.waiting = len(t.began) - n
	t.mu.Unlock()
	t.began = t.began[:copy(t.began, t.began[n:])]
	t.first += uint64(n)
	return ticket
}

// measured returns the counts.
func (t *timed) measured() commits {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.commits
}
