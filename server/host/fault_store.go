package host

import (
	"sync/atomic"
	"time"

	"voxtide/store"
	"voxtide/world"
)

// faultStore is the store of a world with the deliberate fault ack-before-commit, and only then: a slow disk whose power is cut now
// and then. Without a cut nobody outside could see that acks were sent before their batch was durable. Nothing of such a world
// is on the disk.
//
// Owner: the loop; Section may be called from any goroutine.
type faultStore struct {
	memory  atomic.Pointer[store.Memory]
	lastCut time.Duration // when the power was cut last, Monotonic
}

const (
	faultCommitDelay = 300 * time.Millisecond
	powerCutEvery    = 4 * time.Second
)

func newFaultStore() *faultStore {
	f := &faultStore{}
	f.memory.Store(store.NewMemory(store.FixedDelay(faultCommitDelay)))
	return f
}

// Commit implements store.Store.
func (f *faultStore) Commit(now time.Duration, b *store.Batch) uint64 {
	return f.memory.Load().Commit(now, b)
}

// Committed implements store.Store.
func (f *faultStore) Committed(now time.Duration) uint64 { return f.memory.Load().Committed(now) }

// Load implements store.Store.
func (f *faultStore) Load() (*store.State, error) { return f.memory.Load().Load() }

// Section implements store.Store.
func (f *faultStore) Section(p world.SectionPos) (store.Stored, error) {
	return f.memory.Load().Section(p)
}

// Err implements store.Store.
func (f *faultStore) Err() error { return nil }

// Close implements store.Store.
func (f *faultStore) Close() error { return f.memory.Load().Close() }

// due reports whether it is time for the next cut, and notes it.
func (f *faultStore) due(now time.Duration) bool {
	if now-f.lastCut < powerCutEvery {
		return false
	}
	f.lastCut = now
	return true
}

// BlockChanges implements store.History.
func (f *faultStore) BlockChanges(p world.Pos, each func(*store.HistoryEntry) bool) error {
	return f.memory.Load().BlockChanges(p, each)
}

// ScanCells implements store.History.
func (f *faultStore) ScanCells(q *store.Query, from store.Cursor, look int, each func(*store.CellHistory) bool) (store.Cursor, error) {
	return f.memory.Load().ScanCells(q, from, look, each)
}

// ScanChanges implements store.History.
func (f *faultStore) ScanChanges(q *store.Query, from store.Cursor, look int, each func(*store.HistoryEntry) bool) (store.Cursor, error) {
	return f.memory.Load().ScanChanges(q, from, look, each)
}

// FirstChanges implements store.History.
func (f *faultStore) FirstChanges(q *store.Query, max int, dst []store.HistoryEntry) ([]store.HistoryEntry, error) {
	return f.memory.Load().FirstChanges(q, max, dst)
}
