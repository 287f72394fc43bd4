// Package actions holds everything that a player may do: each action, its bytes, and the one rule that the server runs as
// the truth and a client runs as a prediction.
//
// Owner: the owner of the world. An action changes state through the edits.Recorder alone, in one transaction: either all
// of it or, when it is refused, nothing. Do is the dispatcher. It meters the rate, performs the action, rolls a refused one
// back and sets the number of the last action, so that every refusal is acked too.
//
// An action is judged at its own stream's moment: before calling Do, the caller advances the stream to the action's time or, if
// that time has already passed, stays at the stamp. Hardness and rates count by the action's own stamp, because the delay until
// the server received it says nothing about how long it took. The caller makes sure that a stream's actions come in order of
// stamp, and that no client claims more time than there was.
package actions

import (
	"voxtide/edits"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// Kind is a row of the table of actions.
type Kind uint8

// The kinds of actions, in the order of their numbers on the wire.
const (
	None Kind = iota
	SetKeys
	SetYaw
	StartBreak
	FinishBreak
	CancelBreak
	Place
	SelectSlot
	MoveItem
	ConfirmSections
	Chat
	Teleport
	Hit
	Use
	Drop
	Craft
	BoxMove
	WriteSign
	Provide
	Scoop
	StartEat
	FinishEat
	CancelEat
	MakeEmote
	Trade
	KindCount
)

// ConfirmMax is the greatest number of sections in one ConfirmSections.
const ConfirmMax = 64

// SectionEpoch names a section, and the epoch of its subscription under which it arrived.
type SectionEpoch struct {
	Section world.SectionPos
	Epoch   uint32
}

// Action is one action of a player. Its kind says which fields count. Each client numbers its actions 1, 2, 3 ...
type Action struct {
	Kind       Kind
	Number     uint64
	At         timestream.Time // of the client's stream
	LastUpdate uint64          // the last update that its sender had applied

	Keys     world.Keys     // SetKeys
	Yaw      uint16         // SetYaw; Hit, Drop: where the player aims; Place: to a quarter turn
	Pos      world.Pos      // StartBreak, FinishBreak, Place, Use, Teleport, BoxMove, WriteSign, Scoop, Trade: the target cell
	Face     world.Face     // Place: the side of the block that is built against
	Want     bool           // Use: open, or on; BoxMove: into the box
	Aim      Aim            // the point of the target cell that the player looks at; Teleport: the point to stand at
	Slot     uint8          // SelectSlot, Drop, Provide; MoveItem: from; BoxMove: of the box
	ToSlot   uint8          // MoveItem: to; BoxMove: the own one
	Count    uint8          // MoveItem, Drop, BoxMove, Provide; Craft, Trade: how often
	Recipe   recipes.Number // Craft
	Sections []SectionEpoch // ConfirmSections
	Text     string         // Chat, WriteSign
	Emote    edits.Emote    // MakeEmote
	Item     world.Item     // Provide; BoxMove: what its player saw in the slot of the box
	Offer    world.Offer    // Trade: what its player saw at the box

	Target world.EntityID  // Hit: the body aimed at
	Pitch  int16           // Hit, Drop: how far up the player aims, 65536 a turn
	Seen   timestream.Time // Hit: the time of the body's stream at which it was drawn; 0: at the time of the action
	Lean   [3]int8         // Hit: how far beside its simulated place the body was drawn, in 1/64 block
}

// Aim is a point of a cell: 0 to 16 on each axis, in 1/16 block from the lowest corner.
type Aim [3]uint8

// Point returns the position of the point in a cell.
func (a Aim) Point(p world.Pos) world.Vec {
	const step = world.Unit / 16
	return world.Vec{
		int64(p.X)*world.Unit + int64(a[0])*step, //exact: a block times the unit
		int64(p.Y)*world.Unit + int64(a[1])*step, //exact: a block times the unit
		int64(p.Z)*world.Unit + int64(a[2])*step, //exact: a block times the unit
	}
}
