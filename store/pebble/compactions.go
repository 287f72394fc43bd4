package pebble

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// Compactions wait while much is written. A paste of a quarter of a million blocks brings a dozen tables, and merging them at once, again and again as more
// come, takes half of the processors' time just while the steps of the server need it (decision 101). A compaction that waited is picked once the writing is over, or after
// compactionPatience, and merges all of them in one go. Reads look through more tables meanwhile.

const (
	// bulkBatch is the size in bytes of a batch from which on it counts as bulk: a slice of a rollback has 150 kB, a step of builders 20.
	bulkBatch = 64 << 10
	// bulkQuiet is the time without such a batch after which the bulk is over.
	bulkQuiet = 500 * time.Millisecond
	// compactionPatience is how long a compaction waits at most.
	compactionPatience = 5 * time.Second
	// compactionEvery is the time between two looks at whether one that waits may begin.
	compactionEvery = 100 * time.Millisecond
	// tablesMax is the number of tables on top of each other from which on the database takes nothing more. What comes within compactionPatience stays far below it.
	tablesMax = 200
)

// compactionGate lets one compaction go on at a time, and none while much is written.
//
// Owner: Pebble, from any goroutine, in the order of locks that pebble.CompactionScheduler gives: mu is never held while the database is called.
type compactionGate struct {
	db    pebble.DBForCompaction
	bulk  atomic.Int64 // when the last bulk batch was written, ms since 1970; 0: never
	poke  chan struct{}
	stop  chan struct{}
	ended sync.WaitGroup

	mu      sync.Mutex
	running bool
	closed  bool
	since   time.Time // since when one waits; zero: none does
}

func newCompactionGate() *compactionGate {
	return &compactionGate{poke: make(chan struct{}, 1), stop: make(chan struct{})}
}

// noteBatch notes that a batch of a size in bytes is written.
func (g *compactionGate) noteBatch(size int) {
	if size >= bulkBatch {
		g.bulk.Store(time.Now().UnixMilli())
	}
}

// Register implements pebble.CompactionScheduler.
func (g *compactionGate) Register(_ int, db pebble.DBForCompaction) {
	g.db = db
	g.ended.Go(g.run)
}

// Unregister implements pebble.CompactionScheduler.
func (g *compactionGate) Unregister() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	close(g.stop)
	g.ended.Wait()
}

// TrySchedule implements pebble.CompactionScheduler.
func (g *compactionGate) TrySchedule() (bool, pebble.CompactionGrantHandle) {
	if !g.take() {
		return false, nil
	}
	return true, g
}

// take has a compaction begin, if one may.
func (g *compactionGate) take() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if g.since.IsZero() {
		g.since = now
	}
	if g.closed || g.running || now.UnixMilli()-g.bulk.Load() < bulkQuiet.Milliseconds() && now.Sub(g.since) < compactionPatience {
		return false
	}
	g.running, g.since = true, time.Time{}
	return true
}

// UpdateGetAllowedWithoutPermission implements pebble.CompactionScheduler.
func (g *compactionGate) UpdateGetAllowedWithoutPermission() {}

// Started implements pebble.CompactionGrantHandle.
func (g *compactionGate) Started() {}

// MeasureCPU implements pebble.CompactionGrantHandle.
func (g *compactionGate) MeasureCPU(pebble.CompactionGoroutineKind) {}

// CumulativeStats implements pebble.CompactionGrantHandle.
func (g *compactionGate) CumulativeStats(pebble.CompactionGrantHandleStats) {}

// Done implements pebble.CompactionGrantHandle: a compaction has ended.
func (g *compactionGate) Done() {
	g.mu.Lock()
	g.running = false
	g.mu.Unlock()
	select {
	case g.poke <- struct{}{}:
	default:
	}
}

// run has those begin that had to wait.
func (g *compactionGate) run() {
	ticker := time.NewTicker(compactionEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-g.poke:
		case <-g.stop:
			return
		}
		if waiting, _ := g.db.GetWaitingCompaction(); !waiting {
			g.mu.Lock()
			g.since = time.Time{}
			g.mu.Unlock()
			continue
		}
		if g.take() && !g.db.Schedule(g) {
			g.mu.Lock()
			g.running = false
			g.mu.Unlock()
		}
	}
}
