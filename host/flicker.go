package host

import (
	"sync/atomic"
	"time"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/world"
)

// flicker is the store of a world with the deliberate fault ack-before-commit, and only then: a disk that takes its time,
// in a house where the power fails. Without a cut nobody outside could see that acks went before their batch. Nothing of
// such a world is on the disk.
//
// Owner: the loop; Section may be called from any goroutine.
type flicker struct {
	now  atomic.Pointer[store.Memory]
	last time.Duration // when the power was cut
}

const (
	flickerCommit = 300 * time.Millisecond
	flickerEvery  = 4 * time.Second
)

func newFlicker() *flicker {
	f := &flicker{}
	f.now.Store(store.NewMemory(store.Fixed(flickerCommit)))
	return f
}

// Commit implements store.Store.
func (f *flicker) Commit(now time.Duration, b *store.Batch) uint64 {
	return f.now.Load().Commit(now, b)
}

// Committed implements store.Store.
func (f *flicker) Committed(now time.Duration) uint64 { return f.now.Load().Committed(now) }

// Load implements store.Store.
func (f *flicker) Load() (*store.State, error) { return f.now.Load().Load() }

// Section implements store.Store.
func (f *flicker) Section(p world.SectionPos) (store.Stored, error) { return f.now.Load().Section(p) }

// Err implements store.Store.
func (f *flicker) Err() error { return nil }

// Close implements store.Store.
func (f *flicker) Close() error { return f.now.Load().Close() }

// flick cuts the power, when it is time for that: another server goes on from what was durable, and all players have to
// come back.
func (h *Host) flick(now time.Duration) {
	f := h.flicker
	if f == nil || now-f.last < flickerEvery {
		return
	}
	f.last = now
	left := f.now.Load().Crash(now)
	h.srv.Stop(protocol.ReasonStopping) // into a store that is not used any more
	f.now.Store(left)
	h.land.close()
	h.land = newLand(f, h.info.Seed, h.cfg.Workers)
	srv, err := server.New(h.serverConfig(f, h.srv.Book()))
	if err == nil {
		h.srv = srv
	} else {
		h.cfg.Log.Error("the world cannot be loaded after the power was cut", "err", err)
	}
}

// Who implements store.History.
func (f *flicker) Who(p world.Pos, each func(*store.Past) bool) error {
	return f.now.Load().Who(p, each)
}

// Cells implements store.History.
func (f *flicker) Cells(q *store.Query, from store.Mark, look int, each func(*store.Cell) bool) (store.Mark, error) {
	return f.now.Load().Cells(q, from, look, each)
}

// Each implements store.History.
func (f *flicker) Each(q *store.Query, from store.Mark, look int, each func(*store.Past) bool) (store.Mark, error) {
	return f.now.Load().Each(q, from, look, each)
}

// Replay implements store.History.
func (f *flicker) Replay(q *store.Query, max int, dst []store.Past) ([]store.Past, error) {
	return f.now.Load().Replay(q, max, dst)
}
