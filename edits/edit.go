// Package edits is the one way in which state changes: an edit is a deterministic mutation of a world. Applying it
// gives its inverse, which is again an edit, so an undo record, a server mutation and a received change are one type.
//
// Owner: whoever owns the world. The Recorder is the only caller of world's setters (arch_test.go keeps that,
// loading aside); rules change state through it alone and never mention undo.
//
// Invariants: Apply then Apply of the inverse leaves the state's hash unchanged; the inverse of the inverse is the
// edit; an edit that does not fit the state (an unknown entity, a missing section) changes nothing and says so.
package edits

import (
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Kind is a row of the table of edits.
type Kind uint8

// The kinds of edits, in the order of their numbers on the wire.
const (
	None Kind = iota
	SetBlock
	Birth
	Death
	SetMotion
	SetStack
	SetOwner
	SetStamp
	AddStream
	RemoveStream
	AddCheck
	RemoveCheck
	SetSub
	AddPlayer
	RemovePlayer
	SetSlot
	SetSelected
	SetLast
	Chat
	SetDay
	Kinds
)

// Edit is one mutation. Which fields count depends on the kind; the row of the kind says which. It is a plain value
// so that logs of edits are slices without pointers to chase and recording one allocates nothing.
type Edit struct {
	Kind   Kind
	Flag   bool              // SetSub: confirmed
	Slot   uint8             // SetSlot, SetSelected
	Block  world.Block       // SetBlock
	Stack  world.Stack       // SetStack, SetSlot
	Author timestream.Stream // on whose doing it came about; told to clients so that they can name causes
	Stream timestream.Stream // of streams, checks, subs, players; SetOwner: the new owner
	Pos    world.Pos         // SetBlock, checks: the cell; SetSub: the section
	ID     world.EntityID    // of entities
	At     timestream.Time   // SetMotion, SetOwner, SetStamp, AddStream
	Number uint64            // counter, epoch, position in a list, last action's number: see the row

	Entity world.Entity  // Birth: whole; SetMotion: Motion alone
	Player *world.Player // AddPlayer
	Text   string        // Chat, AddStream
}

// row is what the package knows of a kind. Reading and writing share it.
type row struct {
	name string
	// apply performs e on w and fills inv with the inverse; false if e does not fit the state, with nothing changed.
	apply func(w *world.World, e, inv *Edit) bool
	write func(b []byte, e *Edit) []byte
	read  func(r *wire.Reader, e *Edit)
	// counted edits carry a number in the server's history (E); the others are advances, births and deaths.
	counted bool
}

// Apply performs an edit on a world and fills inv with its inverse. It returns false and changes nothing when the
// edit does not fit the state. Only the Recorder and tests call it.
func Apply(w *world.World, e, inv *Edit) bool {
	if e.Kind == None || e.Kind >= Kinds {
		return false
	}
	return table[e.Kind].apply(w, e, inv)
}

// Counted tells whether edits of the kind have a number in the server's history.
func (k Kind) Counted() bool { return k < Kinds && table[k].counted }

// String returns the name of the kind.
func (k Kind) String() string {
	if k >= Kinds {
		return "unknown edit"
	}
	return table[k].name
}

// Append writes an edit: kind, author, then the fields of its row.
func Append(b []byte, e *Edit) []byte { return AppendFields(append(b, byte(e.Kind)), e) }

// AppendFields writes an edit without its kind byte.
func AppendFields(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Author))
	return table[e.Kind].write(b, e)
}

// Read reads an edit into e; the reader's error says whether it was one. Every bound that rules rely on is checked.
func Read(r *wire.Reader, e *Edit) { ReadAs(r, Kind(r.Byte()), e) }

// ReadAs reads an edit of a kind whose byte has been read.
func ReadAs(r *wire.Reader, k Kind, e *Edit) {
	*e = Edit{Kind: k}
	if k == None || k >= Kinds {
		r.Fail(ErrKind)
		return
	}
	e.Author = readStream(r)
	table[k].read(r, e)
}
