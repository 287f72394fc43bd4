package pebble

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world"
)

// Load implements store.Store. Its error wraps ErrUnreadable.
func (s *Store) Load() (*store.State, error) {
	view := s.db.NewSnapshot()
	state, err := load(view)
	if err = cmp.Or(err, view.Close()); err != nil {
		return nil, causedError{ErrUnreadable, err}
	}
	return state, nil
}

func load(view *pebble.Snapshot) (*store.State, error) {
	value, err := get(view, metaKey(metaState))
	if err != nil || value == nil {
		return nil, err
	}
	n, err := readState(value)
	if err != nil {
		return nil, fmt.Errorf("record state: %w", err)
	}
	state := &store.State{
		Ceiling: n.ceiling, Clean: n.clean, Edits: n.edits, LastStream: n.lastStream, EntityCounter: n.entityCounter, Hash: n.hash,
	}
	if state.Log, err = loadLog(view, n.batch); err != nil {
		return nil, err
	}
	err = cmp.Or(
		loadPlayers(view, state),
		each(view, kindEntity, func(key, value []byte) error {
			e, err := record.ReadEntityRecord(value)
			if id, ok := readNumberKey(key); !ok || id != uint64(e.ID) && err == nil {
				return errKey
			}
			state.Entities = append(state.Entities, e)
			return err
		}),
		each(view, kindChecks, func(_, value []byte) (err error) {
			state.Checks, err = record.ReadChecks(value)
			return err
		}),
		each(view, kindChat, func(_, value []byte) error {
			said, err := record.ReadChatLine(value)
			state.Chat = append(state.Chat, said)
			return err
		}),
	)
	slices.SortFunc(state.Players, func(a, b store.PlayerRow) int { return cmp.Compare(a.Stream, b.Stream) })
	return state, err
}

// loadPlayers reads the rows of all players, each from its parts. A row that lacks a part and a part without its row are errors: the
// batches that write and remove rows keep their parts together.
func loadPlayers(view pebble.Reader, state *store.State) error {
	for i := range record.PlayerParts {
		n := 0 // the parts of a kind have the order of their names, too
		err := each(view, record.PlayerParts[i].Kind, func(key, value []byte) error {
			if i == 0 {
				state.Players = append(state.Players, store.PlayerRow{Name: string(key[1:])})
			}
			if n == len(state.Players) || state.Players[n].Name != string(key[1:]) {
				return record.ErrPart
			}
			row := &state.Players[n]
			n++
			of := row.Stream
			if err := record.PlayerParts[i].Read(value, row); err != nil {
				return err
			}
			if i > 0 && row.Stream != of {
				return record.ErrPart
			}
			return nil
		})
		if err == nil && n < len(state.Players) {
			err = fmt.Errorf("row of %q: %w", state.Players[n].Name, record.ErrPart)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Section implements store.Store: any goroutine may call it. What a batch did that is written, but not yet fsynced, may
// be part of the answer. Its error wraps ErrUnreadable, or is store.ErrClosed.
func (s *Store) Section(p world.SectionPos) (store.Stored, error) {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return store.Stored{}, store.ErrClosed
	}
	stored, err := section(s.db, p)
	if err != nil {
		return store.Stored{}, causedError{ErrUnreadable, fmt.Errorf("section %s: %w", p, err)}
	}
	return stored, nil
}

func section(db pebble.Reader, p world.SectionPos) (stored store.Stored, err error) {
	var buf [64]byte
	edits := uint64(0)
	value, closer, err := db.Get(appendSnapshotKey(buf[:0], p))
	switch {
	case err == nil:
		var packed []byte
		if edits, packed, err = record.ReadSnapshot(value); err == nil {
			stored.Packed, stored.Edits = append([]byte{}, packed...), edits
		}
		if err = cmp.Or(err, closer.Close()); err != nil {
			return stored, err
		}
	case !errors.Is(err, pebble.ErrNotFound):
		return stored, err
	}
	o := pebble.IterOptions{LowerBound: appendCell(buf[:0], p, 0), UpperBound: appendCell(buf[32:32], p, world.SectionCells)}
	if stored.Packed != nil {
		o.PointKeyFilters = []pebble.BlockPropertyFilter{changesAfter(edits)}
	}
	c, err := newChangeCursor(db, &o)
	if err != nil {
		return stored, err
	}
	for ok := c.it.First(); ok; ok = c.it.Next() {
		if err := c.read(); err != nil {
			return stored, c.close(err)
		}
		if stored.Packed == nil || c.Seq > edits {
			stored.Changes = append(stored.Changes, c.BlockChange)
		}
	}
	slices.SortFunc(stored.Changes, func(a, b store.BlockChange) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Pos.Index(), b.Pos.Index()))
	})
	return stored, c.close(nil)
}

// get returns a copy of a value, nil if there is none.
func get(from pebble.Reader, key []byte) ([]byte, error) {
	value, closer, err := from.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	value = append([]byte{}, value...)
	return value, closer.Close()
}

// each calls f for the records of a kind, in order of their keys. What it is given is lent.
func each(from pebble.Reader, kind byte, f func(key, value []byte) error) (err error) {
	it, err := from.NewIter(&pebble.IterOptions{LowerBound: []byte{kind}, UpperBound: []byte{kind + 1}})
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, it.Close()) }()
	for ok := it.First(); ok; ok = it.Next() {
		value, err := it.ValueAndErr()
		if err == nil {
			err = f(it.Key(), value)
		}
		if err != nil {
			return fmt.Errorf("record %q: %w", bytes.Clone(it.Key()), err)
		}
	}
	return nil
}

// nextChatSeq returns the number of the next line of chat.
func nextChatSeq(from pebble.Reader) (next uint64, err error) {
	it, err := from.NewIter(&pebble.IterOptions{LowerBound: []byte{kindChat}, UpperBound: []byte{kindChat + 1}})
	if err != nil {
		return 0, err
	}
	defer func() { err = cmp.Or(err, it.Close()) }()
	if !it.Last() {
		return 0, nil
	}
	n, ok := readNumberKey(it.Key())
	if !ok {
		return 0, errKey
	}
	return n + 1, nil
}
