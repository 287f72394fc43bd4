package store

import "voxtide/world"

// StoredSection is everything that a world holds of a section, for a check of the world.
type StoredSection struct {
	Pos world.SectionPos
	Stored
	ChangeCount  int                 // changes of the section, and of its history
	NewestTime   int64               // of all of them, in ms since 1970; 0: there is none
	NewestBlocks map[int]world.Block // by cell: the block that the newest change set
	Problems     []string            // changes that do not follow from the one before, the first few
}
