package store

import (
	"voxtide/timestream"
	"voxtide/world"
)

// BlockChange is a change of a block or, if Box is set, of what it holds: then the block stays, and Block and Before are the same.
type BlockChange struct {
	Pos    world.Pos
	Block  world.Block
	Seq    uint64            // number of the edit; never below that of an earlier change
	Author timestream.Stream // who caused it: a player, or the server
	Before world.Block       // the block before
	Box    *BoxChange        // nil: the block itself changed
	Turns  timestream.Time   // the instant from which on it is so; until then the cell is Until. 0: from ever on
	Until  world.Block
}

// BoxChange is a change of one part of what a block holds.
type BoxChange struct{ Now, Before world.BoxPart }

// Snapshot is a whole section as of edit number Edits. It replaces all changes of the section up to that edit, which are
// history from then on. Of two snapshots of a section the later one counts.
type Snapshot struct {
	Section world.SectionPos
	Edits   uint64
	Packed  []byte // opaque to the store
}

// Stored is the state of a section in a store: the zero value for a section that was never changed.
type Stored struct {
	Packed  []byte        // of the last snapshot, nil if there is none
	Edits   uint64        // number of the last edit that Packed holds
	Changes []BlockChange // later than Packed: by Seq, then by cell; each once
}

// Apply makes the changes in a section, in order, and returns it. The section is the caller's own.
func Apply(s *world.Section, changes []BlockChange) *world.Section {
	for i := range changes {
		c := &changes[i]
		if c.Box == nil {
			s.SetTurn(c.Pos.Index(), c.Block, c.Until, c.Turns)
		} else {
			s.SetBoxPart(c.Pos.Index(), c.Box.Now)
		}
	}
	s.Compact()
	return s
}
