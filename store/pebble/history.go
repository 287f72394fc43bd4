package pebble

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world"
)

// seekAfterMisses is the number of cells without a match that are read before the next match is sought.
const seekAfterMisses = 8

// yieldEvery is the number of cells after which a scan gives other goroutines their turn: where processors are few, Go lets a goroutine run for 10 ms, and
// the loop of the server would wait for it.
const yieldEvery = 64

// passedCost is the number of changes of a cell that can be passed over in the time in which one is read.
const passedCost = 8

// BlockChanges implements store.Store. Its error wraps ErrUnreadable, or is store.ErrClosed.
func (s *Store) BlockChanges(p world.Pos, f func(*store.HistoryEntry) bool) error {
	return s.readHistory(func() error {
		var buf [64]byte
		o := pebble.IterOptions{
			LowerBound: appendCell(buf[:0], p.Section(), p.Index()), UpperBound: appendCell(buf[32:32], p.Section(), p.Index()+1),
		}
		c, err := s.newCursor(&o)
		if err != nil {
			return err
		}
		for ok := c.it.Last(); ok; ok = c.it.Prev() {
			if err := c.read(); err != nil {
				return c.close(err)
			}
			if c.complete && !f(&c.HistoryEntry) {
				break
			}
		}
		return c.close(nil)
	})
}

// ScanChanges implements store.Store. Errors are those of Who.
func (s *Store) ScanChanges(q *store.Query, from store.Cursor, look int, f func(*store.HistoryEntry) bool) (to store.Cursor, err error) {
	if from.Done {
		return from, nil
	}
	err = s.readHistory(func() error {
		c, err := s.newCursor(&pebble.IterOptions{PointKeyFilters: []pebble.BlockPropertyFilter{filterOf(q)}})
		if err != nil {
			return err
		}
		stopped := false
		at := world.Pos{}
		for ok := c.seek(from); ok; ok = c.it.Next() {
			if ok, err = c.seekBox(q.Box); !ok {
				break
			}
			if look--; (stopped || look < 0) && at != c.Pos {
				to = c.cursor()
				return c.close(nil)
			}
			if at = c.Pos; c.complete && q.Match(&c.HistoryEntry) && !f(&c.HistoryEntry) { // f gets all changes of a cell
				stopped = true
			}
		}
		to = store.Cursor{Started: true, Done: true}
		return c.close(err)
	})
	return to, err
}

// ScanCells implements store.Store. Errors are those of Who. Two cursors walk over one snapshot: one that passes over what
// cannot match, and one that reads the cells in which something does, whole.
func (s *Store) ScanCells(q *store.Query, from store.Cursor, look int, f func(*store.CellHistory) bool) (to store.Cursor, err error) {
	if from.Done {
		return from, nil
	}
	err = s.readHistory(func() error {
		view := s.db.NewSnapshot()
		defer view.Close()
		find, err := newChangeCursor(view, &pebble.IterOptions{PointKeyFilters: []pebble.BlockPropertyFilter{filterOf(q)}})
		if err != nil {
			return err
		}
		all, err := newChangeCursor(view, &pebble.IterOptions{})
		if err != nil {
			return find.close(err)
		}
		to, err = scanCells(q, find, all, from, look, f)
		return cmp.Or(err, find.close(nil), all.close(nil))
	})
	return to, err
}

func scanCells(q *store.Query, find, all *changeCursor, from store.Cursor, look int, f func(*store.CellHistory) bool) (store.Cursor, error) {
	cells, empty := 0, seekAfterMisses // cells in a row without a match: seek the first one
	for {
		if empty >= seekAfterMisses {
			found := false
			for ok := find.seek(from); ok; ok = find.it.Next() {
				if ok, err := find.seekBox(q.Box); !ok || err != nil {
					return store.Cursor{Started: true, Done: err == nil}, err
				}
				if find.complete && q.Match(&find.HistoryEntry) {
					found = true
					break
				}
				if look--; look < 0 && (!from.Started || find.cursor() != from) { // nothing before it matches
					return find.cursor(), nil
				}
			}
			if !found {
				return store.Cursor{Started: true, Done: find.it.Error() == nil}, find.it.Error()
			}
			if empty = 0; !all.seek(find.cursor()) {
				return store.Cursor{Started: true, Done: true}, all.it.Error()
			}
		}
		if cells++; cells%yieldEvery == 0 {
			runtime.Gosched()
		}
		if ok, err := all.seekBox(q.Box); !ok {
			return store.Cursor{Started: true, Done: err == nil}, err
		}
		var fold store.CellFold
		n, err := all.foldCell(q, &fold)
		if err != nil {
			return from, err
		}
		look -= n
		empty++
		stop := false
		if fold.Cell.Matches > 0 {
			empty = 0
			stop = !f(fold.End())
		}
		if !all.it.Valid() {
			return store.Cursor{Started: true, Done: true}, all.it.Error()
		}
		if err := all.read(); err != nil {
			return from, err
		}
		if from = all.cursor(); stop || look <= 0 {
			return from, nil
		}
	}
}

// FirstChanges implements store.Store. Errors are those of Who.
func (s *Store) FirstChanges(q *store.Query, max int, dst []store.HistoryEntry) ([]store.HistoryEntry, error) {
	first := store.NewEarliest(max)
	_, err := s.ScanChanges(q, store.Cursor{}, 1<<62, func(p *store.HistoryEntry) bool {
		first.Add(p)
		return true
	})
	return first.Sorted(dst), err
}

