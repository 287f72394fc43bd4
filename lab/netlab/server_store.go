package netlab

import (
	"time"

	"voxtide/internal/splitmix"
	"voxtide/store"
)

// serverMachine is the server's machine: its disk and its clock. Its power fails at times drawn by seed; then only
// the disk is left, and another server goes on from it. It may stand still for a while, as a virtual machine does
// that is moved: then there is no step, and its monotonic clock stands.
type serverMachine struct {
	disk  *crashingStore
	rng   splitmix.Source
	kills int // so far
	down  bool
	upAt  time.Duration // when the server is started again

	failAt time.Duration // the first step from then on is the last one; 0: none
	cutAt  time.Duration // the power fails then, after the last step; 0: with it
	stood  time.Duration // so far
	lost   int           // batches handed over and not durable when the power failed
}

// crashingStore is the laboratory's store: after a power failure it keeps exactly what was durable.
type crashingStore struct {
	*store.Memory
	lastTicket uint64 // ticket of the last batch taken
	dead       bool   // it takes nothing any longer
	diesNext   bool   // it dies with the next batch, before taking it
	lost       int    // batches that it did not take
}

// Commit implements store.Store.
func (d *crashingStore) Commit(now time.Duration, b *store.Batch) uint64 {
	d.dead = d.dead || d.diesNext
	if d.dead {
		d.lost++
		return d.lastTicket + uint64(d.lost)
	}
	d.lastTicket = d.Memory.Commit(now, b)
	return d.lastTicket
}

// serverClock is what the server's clock says.
func (l *simulation) serverClock(now time.Duration) time.Duration { return now - l.serverMachine.stood }
