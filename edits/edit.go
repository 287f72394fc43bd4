// Package edits is the only way in which state changes. An edit is a deterministic mutation of a world, and applying it
// gives its inverse, which is an edit too; so an undo record, a mutation on the server and a received change are one
// type.
//
// Owner: the owner of the world. The Recorder is the only caller of world's setters, loading aside (internal/arch
// checks that); rules change state through it alone and never mention undo.
//
// Invariants: Apply then Apply of the inverse leaves the state's hash unchanged; the inverse of the inverse is the
// edit; an edit that does not fit the state (an unknown entity, a missing section) changes nothing and says so.
package edits

import (
	"errors"

	"voxtide/timestream"
	"voxtide/world"
)

// Errors of decoding: the peer that sent such bytes breaks the protocol.
var (
	ErrKind  = errors.New("edits: unknown kind")
	ErrValue = errors.New("edits: value out of bounds")
)

// Kind is a row of the table of edits.
type Kind uint8

// The kinds of edits, in the order of their numbers on the wire.
const (
	None Kind = iota
	SetBlock
	SpawnEntity
	RemoveEntity
	SetMotion
	SetStack
	SetOwner
	SetStamp
	AddStream
	RemoveStream
	AddSupportCheck
	RemoveSupportCheck
	SetSubscription
	AddPlayer
	RemovePlayer
	SetInventorySlot
	SetSelected
	SetLastAction
	Chat
	SetDayOffset
	SetBoxSlot
	SetOven
	SetSignText
	SetClaim
	SetRules
	MakeEmote
	SetBorder
	SetClosed
	SetOffer
	KindCount
)

// Edit is one mutation. Its kind says which fields count. It is a plain value, so that a log of edits is one slice and
// recording an edit allocates nothing.
type Edit struct {
	Kind   Kind
	Flag   bool              // SetSubscription: confirmed; SetClaim: it is added; SetClosed: it is closed
	Slot   uint8             // SetInventorySlot, SetSelected, SetBoxSlot
	Block  world.Block       // SetBlock
	Before world.Block       // SetBlock: until At
	Stack  world.Stack       // SetStack, SetInventorySlot, SetBoxSlot
	Author timestream.Stream // the stream that caused the edit; clients find the causes of corrections by it
	Stream timestream.Stream // of streams, support checks, subscriptions, players; SetOwner: the new owner
	Pos    world.Pos         // SetBlock, support checks, block entities: the cell; SetSubscription: the section; SetClaim: the lowest cell, or column; SetBorder: the middle one; SetClosed: the lowest cell
	ID     world.EntityID    // of entities
	At     timestream.Time   // SetMotion, SetOwner, SetStamp, AddStream, SetOven; SetBlock: when it turns, 0 for ever
	Number uint64            // counter, epoch, position in a list, the last action's number, an oven's heat, coded rules, or an emote, by kind

	Entity world.Entity  // SpawnEntity: whole; SetMotion: the motion alone
	Player *world.Player // AddPlayer
	Text   string        // Chat, AddStream, SetSignText
	Offer  world.Offer   // SetOffer
}
