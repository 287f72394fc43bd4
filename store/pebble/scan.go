package pebble

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world"
)

// problemsMax bounds the problems that are listed for one section.
const problemsMax = 4

// ScanSections calls f with each section that was ever changed, by X, Z and Y: it reads and decodes all of its records, as of
// one moment. Any goroutine may call it. An error of f ends it. The argument of f is lent. Its own errors wrap ErrUnreadable.
func (s *Store) ScanSections(f func(k *store.StoredSection) error) error {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return store.ErrClosed
	}
	view := s.db.NewSnapshot()
	defer view.Close()
	snaps, err := view.NewIter(&pebble.IterOptions{LowerBound: []byte{kindSection}, UpperBound: []byte{kindSection + 1}})
	if err != nil {
		return causedError{ErrUnreadable, err}
	}
	past, err := newChangeCursor(view, &pebble.IterOptions{})
	if err != nil {
		return causedError{ErrUnreadable, cmp.Or(err, snaps.Close())}
	}
	w := sectionScanner{snaps: snaps, past: past, inSnaps: snaps.First(), inPast: past.it.First()}
	err = nil
	for err == nil && (w.inSnaps || w.inPast) {
		if err = w.section(); err != nil {
			err = causedError{ErrUnreadable, err}
		} else {
			err = f(&w.StoredSection)
		}
	}
	if e := cmp.Or(snaps.Error(), past.close(nil), snaps.Close()); err == nil && e != nil {
		err = causedError{ErrUnreadable, e}
	}
	return err
}

// sectionScanner goes through snapshots and changes in step.
type sectionScanner struct {
	store.StoredSection
	snaps           *pebble.Iterator
	past            *changeCursor
	inSnaps, inPast bool
}

// section reads the next section.
func (w *sectionScanner) section() error {
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
	w.StoredSection = store.StoredSection{Pos: at, NewestBlocks: map[int]world.Block{}}
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
		if err := w.past.read(); err != nil {
			return err
		}
		w.change(edits)
		w.inPast = w.past.it.Next()
	}
	slices.SortFunc(w.Changes, func(a, b store.BlockChange) int {
		return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Pos.Index(), b.Pos.Index()))
	})
	return nil
}

func (w *sectionScanner) snapshot() (edits uint64, err error) {
	if key := w.snaps.Key(); len(key) != snapshotKeyLen || key[sectionLen] != partSnapshot {
		return 0, fmt.Errorf("key %q: %w", key, errKey)
	}
	value, err := w.snaps.ValueAndErr()
	if err != nil {
		return 0, err
	}
	edits, packed, err := record.ReadSnapshot(value)
	w.Packed, w.Edits = append([]byte{}, packed...), edits
	return edits, err
}

// change adds the change at the cursor. The changes of a cell come in order of number.
func (w *sectionScanner) change(edits uint64) {
	c := w.past
	cell := c.Pos.Index()
	if was, ok := w.NewestBlocks[cell]; ok && c.complete && was != c.Before && len(w.Problems) < problemsMax {
		w.Problems = append(w.Problems, fmt.Sprintf("edit %d at %s found %s where the one before it had put %s", c.Seq, c.Pos, c.Before, was))
	}
	w.NewestBlocks[cell] = c.Block
	w.ChangeCount++
	w.NewestTime = max(w.NewestTime, c.Time)
	if w.Packed == nil || c.Seq > edits {
		w.Changes = append(w.Changes, c.BlockChange)
	}
}
