package store

import (
	"voxtide/timestream"
	"voxtide/world"
)

// BlockChange is a change of a block.
type BlockChange struct {
	Pos    world.Pos
	Block  world.Block
	Seq    uint64            // number of the edit; never below that of an earlier change
	Author timestream.Stream // who caused it: a player, or the server
	Before world.Block       // the block before
}

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
