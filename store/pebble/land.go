package pebble

import (
	"cmp"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/internal/wire"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world/columns"
)

// keptMax bounds the upgrades of a world, squaresMax the squares of columns that one of them kept.
const (
	keptMax    = 255
	squaresMax = 1 << 22
)

// appendLand writes version, and for each upgrade the generator before and the squares of columns that stayed: X, Z, and a u64 for each
// row.
func appendLand(b []byte, kept []columns.Kept) []byte {
	b = wire.AppendCount(append(b, versionLand), len(kept))
	for _, k := range kept {
		b = wire.AppendUvarint(b, uint64(k.Generator))
		squares := k.Columns.Squares()
		b = wire.AppendCount(b, len(squares))
		for _, q := range squares {
			b = wire.AppendVarint(wire.AppendVarint(b, int64(q.X)), int64(q.Z))
			for _, row := range q.Rows {
				b = wire.AppendU64(b, row)
			}
		}
	}
	return b
}

func readLand(b []byte) (kept []columns.Kept, err error) {
	r := record.Open(b, versionLand)
	for range r.Count(keptMax, 2) {
		k := columns.Kept{Generator: int(record.ReadBelow(&r, 1<<31)), Columns: &columns.Set{}}
		for range r.Count(squaresMax, 2+8*columns.SquareSide) {
			q := columns.Square{X: r.Varint32(), Z: r.Varint32()}
			for z := range q.Rows {
				q.Rows[z] = r.U64()
			}
			k.Columns.AddSquare(&q)
		}
		kept = append(kept, k)
	}
	return kept, r.End()
}

// loadLand returns what stayed with the upgrades of a world.
func loadLand(from pebble.Reader) ([]columns.Kept, error) {
	value, err := get(from, metaKey(metaLand))
	if err != nil || value == nil {
		return nil, err
	}
	kept, err := readLand(value)
	if err != nil {
		err = fmt.Errorf("record land: %w", err)
	}
	return kept, err
}

// Upgrade gives a world another generator; columns of the set stay as they are. It is durable, whole, when Upgrade returns: no batch may have
// been committed since Open. The world has to be opened again to go on with it. Errors: ErrFollowsLog, ErrUnreadable.
func (s *Store) Upgrade(generator int, stay *columns.Set) error {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	if at, err := s.LogPosition(); err != nil || at != (store.LogPosition{}) {
		if err == nil {
			return ErrFollowsLog
		}
		return causedError{ErrUnreadable, err}
	}
	value, err := get(s.db, metaKey(metaWorld))
	if err != nil {
		return causedError{ErrUnreadable, err}
	}
	m, err := readWorld(value)
	if err != nil {
		return causedError{ErrUnreadable, err}
	}
	if len(s.info.Kept) >= keptMax {
		return fmt.Errorf("the world was upgraded %d times, and no more can be kept", keptMax)
	}
	kept := append(s.info.Kept[:len(s.info.Kept):len(s.info.Kept)], columns.Kept{Generator: int(m.generator), Columns: stay})
	m.generator, m.blocks = int64(generator), s.opts.Blocks
	err = s.try(func() error {
		b := s.db.NewBatch()
		w := batchWriter{to: b}
		w.set(metaKey(metaWorld), appendWorld(nil, &m))
		w.set(metaKey(metaLand), appendLand(nil, kept))
		return cmp.Or(w.err, s.db.Apply(b, pebble.Sync))
	})
	if err != nil {
		return causedError{ErrUnreadable, err}
	}
	return nil
}
