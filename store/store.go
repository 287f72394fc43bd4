// Package store keeps a world over restarts: one batch of changes a step, durable as a whole or not at all, behind one
// small interface, and its twin in memory. What lasts on a disk is in store/disk.
//
// Owner: the owner of the server; nothing here blocks it, and nothing here knows rules. Section and the history alone
// may be called by others. Invariants: batches become durable in the order of their tickets, each whole; what Load and Section give is
// the sum of the durable ones; a ticket that Committed has reached is never lost, whatever happens to the machine.
package store

import (
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// SectionChange is a block that differs from what was there.
type SectionChange struct {
	Pos    world.Pos
	Block  world.Block
	Seq    uint64            // number of the edit; never smaller than that of a change before it
	Author timestream.Stream // on whose doing it came about: a player's, or the server's
	Before world.Block       // what was there
}

// Snapshot is a whole section as it was after edit number Edits: it stands for all changes of the section up to there,
// which are history from then on. Of two snapshots of a section the later one counts.
type Snapshot struct {
	Section world.SectionPos
	Edits   uint64
	Packed  []byte // opaque to the store
}

// Stored is what is kept of a section: nothing for one that never changed.
type Stored struct {
	Packed  []byte          // of the last snapshot, nil if there is none
	Edits   uint64          // as of which Packed is; Changes are all that came after
	Changes []SectionChange // since it: by Seq, and by cell where one edit changed several; each once
}

// PlayerRow is all that is kept of a player, under the name.
type PlayerRow struct {
	Name    string
	Key     [32]byte          // public key that the name belongs to; zero: to nobody yet
	Stream  timestream.Stream // for ever that of this name
	Token   [16]byte          // hash of the token by which the session is resumed
	Kept    bool              // there is something to keep of the player: a row without is forgotten when its session ends
	Built   bool              // some of what the player changed is a block, so that the history knows the stream
	Played  timestream.Duration
	Seen    timestream.Time // the world's time when the player was last here
	Counter uint32          // of the stream: of the next entity born in it
	Player  world.Player    // inventory and the number of the last action
	Avatar  world.Entity
}

// Check is a pending support check.
type Check struct {
	Stream timestream.Stream
	Pos    world.Pos
}

// Said is a line of chat.
type Said struct {
	Stream timestream.Stream
	Text   string
}

// SaidMax is how many lines a store keeps, the newest.
const SaidMax = 256

// Batch is what changed in a step: durable as a whole or not at all. The store copies what it keeps. Changes count
// before snapshots: one of the same batch stands for those of them that its Edits covers.
type Batch struct {
	Sections  []SectionChange  // in the order in which they came about
	Snapshots []Snapshot       //
	Forgotten []string         // names of players whose rows go; before Players
	Players   []PlayerRow      // whole rows
	Entities  []world.Entity   // items and falling blocks, as they are now
	Deaths    []world.EntityID // of such
	Said      []Said           // in order
	// All pending checks of all streams, if some have changed.
	ChecksChanged bool
	Checks        []Check

	Time    int64             // wall clock, in ms since 1970: when the changes came about
	Ceiling timestream.Time   // the world's time never goes beyond it before another batch; 0: as it was
	Clean   bool              // Ceiling is the very time at which the world was stopped
	Edits   uint64            // the number of the last counted edit
	Streams timestream.Stream // the last stream that was given to a player
	Counter uint32            // of the server's stream
	Hash    uint64            // the server's hash over all changed sections, as of this batch
}

// Reset empties a batch and keeps its memory.
func (b *Batch) Reset() {
	*b = Batch{
		Sections: b.Sections[:0], Snapshots: b.Snapshots[:0], Players: b.Players[:0], Entities: b.Entities[:0],
		Forgotten: b.Forgotten[:0], Deaths: b.Deaths[:0], Checks: b.Checks[:0], Said: b.Said[:0],
	}
}

// State is what a world goes on from, beside its sections.
type State struct {
	Players  []PlayerRow    // by stream
	Entities []world.Entity // by id
	Said     []Said         // the newest, in order
	Checks   []Check        // of each stream in order of entry
	Ceiling  timestream.Time
	Clean    bool
	Edits    uint64
	Streams  timestream.Stream
	Counter  uint32
	Hash     uint64
}

// Store keeps batches. No call waits but Load, Section, the history's and Close; only its owner calls it, Section and
// the history apart.
type Store interface {
	History

	// Commit takes a batch over and gives its ticket, one more than the last.
	Commit(now time.Duration, b *Batch) (ticket uint64)
	// Committed gives the ticket up to which all batches are durable.
	Committed(now time.Duration) (ticket uint64)
	// Load gives the state that the durable batches add up to, nil if there is none. It reads no sections.
	Load() (*State, error)
	// Section gives what is durable of a section. Any goroutine may call it, until Close; the answer is the caller's own.
	Section(p world.SectionPos) (Stored, error)
	// Err tells why nothing becomes durable any more; nil while all is well.
	Err() error
	// Close makes durable all that was committed, and gives the first error that ever happened.
	Close() error
}
