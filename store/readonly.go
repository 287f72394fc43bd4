package store

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"voxtide/world"
)

// Reader is a store that can only be read.
type Reader interface {
	History
	Load() (*State, error)
	Section(p world.SectionPos) (Stored, error)
	Close() error
}

// ReadOnly is a store whose disk takes no more changes: the world stays as it is, and players walk and talk in it. It keeps in
// memory what a server needs to go on once the disk has recovered: rows of players, chat, the numbers of batches. It has one
// owner, as each Store does.
type ReadOnly struct {
	Reader
	mu        sync.Mutex
	commitSeq uint64
	rows      map[string]PlayerRow
	carried   Batch
	err       error
}

// ErrReadOnly says that a batch would change a world whose disk takes no changes.
var ErrReadOnly = errors.New("store: a change of a world that cannot keep it")

// NewReadOnly returns a read-only store over the state on the disk, and over what an earlier one carried on; nil: nothing.
func NewReadOnly(from Reader, carried *Batch) *ReadOnly {
	f := &ReadOnly{Reader: from, rows: map[string]PlayerRow{}}
	if carried != nil {
		f.absorb(carried)
	}
	return f
}

// Commit implements Store: what cannot be carried on is an error.
func (f *ReadOnly) Commit(_ time.Duration, b *Batch) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.commitSeq++
	if len(b.Changes)+len(b.Snapshots)+len(b.Dropped)+len(b.Entities)+len(b.RemovedEntities) > 0 || b.ChecksChanged {
		f.err = cmp.Or(f.err, ErrReadOnly)
	}
	f.absorb(b)
	return f.commitSeq
}

func (f *ReadOnly) absorb(b *Batch) {
	for _, name := range b.RemovedPlayers { // its row stays on the disk until the world is open for changes again
		delete(f.rows, name)
	}
	for i := range b.Players {
		f.rows[b.Players[i].Name] = b.Players[i]
	}
	c := &f.carried
	c.Chat = append(c.Chat, b.Chat...)
	c.Chat = slices.Delete(c.Chat, 0, max(0, len(c.Chat)-ChatLinesMax))
	if b.Ceiling != 0 {
		c.Ceiling, c.Clean = b.Ceiling, b.Clean
	}
	c.Now, c.Time, c.Edits, c.LastStream, c.EntityCounter, c.Hash = b.Now, b.Time, b.Edits, b.LastStream, b.EntityCounter, b.Hash
}

// Carried returns the batch that is to be committed first when the world takes changes again, nil if nothing happened.
func (f *ReadOnly) Carried() *Batch {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.carried.Edits == 0 && len(f.rows) == 0 {
		return nil
	}
	b := f.carried
	b.Chat = slices.Clone(b.Chat)
	b.Players = slices.SortedFunc(maps.Values(f.rows), func(a, b PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) })
	return &b
}

// Committed implements Store: nobody waits for what is not kept.
func (f *ReadOnly) Committed(time.Duration) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.commitSeq
}

// Err implements Store.
func (f *ReadOnly) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// Load implements Store: what is on the disk, with what was carried on.
func (f *ReadOnly) Load() (*State, error) {
	st, err := f.Reader.Load()
	c := f.Carried()
	if err != nil || c == nil {
		return st, err
	}
	if st == nil {
		st = &State{}
	}
	for _, row := range c.Players {
		i := slices.IndexFunc(st.Players, func(r PlayerRow) bool { return r.Name == row.Name })
		if i < 0 {
			i = len(st.Players)
			st.Players = append(st.Players, row)
		}
		st.Players[i] = row
	}
	slices.SortFunc(st.Players, func(a, b PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) })
	st.Chat = append(st.Chat, c.Chat...)
	st.Chat = slices.Delete(st.Chat, 0, max(0, len(st.Chat)-ChatLinesMax))
	if c.Ceiling != 0 {
		st.Ceiling, st.Clean = c.Ceiling, c.Clean
	}
	st.Now, st.Time = c.Now, c.Time
	st.Edits, st.LastStream, st.EntityCounter, st.Hash = c.Edits, c.LastStream, c.EntityCounter, c.Hash
	return st, nil
}

var _ Store = (*ReadOnly)(nil)
