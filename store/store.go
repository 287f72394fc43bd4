// Package store keeps a world over restarts: one batch of changes a step, durable as a whole or not at all, behind one small
// interface, with a twin in memory. The store on a disk is store/pebble.
//
// Owner: the owner of the server; nothing here makes it wait, and nothing here knows the game's rules. Others may call Section
// and the history alone. Invariants: batches become durable in the order of their numbers, each whole; Load and Section return
// the sum of the durable batches; a batch that Committed has reached is never lost, whatever happens to the machine.
package store

import (
	"errors"
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// ErrClosed says that the store is closed already.
var ErrClosed = errors.New("the world is closed")

// PlayerRow is the record of a player, by name.
type PlayerRow struct {
	Name          string
	Key           [32]byte          // public key that owns the name; zero: none yet
	Stream        timestream.Stream // belongs to this name for ever
	Token         [16]byte          // hash of the token that resumes the session
	Persistent    bool              // the row is kept; else it is removed when the session ends
	HasBuilt      bool              // the player has changed a block, so that the history names the stream
	Online        bool              // a session of the player was in the world: a server that goes on after a kill has it go on from this row
	PlayTime      timestream.Duration
	LastSeen      timestream.Time // the world's time when the player was last here
	EntityCounter uint32          // number of the next entity that the stream spawns
	Player        world.Player    // inventory and the number of the last action
	Avatar        world.Entity
	Bed           world.Pos // the foot of the bed in which the player lay last
	Home          world.Vec // where the player stood before it, and comes back to; zero: there is none
}

// Check is a pending support check.
type Check struct {
	Stream timestream.Stream
	Pos    world.Pos
}

// ChatLine is a line of chat.
type ChatLine struct {
	Stream timestream.Stream
	Text   string
}

// Column is a column of sections, by their X and Z.
type Column struct{ X, Z int32 }

// ChatLinesMax is the number of lines that a store keeps, the newest.
const ChatLinesMax = 256

// Batch is the changes of a step: durable as a whole or not at all. The store copies what it keeps. Changes count before
// snapshots: a snapshot replaces those changes of its own batch that its Edits covers.
type Batch struct {
	Changes         []BlockChange    // in order
	Snapshots       []Snapshot       //
	RemovedPlayers  []string         // names; they count before Players
	Players         []PlayerRow      // whole rows
	Entities        []world.Entity   // items and falling blocks, as they are now
	RemovedEntities []world.EntityID // items and falling blocks that are gone
	Chat            []ChatLine       // in order
	Dropped         []Column         // the store forgets all of their sections, and the history of these; they count before Changes
	// All pending checks of all streams, if any of them has changed.
	ChecksChanged bool
	Checks        []Check

	Time          int64             // wall clock of the changes, in ms since 1970
	Now           timestream.Time   // the world's time of the step
	Ceiling       timestream.Time   // world time that is not passed before the next batch; 0: as before
	Clean         bool              // the world was stopped, exactly at Ceiling
	Edits         uint64            // the number of the last counted edit
	LastStream    timestream.Stream // the last stream that a player was given
	EntityCounter uint32            // number of the next entity that the server spawns
	Hash          uint64            // the server's hash over all changed sections, as of this batch
	Log           LogPosition       // where the batch stands in the log that several machines share; zero: in none
}

// LogPosition is a place in a log that several machines share: entry N, its claim, and the hash of its bytes. A world that has one holds all
// of the log up to there and nothing else; the zero value stands before the first entry, or says that the world follows no log.
type LogPosition struct {
	N, Claim uint64
	Hash     [32]byte
}

// Reset empties a batch, and keeps its memory.
func (b *Batch) Reset() {
	*b = Batch{
		Changes: b.Changes[:0], Snapshots: b.Snapshots[:0], Players: b.Players[:0], Entities: b.Entities[:0],
		RemovedPlayers: b.RemovedPlayers[:0], RemovedEntities: b.RemovedEntities[:0], Checks: b.Checks[:0], Chat: b.Chat[:0],
		Dropped: b.Dropped[:0],
	}
}

// State is what a server needs to go on with a world, beside its sections.
type State struct {
	Players       []PlayerRow    // by stream
	Entities      []world.Entity // by id
	Chat          []ChatLine     // the newest, in order
	Checks        []Check        // of each stream in order of entry
	Ceiling       timestream.Time
	Clean         bool
	Now           timestream.Time // the world's time of the last batch, 0 if it is not known
	Time          int64           // the wall clock of it, in ms since 1970, 0 if it is not known
	Edits         uint64
	LastStream    timestream.Stream
	EntityCounter uint32
	Hash          uint64
	Log           LogPosition // of the last batch: a batch that is in no log ends the following of one
}

// Store keeps batches. Only Load, Section, the history and Close may wait. Only its owner calls it, but for Section and the
// history.
type Store interface {
	History

	// Commit takes a batch over and returns its number, one more than that of the last.
	Commit(now time.Duration, b *Batch) (seq uint64)
	// Committed returns the number up to which all batches are durable.
	Committed(now time.Duration) (seq uint64)
	// Load returns the state that the durable batches add up to, nil if there is none. It reads no sections.
	Load() (*State, error)
	// Section returns the durable state of a section. Any goroutine may call it until Close; the answer is the caller's own.
	Section(p world.SectionPos) (Stored, error)
	// Err returns why no batch becomes durable any more, nil while all is well.
	Err() error
	// Close makes everything durable that was committed, and returns the first error that ever happened.
	Close() error
}
