package pebble

import (
	"cmp"
	"time"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store/record"
	"voxtide/world"
)

// The history is pruned in slices, so that the disk stays free for writes that players wait for.
const (
	pruneSliceMax = 4096                  // changes that a slice looks at
	prunePause    = 20 * time.Millisecond // between two slices
	pruneEvery    = 10 * time.Minute      // between two rounds
)

// runPruner is the goroutine that deletes changes that are older than the configured time and that a snapshot replaces.
func (s *Store) runPruner() {
	defer close(s.goroutines.prunerDone)
	if s.opts.History <= 0 || s.opts.ReadOnly {
		return
	}
	for {
		gone, err := s.pruneRound(s.clock.now() - s.opts.History.Milliseconds())
		if err != nil {
			s.log.Error("old history is not deleted any more", "err", firstLine(err))
			return
		}
		if gone > 0 {
			s.log.Info("old history deleted", "changes", gone)
		}
		if !s.pause(pruneEvery) {
			return
		}
	}
}

// pause waits; it returns false when the store is closed or has failed.
func (s *Store) pause(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.goroutines.closing:
	case <-s.stopped.failed:
	}
	return false
}

// pruneRound goes over all changes up to a time, in ms since 1970, and returns how many of them it deleted.
func (s *Store) pruneRound(until int64) (gone int, err error) {
	for from := []byte{kindHistory}; from != nil; {
		var n int
		if n, from, err = s.pruneSlice(from, until); err != nil {
			return gone, err
		}
		if gone += n; from != nil && !s.pause(prunePause) {
			break
		}
	}
	return gone, nil
}

// pruneSlice deletes the old changes of a slice from a key on. It returns the key where to go on, nil at the end.
func (s *Store) pruneSlice(from []byte, until int64) (n int, next []byte, err error) {
	old := changesAfter(0)
	old.until = until
	c, err := s.newCursor(&pebble.IterOptions{
		LowerBound: from, UpperBound: []byte{kindHistory + 1}, PointKeyFilters: []pebble.BlockPropertyFilter{old},
	})
	if err != nil {
		return 0, nil, err
	}
	b := s.db.NewBatch()
	w := batchWriter{to: b}
	covered, of, known := uint64(0), world.SectionPos{}, false
	look := pruneSliceMax
	for ok := c.it.First(); ok; ok = c.it.Next() {
		if look--; look < 0 {
			next = append(next, c.it.Key()...)
			break
		}
		if err := c.read(); err != nil {
			return 0, nil, cmp.Or(c.close(err), b.Close())
		}
		if c.Time > until {
			continue
		}
		if p := c.Pos.Section(); !known || p != of {
			of, known = p, true
			if covered, err = s.coveredTo(p); err != nil {
				return 0, nil, cmp.Or(c.close(err), b.Close())
			}
		}
		if c.Seq <= covered {
			w.delete(c.it.Key())
			n++
		}
	}
	if err := cmp.Or(c.close(nil), w.err); err != nil {
		return 0, nil, cmp.Or(err, b.Close())
	}
	if n > 0 {
		err = s.db.Apply(b, pebble.NoSync) // a change that a crash brings back is deleted in the next round
	}
	return n, next, cmp.Or(err, b.Close())
}

// coveredTo returns the last edit that the snapshot of a section holds, 0 if there is none.
func (s *Store) coveredTo(p world.SectionPos) (uint64, error) {
	value, err := get(s.db, appendSnapshotKey(nil, p))
	if err != nil || value == nil {
		return 0, err
	}
	edits, _, err := record.ReadSnapshot(value)
	return edits, err
}
