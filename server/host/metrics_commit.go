package host

import (
	"sync"
	"time"

	"voxtide/store"
)

// commitTimer is a store that measures how long batches take until they are durable, and until the loop knows it.
//
// Owner: the loop. The disk's writer calls noteDurable; snapshot may be called from any goroutine.
type commitTimer struct {
	store.Store

	mu          sync.Mutex      // over what follows
	committedAt []time.Duration // of the batches that the loop does not know to be durable, the oldest first
	firstSeq    uint64          // number of the oldest of them
	durable     int             // how many of them the writer has reported as durable
	times       commitTimes
}

// commitTimes holds how long batches took until they were durable, and until the loop knew.
type commitTimes struct {
	durable, known latencyHistogram
	waiting        int
}

// latencyHistogram counts durations: those up to each of commitBounds.
type latencyHistogram struct {
	counts [len(commitBounds)]uint64
	total  uint64
	sum    time.Duration
}

func (w *latencyHistogram) add(took time.Duration) {
	count(w.counts[:], commitBounds[:], took)
	w.total++
	w.sum += took
}

var commitBounds = [...]time.Duration{
	500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond, 8 * time.Millisecond, 16 * time.Millisecond, 32 * time.Millisecond,
	64 * time.Millisecond, 128 * time.Millisecond, 256 * time.Millisecond, 512 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
}

// Commit implements store.Store.
func (t *commitTimer) Commit(now time.Duration, b *store.Batch) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock() // noteDurable waits until the batch is entered
	at := Monotonic()
	seq := t.Store.Commit(now, b)
	if len(t.committedAt) == 0 {
		t.firstSeq = seq
	}
	t.committedAt = append(t.committedAt, at)
	t.times.waiting = len(t.committedAt)
	return seq
}

// noteDurable notes that all batches up to a number are durable.
func (t *commitTimer) noteDurable(seq uint64) {
	at := Monotonic()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.countDurable(seq, at)
}

func (t *commitTimer) countDurable(seq uint64, at time.Duration) {
	for ; t.durable < len(t.committedAt) && t.firstSeq+uint64(t.durable) <= seq; t.durable++ {
		t.times.durable.add(at - t.committedAt[t.durable])
	}
}

// Committed implements store.Store.
func (t *commitTimer) Committed(now time.Duration) uint64 {
	seq := t.Store.Committed(now)
	at := Monotonic()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.countDurable(seq, at) // not every store calls noteDurable
	n := 0
	for ; n < t.durable && t.firstSeq+uint64(n) <= seq; n++ {
		t.times.known.add(at - t.committedAt[n])
	}
	t.committedAt = t.committedAt[:copy(t.committedAt, t.committedAt[n:])]
	t.firstSeq += uint64(n)
	t.durable -= n
	t.times.waiting = len(t.committedAt)
	return seq
}

// snapshot returns the counts.
func (t *commitTimer) snapshot() commitTimes {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.times
}
