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

// Source is a store that is only read.
type Source interface {
	History
	Load() (*State, error)
	Section(p world.SectionPos) (Stored, error)
	Close() error
}

// Frozen is a store whose disk takes nothing any more: the world stays as it is, and players walk and talk in it. It
// keeps in memory what a server goes on from, for the day on which the disk takes changes again: rows of players, what
// was said, the numbers. One owner, as of each Store.
type Frozen struct {
	Source
	mu     sync.Mutex
	ticket uint64
	rows   map[string]PlayerRow
	carry  Batch
	err    error
}

// ErrFrozen says that something was to be changed in a world that cannot keep it.
var ErrFrozen = errors.New("store: a change of a world that cannot keep it")

// NewFrozen returns a frozen store over what is on the disk, and over what another one carried on; nil for nothing.
func NewFrozen(from Source, carried *Batch) *Frozen {
	f := &Frozen{Source: from, rows: map[string]PlayerRow{}}
	if carried != nil {
		f.take(carried)
	}
	return f
}

// Commit implements Store: what cannot be carried on is an error.
func (f *Frozen) Commit(_ time.Duration, b *Batch) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ticket++
	if len(b.Sections)+len(b.Snapshots)+len(b.Entities)+len(b.Deaths) > 0 || b.ChecksChanged {
		f.err = cmp.Or(f.err, ErrFrozen)
	}
	f.take(b)
	return f.ticket
}

func (f *Frozen) take(b *Batch) {
	for _, name := range b.Forgotten { // on the disk the row stays: whoever opens it again forgets it then
		delete(f.rows, name)
	}
	for i := range b.Players {
		f.rows[b.Players[i].Name] = b.Players[i]
	}
	c := &f.carry
	c.Said = append(c.Said, b.Said...)
	c.Said = slices.Delete(c.Said, 0, max(0, len(c.Said)-SaidMax))
	if b.Ceiling != 0 {
		c.Ceiling, c.Clean = b.Ceiling, b.Clean
	}
	c.Time, c.Edits, c.Streams, c.Counter, c.Hash = b.Time, b.Edits, b.Streams, b.Counter, b.Hash
}

// Carry returns what is to be committed first where the world goes on; nil if nothing happened.
func (f *Frozen) Carry() *Batch {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.carry.Edits == 0 && len(f.rows) == 0 {
		return nil
	}
	b := f.carry
	b.Said = slices.Clone(b.Said)
	b.Players = slices.SortedFunc(maps.Values(f.rows), func(a, b PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) })
	return &b
}

// Committed implements Store: nobody waits for what is not kept.
func (f *Frozen) Committed(time.Duration) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ticket
}

// Err implements Store.
func (f *Frozen) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// Load implements Store: what is on the disk, with what was carried on.
func (f *Frozen) Load() (*State, error) {
	st, err := f.Source.Load()
	c := f.Carry()
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
	st.Said = append(st.Said, c.Said...)
	st.Said = slices.Delete(st.Said, 0, max(0, len(st.Said)-SaidMax))
	if c.Ceiling != 0 {
		st.Ceiling, st.Clean = c.Ceiling, c.Clean
	}
	st.Edits, st.Streams, st.Counter, st.Hash = c.Edits, c.Streams, c.Counter, c.Hash
	return st, nil
}

var _ Store = (*Frozen)(nil)
