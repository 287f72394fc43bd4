package disk

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/world"
)

// Kept is all that a world holds of a section, for whoever looks a world over.
type Kept struct {
	Pos world.SectionPos
	store.Stored
	Past  int                 // changes, those that count and those that are history
	Last  map[int]world.Block // by cell: what the newest change made of it
	Wrong []string            // of its history: changes that do not follow from each other, a few of them
}

// wrongMax bounds what is told of one section.
const wrongMax = 4

// Walk calls f with each section that ever changed, by X, Z and Y: it reads and decodes all that is kept of them, as of
// one moment. Any goroutine may call it; f's error ends it. What f is given is lent. Its own errors wrap ErrUnreadable.
func (s *Store) Walk(f func(k *Kept) error) error {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return ErrClosed
	}
	view := s.db.NewSnapshot()
	defer view.Close()
	snaps, err := view.NewIter(&pebble.IterOptions{LowerBound: []byte{kindSection}, UpperBound: []byte{kindSection + 1}})
	if err != nil {
		return because{ErrUnreadable, err}
	}
	past, err := changesOf(view, &pebble.IterOptions{})
	if err != nil {
		return because{ErrUnreadable, cmp.Or(err, snaps.Close())}
	}
	w := walker{snaps: snaps, past: past, inSnaps: snaps.First(), inPast: past.it.First()}
	err = nil
	for err == nil && (w.inSnaps || w.inPast) {
		if err = w.section(); err != nil {
			err = because{ErrUnreadable, err}
		} else {
			err = f(&w.Kept)
		}
	}
	if e := cmp.Or(snaps.Error(), past.end(nil), snaps.Close()); err == nil && e != nil {
		err = because{ErrUnreadable, e}
	}
	return err
}

// walker goes through snapshots and changes side by side.
type walker struct {
	Kept
	snaps           *pebble.Iterator
	past            *changes
	inSnaps, inPast bool
}

// section reads the next section.
func (w *walker) section() error {
	at, ok := world.SectionPos{}, true
	var next []byte
	for _, it := range []struct {
		in bool
		it *pebble.Iterator
	}{{w.inSnaps, w.snaps}, {w.inPast, w.past.it}} {
		if key := it.it.Key(); it.in && ok {
			if len(key) < sectionLen {
				return fmt.Errorf("key %q: %w", key, errKey)
			}
			if next == nil || slices.Compare(key[1:sectionLen], next) < 0 {
				next = key[1:sectionLen]
				at, ok = readSection(key)
			}
		}
	}
	w.Kept = Kept{Pos: at, Last: map[int]world.Block{}}
	edits := uint64(0)
	if w.inSnaps {
		if p, _ := readSection(w.snaps.Key()); p == at {
			var err error
			if edits, err = w.snapshot(); err != nil {
				return fmt.Errorf("section %s: %w", at, err)
			}
			w.inSnaps = w.snaps.Next()
		}
	}
	for w.inPast {
		if p, _ := readSection(w.past.it.Key()); p != at {
			break
		}
		if err := w.past.take(); err != nil {
			return err
		}
		w.change(edits)
		w.inPast = w.past.it.Next()
	}
	slices.SortFunc(w.Changes, func(a, b store.SectionChange) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Pos.Index(), b.Pos.Index()))
	})
	return nil
}

func (w *walker) snapshot() (edits uint64, err error) {
	if key := w.snaps.Key(); len(key) != snapshotKeyLen || key[sectionLen] != partSnapshot {
		return 0, fmt.Errorf("key %q: %w", key, errKey)
	}
	value, err := w.snaps.ValueAndErr()
	if err != nil {
		return 0, err
	}
	edits, packed, err := readSnapshot(value)
	w.Packed, w.Edits = append([]byte{}, packed...), edits
	return edits, err
}

// change enters the change that the cursor stands at. Changes of a cell come in order of number.
func (w *walker) change(edits uint64) {
	c := w.past
	cell := c.Pos.Index()
	if was, ok := w.Last[cell]; ok && c.known && was != c.Before && len(w.Wrong) < wrongMax {
		w.Wrong = append(w.Wrong, fmt.Sprintf("edit %d at %s found %s where the one before it had put %s", c.Seq, c.Pos, c.Before, was))
	}
	w.Last[cell] = c.Block
	w.Past++
	if w.Packed == nil || c.Seq > edits {
		w.Changes = append(w.Changes, c.SectionChange)
	}
}
