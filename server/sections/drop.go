package sections

import (
	"voxtide/internal/faults"
	"voxtide/store"
	"voxtide/world"
)

// Columns that nobody needs are dropped: the store forgets them, and they are land as it was made. Who drops a column first holds it, then reads
// what the store has of it, and drops it if the hold still stands; a section of it that is asked for in between ends the hold. From the drop until
// it is durable nothing of the column is asked for, as the store might still have it.

// Dropped is a column to be dropped, and its part of the hash of all changed sections.
type Dropped struct {
	Column store.Column
	Hash   uint64
}

func columnOf(p world.SectionPos) store.Column { return store.Column{X: p.X, Z: p.Z} }

// Hold begins to hold the columns of a list of which nothing is in memory or on its way there, and returns these. Earlier holds end.
func (t *Table) Hold(list []store.Column) (held []store.Column) {
	t.held = map[store.Column]bool{}
	for _, c := range list {
		if _, dropping := t.dropped[c]; !dropping && !t.inUse(c) {
			t.held[c] = true
			held = append(held, c)
		}
	}
	return held
}

// inUse reports whether a section of a column is in memory or on its way there.
func (t *Table) inUse(c store.Column) bool {
	for y := int32(world.MinY >> 4); y <= world.MaxY>>4; y++ {
		p := world.SectionPos{X: c.X, Y: y, Z: c.Z}
		if _, requested := t.requested[p]; requested || t.record(p) != nil {
			return true
		}
	}
	return false
}

// Drop enters the columns whose holds stand into a batch, and returns how many that are. All holds end.
func (t *Table) Drop(batch *store.Batch, list []Dropped) (n int) {
	for _, d := range list {
		if !t.held[d.Column] {
			continue
		}
		if !faults.Active(faults.DroppedKeepsHash) {
			t.hash ^= d.Hash
		}
		batch.Dropped = append(batch.Dropped, d.Column)
		if t.dropped == nil {
			t.dropped = map[store.Column]uint64{}
		}
		t.dropped[d.Column] = 0 // until Committed
		n++
	}
	t.held = nil
	return n
}

// Dropping reports whether columns are dropped that the store may still have.
func (t *Table) Dropping() bool { return len(t.dropped) > 0 }

// ChangedColumns returns the columns in memory that somebody has changed, some of them more than once.
func (t *Table) ChangedColumns() (list []store.Column) {
	for p, r := range t.loaded.All() {
		if r.changed {
			list = append(list, columnOf(world.SectionPos{X: p[0], Y: p[1], Z: p[2]}))
		}
	}
	return list
}

// unhold ends the hold of the column of a section.
func (t *Table) unhold(p world.SectionPos) {
	if t.held != nil {
		delete(t.held, columnOf(p))
	}
}

// commitDropped notes the number of the batch with which columns are dropped.
func (t *Table) commitDropped(seq uint64) {
	for c, at := range t.dropped {
		if at == 0 {
			t.dropped[c] = seq
		}
	}
}

// forgetDropped forgets the columns that the store has dropped for good.
func (t *Table) forgetDropped(durableSeq uint64) {
	for c, at := range t.dropped {
		if at != 0 && at <= durableSeq {
			delete(t.dropped, c)
		}
	}
}
