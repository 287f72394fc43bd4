package pebble

import (
	"cmp"
	"context"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/world"
)

// Columns appends the columns of sections in a rectangle, both corners included, of which the store holds something: their
// sections are at Y 0, in order of X and Z, at most max of them. It seeks once for each row of the rectangle and once for each
// column that it finds, however much the store holds of it. Any goroutine may call it until Close. Errors: those of
// BlockChanges.
func (s *Store) Columns(dst []world.SectionPos, from, to world.SectionPos, max int) ([]world.SectionPos, error) {
	err := s.readHistory(func() error {
		view := s.db.NewSnapshot()
		a, err := rangeOf(view, kindSection)
		if err != nil {
			return cmp.Or(err, view.Close())
		}
		b, err := rangeOf(view, kindHistory)
		if err != nil {
			return cmp.Or(err, a.Close(), view.Close())
		}
		at := world.SectionPos{X: from.X, Z: from.Z}
		for max > 0 {
			p, ok := nextColumn(a, kindSection, at)
			if q, more := nextColumn(b, kindHistory, at); more && (!ok || q.X < p.X || q.X == p.X && q.Z < p.Z) {
				p, ok = q, true
			}
			switch {
			case !ok || p.X > to.X:
				max = 0
				continue
			case p.Z < from.Z:
				at = world.SectionPos{X: p.X, Z: from.Z}
				continue
			case p.Z <= to.Z:
				dst = append(dst, world.SectionPos{X: p.X, Z: p.Z})
				max--
			}
			if at = (world.SectionPos{X: p.X, Z: p.Z + 1}); p.Z >= to.Z {
				if p.X == to.X {
					break
				}
				at = world.SectionPos{X: p.X + 1, Z: from.Z}
			}
		}
		return cmp.Or(a.Error(), b.Error(), a.Close(), b.Close(), view.Close())
	})
	return dst, err
}

// Sections appends the sections of a column of which the store holds something, each once. Any goroutine may call it until
// Close. Errors: those of BlockChanges.
func (s *Store) Sections(dst []world.SectionPos, column store.Column) ([]world.SectionPos, error) {
	begin := len(dst)
	err := s.readHistory(func() error {
		dst = dst[:begin]
		for _, kind := range [...]byte{kindSection, kindHistory} {
			from, to := columnRange(column, kind)
			it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: from, UpperBound: to})
			if err != nil {
				return err
			}
			var next []byte
			for ok := it.First(); ok; ok = it.SeekGE(next) {
				p, known := readSection(it.Key())
				if !known {
					return cmp.Or(it.Close(), errKey)
				}
				if !slices.Contains(dst[begin:], p) {
					dst = append(dst, p)
				}
				p.Y++
				next = appendSection(next[:0], kind, p)
			}
			if err := cmp.Or(it.Error(), it.Close()); err != nil {
				return err
			}
		}
		return nil
	})
	return dst, err
}

// Compact rewrites the files of sections and history, so that what was dropped gives its place on the disk back. It takes its time, and ends with
// ctx. Any goroutine may call it until Close.
func (s *Store) Compact(ctx context.Context) error {
	return s.readHistory(func() error {
		for _, kind := range [...]byte{kindSection, kindHistory} {
			if err := s.db.Compact(ctx, []byte{kind}, []byte{kind + 1}, false); err != nil {
				return err
			}
		}
		return nil
	})
}

// Bytes returns about how many bytes sections and history take on the disk. Any goroutine may call it until Close.
func (s *Store) Bytes() (n uint64, err error) {
	err = s.readHistory(func() error {
		n = 0
		for _, kind := range [...]byte{kindSection, kindHistory} {
			some, err := s.db.EstimateDiskUsage([]byte{kind}, []byte{kind + 1})
			if err != nil {
				return err
			}
			n += some
		}
		return nil
	})
	return n, err
}

func rangeOf(view pebble.Reader, kind byte) (*pebble.Iterator, error) {
	return view.NewIter(&pebble.IterOptions{LowerBound: []byte{kind}, UpperBound: []byte{kind + 1}})
}

// nextColumn returns the first column with a key of a kind that is not before a column.
func nextColumn(it *pebble.Iterator, kind byte, at world.SectionPos) (p world.SectionPos, ok bool) {
	at.Y = -1 << 31
	var buf [sectionLen]byte
	if !it.SeekGE(appendSection(buf[:0], kind, at)) {
		return p, false
	}
	return readSection(it.Key())
}
