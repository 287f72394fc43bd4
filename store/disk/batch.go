package disk

import (
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
)

// What can be read back. A batch beyond is a mistake of the one who made it.
const (
	// PackedMax bounds a packed section, in bytes.
	PackedMax = 64 << 10
	// TextMax bounds names and lines of chat, in bytes.
	TextMax = 1 << 10
	// ChecksMax bounds the pending checks of all streams.
	ChecksMax = 1 << 20
)

// storable tells what of a batch could not be read back.
func storable(b *store.Batch) error {
	if len(b.Checks) > ChecksMax {
		return fmt.Errorf("%d checks", len(b.Checks))
	}
	for i := range b.Sections {
		if c := &b.Sections[i]; !knownBlock(c.Block) || !knownBlock(c.Before) {
			return fmt.Errorf("block %d after %d at %s", c.Block, c.Before, c.Pos)
		}
	}
	for i := range b.Snapshots {
		if n := &b.Snapshots[i]; len(n.Packed) > PackedMax {
			return fmt.Errorf("%d bytes of %s", len(n.Packed), n.Section)
		}
	}
	for i := range b.Players {
		r := &b.Players[i]
		if len(r.Name) > TextMax || len(r.Player.Name) > TextMax {
			return fmt.Errorf("a name of %d bytes", len(r.Name))
		}
		if !validPlayer(&r.Player) || !validEntity(&r.Avatar) {
			return fmt.Errorf("row of %q: %+v", r.Name, r)
		}
	}
	for i := range b.Entities {
		if e := &b.Entities[i]; !validEntity(e) {
			return fmt.Errorf("entity %+v", e)
		}
	}
	for i := range b.Said {
		if len(b.Said[i].Text) > TextMax {
			return fmt.Errorf("a line of %d bytes", len(b.Said[i].Text))
		}
	}
	return nil
}

// add appends what a batch changes to one of the database.
func (s *Store) add(to *pebble.Batch, b *store.Batch) error {
	w := sink{to: to}
	for i := range b.Sections {
		c := &b.Sections[i]
		s.key = appendChangeKey(s.key[:0], c.Pos.Section(), c.Pos.Index(), c.Seq)
		s.value = appendChange(s.value[:0], &change{c.Block, c.Before, c.Author, b.Time, true})
		w.set(s.key, s.value)
	}
	for i := range b.Snapshots {
		n := &b.Snapshots[i]
		s.key = appendSnapshotKey(s.key[:0], n.Section)
		s.value = appendSnapshot(s.value[:0], n.Edits, n.Packed)
		w.set(s.key, s.value)
	}
	for _, name := range b.Forgotten {
		s.key = append(append(s.key[:0], kindPlayer), name...)
		w.delete(s.key)
	}
	for i := range b.Players {
		s.key = append(append(s.key[:0], kindPlayer), b.Players[i].Name...)
		s.value = appendPlayer(s.value[:0], &b.Players[i])
		w.set(s.key, s.value)
	}
	for _, id := range b.Deaths {
		s.key = appendNumberKey(s.key[:0], kindEntity, uint64(id))
		w.delete(s.key)
	}
	for i := range b.Entities {
		s.key = appendNumberKey(s.key[:0], kindEntity, uint64(b.Entities[i].ID))
		s.value = appendEntityRecord(s.value[:0], &b.Entities[i])
		w.set(s.key, s.value)
	}
	if b.ChecksChanged {
		s.value = appendChecks(s.value[:0], b.Checks)
		w.set([]byte{kindChecks}, s.value)
	}
	for i := range b.Said {
		s.key = appendNumberKey(s.key[:0], kindSaid, s.said)
		s.value = appendSaid(s.value[:0], b.Said[i])
		w.set(s.key, s.value)
		if s.said >= store.SaidMax {
			s.key = appendNumberKey(s.key[:0], kindSaid, s.said-store.SaidMax)
			w.delete(s.key)
		}
		s.said++
	}
	s.kept.follow(b)
	s.kept.date = s.clock.now()
	s.value = appendNumbers(s.value[:0], &s.kept)
	w.set(metaKey(metaState), s.value)
	return w.err
}

// sink is a batch of the database with the first error of filling it.
type sink struct {
	to  *pebble.Batch
	err error
}

func (w *sink) set(k, v []byte) { w.keep(w.to.Set(k, v, nil)) }
func (w *sink) delete(k []byte) { w.keep(w.to.Delete(k, nil)) }

func (w *sink) keep(err error) {
	if w.err == nil {
		w.err = err
	}
}
