package pebble

import (
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/world"
)

// renumber rewrites all records of a world that hold numbers of blocks from the table with which the world was written to that of this
// program, and the table, all in one batch. It is rare: a table that only grew at its end needs none.
func (s *Store) renumber(m *worldRecord, n *world.Numbering) error {
	b := s.db.NewBatch()
	w := batchWriter{to: b}
	type rewriter struct {
		kind    byte
		rewrite func(value []byte, n *world.Numbering) ([]byte, error)
	}
	all := []rewriter{{kindSection, s.renumberSnapshot}, {kindHistory, renumberChange}, {kindEntity, renumberEntity}}
	for i := range record.PlayerParts {
		all = append(all, rewriter{record.PlayerParts[i].Kind, renumberPart(&record.PlayerParts[i])})
	}
	for _, r := range all {
		err := each(s.db, r.kind, func(key, value []byte) error {
			value, err := r.rewrite(value, n)
			if err == nil {
				w.set(key, value)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("give its blocks other numbers: %w", err)
		}
	}
	m.blocks = s.opts.Blocks
	w.set(metaKey(metaWorld), appendWorld(nil, m))
	if w.err == nil {
		w.err = s.db.Apply(b, pebble.Sync)
	}
	if w.err != nil {
		return fmt.Errorf("give its blocks other numbers: %w", w.err)
	}
	s.log.Info("a version with another table of blocks wrote this world: its blocks have new numbers", "records", b.Count())
	return nil
}

func (s *Store) renumberSnapshot(value []byte, n *world.Numbering) ([]byte, error) {
	edits, packed, err := record.ReadSnapshot(value)
	if err != nil {
		return nil, err
	}
	if s.opts.Repack == nil {
		return nil, errors.New("who opens the world says nothing of how its sections are packed (Options.Repack)")
	}
	if packed, err = s.opts.Repack(packed, n); err != nil {
		return nil, err
	}
	return record.AppendSnapshot(nil, edits, packed), nil
}

func renumberChange(value []byte, n *world.Numbering) ([]byte, error) {
	c, err := record.ReadForeignChange(value)
	c.Block, c.Before, c.Until = n.Block(c.Block), n.Block(c.Before), n.Block(c.Until)
	if c.Box != nil {
		n.Part(&c.Box.Now)
		n.Part(&c.Box.Before)
	}
	return record.AppendChange(nil, &c), err
}

func renumberPart(p *record.PlayerPart) func(value []byte, n *world.Numbering) ([]byte, error) {
	return func(value []byte, n *world.Numbering) ([]byte, error) {
		var row store.PlayerRow
		err := p.Read(value, &row)
		n.Player(&row.Player)
		n.Entity(&row.Avatar)
		return p.Append(nil, &row), err
	}
}

func renumberEntity(value []byte, n *world.Numbering) ([]byte, error) {
	e, err := record.ReadEntityRecord(value)
	n.Entity(&e)
	return record.AppendEntityRecord(nil, &e), err
}
