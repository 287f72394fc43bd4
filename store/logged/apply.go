package logged

import (
	"fmt"
	"slices"
	"time"

	"voxtide/engine"
	"voxtide/store"
	"voxtide/timestream"
)

// aheadMax bounds the bytes of entries that are committed to a disk and not durable there: a disk that reads a long log is not flooded.
const aheadMax = 8 << 20

// keepPlaceEvery is the number of entries after which a disk's place is written although they change nothing: heartbeats count, too, and a place
// must not fall behind what is trimmed.
const keepPlaceEvery = 1024

// applier commits the entries of a log to a disk.
type applier struct {
	store   store.Store
	decoder *Decoder
	at      engine.Position // behind the last entry that was taken
	written uint64          // the entry of the last batch that was committed
	last    numbers         // of the world as of that batch
	lastAt  time.Duration   // when it was committed here
	live    bool            // the disk had all of the log, as far as known, so that batches come as they are made
	timely  bool            // the last batch came so
	parts   []byte          // of a batch whose last entry has not come
	marks   []mark
	bytes   int // in marks
	durable engine.Position
	batches int               // committed
	early   map[uint64]uint64 // with the fault DiskBeforeEngine: what the disk was given already, by entry
}

// numbers are those of a world that each batch has.
type numbers struct {
	some          bool // the world has a batch
	clean         bool // the world was stopped in good order, and nothing has happened since
	now           timestream.Time
	time          int64
	edits, hash   uint64
	lastStream    timestream.Stream
	entityCounter uint32
}

// mark is a batch that the disk was given.
type mark struct {
	seq   uint64 // of the disk
	at    engine.Position
	bytes int
}

// newApplier returns an applier for a disk that has the log up to its own place.
func newApplier(disk store.Store, d *Decoder) (a applier, err error) {
	state, err := disk.Load()
	if err != nil {
		return a, err
	}
	a = applier{store: disk, decoder: d}
	if state == nil {
		return a, nil
	}
	a.at = engine.Position(state.Log)
	a.durable, a.written = a.at, a.at.N
	a.last = numbers{true, state.Clean, state.Now, state.Time, state.Edits, state.Hash, state.LastStream, state.EntityCounter}
	if a.at.N > 0 {
		d.Know(state.Players)
	}
	return a, nil
}

// takes reports whether the disk is to be given more.
func (a *applier) takes() bool { return a.bytes < aheadMax }

// apply takes the next entry.
func (a *applier) apply(now time.Duration, v *engine.Verified) error {
	if v.N <= a.at.N {
		return nil // the disk has it
	}
	if v.N != a.at.N+1 {
		return fmt.Errorf("%w: entry %d came after %d", engine.ErrHole, v.N, a.at.N)
	}
	at := engine.Position{N: v.N, Claim: max(a.at.Claim, v.Claim), Hash: v.Hash}
	switch {
	case v.Void:
	case v.Kind == engine.Claimed:
		if err := a.begin(v); err != nil {
			return err
		}
	case v.Kind == engine.Data:
		last, part, err := readPiece(v.Data)
		if err != nil {
			return fmt.Errorf("entry %d: %w", v.N, err)
		}
		if !last || len(a.parts) > 0 {
			if len(a.parts)+len(part) > BatchMax {
				return fmt.Errorf("entry %d: a batch of more than %d bytes", v.N, BatchMax)
			}
			a.parts = append(a.parts, part...)
			part = a.parts
		}
		if last {
			b, err := a.decoder.Read(part)
			if _, unknown := err.(unknownTable); unknown {
				if len(a.parts) > 0 { // the piece comes again
					_, piece, _ := readPiece(v.Data)
					a.parts = a.parts[:len(a.parts)-len(piece)]
				}
				return err
			}
			if err != nil {
				return fmt.Errorf("entry %d: %w", v.N, err)
			}
			a.at = at
			a.commit(now, b, len(part))
			a.parts = a.parts[:0]
		}
	}
	a.at = at
	if n := &a.last; n.some && len(a.parts) == 0 && a.at.N >= a.written+keepPlaceEvery {
		a.commit(now, &store.Batch{Clean: n.clean, Now: n.now, Time: n.time, Edits: n.edits, Hash: n.hash, LastStream: n.lastStream, EntityCounter: n.entityCounter}, 0)
	}
	return nil
}

// begin takes the entry with which a claim begins. It says what the claimant's world was; if it is not the one that is here, although all
// entries before are the same, the two began with different worlds, or one of them was changed outside of the log.
func (a *applier) begin(v *engine.Verified) error {
	o, err := readOpening(v.Data)
	if err != nil {
		return fmt.Errorf("entry %d: %w", v.N, err)
	}
	t, err := readTable(o.table)
	if err != nil {
		return fmt.Errorf("entry %d: %w", v.N, err)
	}
	if o.edits != a.last.edits || o.hash != a.last.hash {
		return fmt.Errorf("%w: the world of %q has %d edits and hash %016x, the one here %d and %016x",
			engine.ErrDiverged, v.Holder, o.edits, o.hash, a.last.edits, a.last.hash)
	}
	a.parts = a.parts[:0] // of a batch whose writer is gone
	a.decoder.Begin()
	return a.decoder.Learn(t)
}

// commit gives the disk a batch that stands at the present place of the log.
func (a *applier) commit(now time.Duration, b *store.Batch, size int) {
	b.Log = store.LogPosition(a.at)
	seq, done := a.early[a.at.N]
	if !done {
		seq = a.store.Commit(now, b)
	}
	a.written = a.at.N
	a.last = numbers{true, b.Clean, b.Now, b.Time, b.Edits, b.Hash, b.LastStream, b.EntityCounter}
	a.lastAt, a.timely = now, a.live
	a.marks = append(a.marks, mark{seq, a.at, size + 256})
	a.bytes += size + 256
	a.batches++
}

// settle takes note of what is durable on the disk.
func (a *applier) settle(now time.Duration) {
	done, n := a.store.Committed(now), 0
	for ; n < len(a.marks) && a.marks[n].seq <= done; n++ {
		a.durable = a.marks[n].at
		a.bytes -= a.marks[n].bytes
	}
	a.marks = slices.Delete(a.marks, 0, n)
}
