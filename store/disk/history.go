package disk

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/world"
)

// leap is how many cells without a match are read through before the next match is sought.
const leap = 8

// Who implements store.Store. Its error wraps ErrUnreadable, or is ErrClosed.
func (s *Store) Who(p world.Pos, f func(*store.Past) bool) error {
	return s.read(func() error {
		var buf [64]byte
		o := pebble.IterOptions{
			LowerBound: appendCell(buf[:0], p.Section(), p.Index()), UpperBound: appendCell(buf[32:32], p.Section(), p.Index()+1),
		}
		c, err := s.changes(&o)
		if err != nil {
			return err
		}
		for ok := c.it.Last(); ok; ok = c.it.Prev() {
			if err := c.take(); err != nil {
				return c.end(err)
			}
			if c.known && !f(&c.Past) {
				break
			}
		}
		return c.end(nil)
	})
}

// Each implements store.Store. Errors are those of Who.
func (s *Store) Each(q *store.Query, from store.Mark, look int, f func(*store.Past) bool) (to store.Mark, err error) {
	if from.Over {
		return from, nil
	}
	err = s.read(func() error {
		c, err := s.changes(&pebble.IterOptions{PointKeyFilters: []pebble.BlockPropertyFilter{filterOf(q)}})
		if err != nil {
			return err
		}
		stopped := false
		at := world.Pos{}
		for ok := c.start(from); ok; ok = c.it.Next() {
			if ok, err = c.inBox(q.Box); !ok {
				break
			}
			if look--; (stopped || look < 0) && at != c.Pos {
				to = c.mark()
				return c.end(nil)
			}
			if at = c.Pos; c.known && q.Match(&c.Past) && !f(&c.Past) { // a cell is told whole
				stopped = true
			}
		}
		to = store.Mark{Begun: true, Over: true}
		return c.end(err)
	})
	return to, err
}

// Cells implements store.Store. Errors are those of Who. Two cursors walk over one snapshot: one that passes over what
// cannot match, and one that reads the cells in which something does, whole.
func (s *Store) Cells(q *store.Query, from store.Mark, look int, f func(*store.Cell) bool) (to store.Mark, err error) {
	if from.Over {
		return from, nil
	}
	err = s.read(func() error {
		view := s.db.NewSnapshot()
		defer view.Close()
		find, err := changesOf(view, &pebble.IterOptions{PointKeyFilters: []pebble.BlockPropertyFilter{filterOf(q)}})
		if err != nil {
			return err
		}
		all, err := changesOf(view, &pebble.IterOptions{})
		if err != nil {
			return find.end(err)
		}
		to, err = cells(q, find, all, from, look, f)
		return cmp.Or(err, find.end(nil), all.end(nil))
	})
	return to, err
}

func cells(q *store.Query, find, all *changes, from store.Mark, look int, f func(*store.Cell) bool) (store.Mark, error) {
	empty := leap // cells in a row without a match: seek the first one
	for {
		if empty >= leap {
			found := false
			for ok := find.start(from); ok; ok = find.it.Next() {
				if ok, err := find.inBox(q.Box); !ok || err != nil {
					return store.Mark{Begun: true, Over: err == nil}, err
				}
				if find.known && q.Match(&find.Past) {
					found = true
					break
				}
				if look--; look < 0 && (!from.Begun || find.mark() != from) { // nothing before it matches
					return find.mark(), nil
				}
			}
			if !found {
				return store.Mark{Begun: true, Over: find.it.Error() == nil}, find.it.Error()
			}
			if empty = 0; !all.start(find.mark()) {
				return store.Mark{Begun: true, Over: true}, all.it.Error()
			}
		}
		if ok, err := all.inBox(q.Box); !ok {
			return store.Mark{Begun: true, Over: err == nil}, err
		}
		var fold store.Fold
		n, err := all.fold(q, &fold)
		if err != nil {
			return from, err
		}
		look -= n
		empty++
		stop := false
		if fold.Cell.Matches > 0 {
			empty = 0
			stop = !f(&fold.Cell)
		}
		if !all.it.Valid() {
			return store.Mark{Begun: true, Over: true}, all.it.Error()
		}
		if err := all.take(); err != nil {
			return from, err
		}
		if from = all.mark(); stop || look <= 0 {
			return from, nil
		}
	}
}

// Replay implements store.Store. Errors are those of Who.
func (s *Store) Replay(q *store.Query, max int, dst []store.Past) ([]store.Past, error) {
	first := store.NewFirst(max)
	_, err := s.Each(q, store.Mark{}, 1<<62, func(p *store.Past) bool {
		first.Add(p)
		return true
	})
	return first.Done(dst), err
}

// read calls what reads the database, unless that is closed, and says whose error it is.
func (s *Store) read(f func() error) error {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return ErrClosed
	}
	if err := f(); err != nil {
		return because{ErrUnreadable, fmt.Errorf("history: %w", err)}
	}
	return nil
}

// changes is a cursor over changes, with the one that it stands at.
type changes struct {
	store.Past
	known bool
	it    *pebble.Iterator
	key   []byte
}

func (s *Store) changes(o *pebble.IterOptions) (*changes, error) { return changesOf(s.db, o) }

func changesOf(from pebble.Reader, o *pebble.IterOptions) (*changes, error) {
	if o.LowerBound == nil {
		o.LowerBound, o.UpperBound = []byte{kindHistory}, []byte{kindHistory + 1}
	}
	it, err := from.NewIter(o)
	return &changes{it: it}, err
}

// end closes the cursor and returns the first error.
func (c *changes) end(err error) error { return cmp.Or(err, c.it.Error(), c.it.Close()) }

// start moves to a mark; false if there is nothing behind it.
func (c *changes) start(at store.Mark) bool {
	if !at.Begun {
		return c.it.First()
	}
	c.key = appendCell(c.key[:0], at.Section, at.Cell)
	return c.it.SeekGE(c.key)
}

// mark returns the mark of the cell that the cursor stands at.
func (c *changes) mark() store.Mark {
	return store.Mark{Section: c.Pos.Section(), Cell: c.Pos.Index(), Begun: true}
}

// take reads the change that the cursor stands at.
func (c *changes) take() error {
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
	v, err := readChange(value)
	if err != nil {
		return fmt.Errorf("change %d of %s: %w", seq, p.At(cell), err)
	}
	c.Past = store.Past{SectionChange: store.SectionChange{Pos: p.At(cell), Block: v.block, Seq: seq, Author: v.author, Before: v.before}, Time: v.time}
	c.known = v.known
	return nil
}

// inBox reads the change that the cursor stands at, having moved on to the next column of sections that the box
// touches; false at the end.
func (c *changes) inBox(b *store.Box) (bool, error) {
	for ok := c.it.Valid(); ok; ok = c.it.SeekGE(c.key) {
		if err := c.take(); err != nil {
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

// fold adds up the cell that the cursor stands at, and moves behind it. It returns how many changes there were.
func (c *changes) fold(q *store.Query, to *store.Fold) (n int, err error) {
	var cell [cellLen]byte
	copy(cell[:], c.it.Key())
	for ok := true; ok && bytes.HasPrefix(c.it.Key(), cell[:]); ok = c.it.Next() {
		if err := c.take(); err != nil {
			return n, err
		}
		if n++; c.known && q.Sees(c.Seq) {
			to.Add(&c.Past, q.Match(&c.Past))
		}
	}
	return n, c.it.Error()
}