// readHistory calls f, which reads the database, unless the store is closed, and wraps its error.
func (s *Store) readHistory(f func() error) error {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	if err := f(); err != nil {
		return causedError{ErrUnreadable, fmt.Errorf("history: %w", err)}
	}
	return nil
}

// changeCursor is a cursor over changes, with the change at its position.
type changeCursor struct {
	store.HistoryEntry
	complete bool
	it       *pebble.Iterator
	key      []byte
}

func (s *Store) newCursor(o *pebble.IterOptions) (*changeCursor, error) {
	return newChangeCursor(s.db, o)
}

func newChangeCursor(from pebble.Reader, o *pebble.IterOptions) (*changeCursor, error) {
	if o.LowerBound == nil {
		o.LowerBound, o.UpperBound = []byte{kindHistory}, []byte{kindHistory + 1}
	}
	it, err := from.NewIter(o)
	return &changeCursor{it: it}, err
}

// close closes the cursor and returns the first error.
func (c *changeCursor) close(err error) error { return cmp.Or(err, c.it.Error(), c.it.Close()) }

// seek moves to a position; it returns false if there is no change behind it.
func (c *changeCursor) seek(at store.Cursor) bool {
	if !at.Started {
		return c.it.First()
	}
	c.key = appendCell(c.key[:0], at.Section, at.Cell)
	return c.it.SeekGE(c.key)
}

// cursor returns the position of the cell at the cursor.
func (c *changeCursor) cursor() store.Cursor {
	return store.Cursor{Section: c.Pos.Section(), Cell: c.Pos.Index(), Started: true}
}

// read reads the change at the cursor.
func (c *changeCursor) read() error {
	key := c.it.Key()
	p, _ := readSection(key)
	seq, cell, ok := readChangeKey(key)
	if !ok {
		return fmt.Errorf("key %q: %w", bytes.Clone(key), errKey)
	}
	value, err := c.it.ValueAndErr()
	if err != nil {
		return err
	}
	v, err := record.ReadChange(value)
	if err != nil {
		return fmt.Errorf("change %d of %s: %w", seq, p.PosAt(cell), err)
	}
	c.HistoryEntry = store.HistoryEntry{BlockChange: store.BlockChange{Pos: p.PosAt(cell), Block: v.Block, Seq: seq, Author: v.Author, Before: v.Before, Box: v.Box, Until: v.Until, Turns: v.Turns}, Time: v.Time}
	c.complete = v.Complete
	return nil
}

// seekBox moves on to the next column of sections that touches a box, if need be, and reads the change there; false at the
// end.
func (c *changeCursor) seekBox(b *store.Box) (bool, error) {
	for ok := c.it.Valid(); ok; ok = c.it.SeekGE(c.key) {
		if err := c.read(); err != nil {
			return false, err
		}
		if b == nil {
			return true, nil
		}
		lo, hi, p := b.Min.Section(), b.Max.Section(), c.Pos.Section()
		to := p
		switch {
		case p.X < lo.X:
			to = lo
		case p.X > hi.X:
			return false, nil
		case p.Z < lo.Z:
			to.Z, to.Y = lo.Z, lo.Y
		case p.Z > hi.Z:
			to = world.SectionPos{X: p.X + 1, Y: lo.Y, Z: lo.Z}
		case p.Y < lo.Y:
			to.Y = lo.Y
		case p.Y > hi.Y:
			to.Z, to.Y = p.Z+1, lo.Y
		default:
			return true, nil
		}
		c.key = appendCell(c.key[:0], to, 0)
	}
	return false, c.it.Error()
}

// foldCell adds up the cell at the cursor, and moves behind it. It returns what it cost, in changes that were read. Where somebody built again and again most changes
// of a cell are older than what a query asks for: they are passed over without being decoded, unless they make a difference. (To seek the first that counts takes longer, through all the
// tables that compactions have not merged yet.)
func (c *changeCursor) foldCell(q *store.Query, to *store.CellFold) (n int, err error) {
	var cell [cellLen]byte
	copy(cell[:], c.it.Key())
	n, older, err := c.foldFrom(cell[:], q.First(), q, to)
	if err != nil || !older || to.Cell.Matches == 0 || !to.NeedsOlder() {
		return n, err
	}
	*to = store.CellFold{}
	c.it.SeekGE(cell[:])
	again, _, err := c.foldFrom(cell[:], 0, q, to)
	return n + again, err
}

// foldFrom adds up the changes of the cell at the cursor from a number on, and moves behind the cell. older: some were passed over.
func (c *changeCursor) foldFrom(cell []byte, first uint64, q *store.Query, to *store.CellFold) (n int, older bool, err error) {
	passed := 0
	for ok := true; ok && bytes.HasPrefix(c.it.Key(), cell); ok = c.it.Next() {
		if seq, _, valid := readChangeKey(c.it.Key()); valid && seq < first {
			passed++
			continue
		}
		n++
		if err := c.read(); err != nil {
			return n, false, err
		}
		if c.complete && q.Covers(c.Seq) {
			to.Add(&c.HistoryEntry, q.Match(&c.HistoryEntry))
		}
	}
	return n + (passed+passedCost-1)/passedCost, passed > 0, c.it.Error()
}
