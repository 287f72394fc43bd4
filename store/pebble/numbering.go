package pebble

import (
	"errors"
	"fmt"

	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
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
	for i := range playerParts {
		all = append(all, rewriter{playerParts[i].kind, playerParts[i].renumber})
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
	edits, packed, err := readSnapshot(value)
	if err != nil {
		return nil, err
	}
	if s.opts.Repack == nil {
		return nil, errors.New("who opens the world says nothing of how its sections are packed (Options.Repack)")
	}
	if packed, err = s.opts.Repack(packed, n); err != nil {
		return nil, err
	}
	return appendSnapshot(nil, edits, packed), nil
}

func renumberChange(value []byte, n *world.Numbering) ([]byte, error) {
	c, err := readChange(value)
	c.block, c.before, c.until = n.Block(c.block), n.Block(c.before), n.Block(c.until)
	if c.box != nil {
		c.box.Now.Stack, c.box.Before.Stack = n.Stack(c.box.Now.Stack), n.Stack(c.box.Before.Stack)
	}
	return appendChange(nil, &c), err
}

func (p *playerPart) renumber(value []byte, n *world.Numbering) ([]byte, error) {
	var row store.PlayerRow
	err := p.read(value, &row)
	n.Player(&row.Player)
	n.Entity(&row.Avatar)
	return p.append(nil, &row), err
}

func renumberEntity(value []byte, n *world.Numbering) ([]byte, error) {
	e, err := readEntityRecord(value)
	n.Entity(&e)
	return appendEntityRecord(nil, &e), err
}
