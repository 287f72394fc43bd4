package world

import "voxtide/timestream"

// Stack is a number of one kind of block in a slot of an inventory. The zero value is an empty slot.
type Stack struct {
	Block Block
	Count uint8 // 0 to StackMax
}

const (
	// Slots is the number of slots of an inventory; the first HotbarSlots are the hotbar.
	Slots       = 36
	HotbarSlots = 9
	// StackMax is the greatest count of a stack.
	StackMax = 64
)

// Player is the state of a player beside the body: it belongs to the player's own stream.
type Player struct {
	Name     string
	Selected uint8 // hotbar slot in the hand
	Slots    [Slots]Stack
	Last     uint64 // number of the last action performed or refused
}

// Held returns the stack in the hand.
func (p *Player) Held() Stack { return p.Slots[p.Selected%HotbarSlots] }

// StreamState is the state of a time stream beside its entities and its player.
type StreamState struct {
	Stream  timestream.Stream
	Stamp   timestream.Time // the instant to which it has been advanced
	Counter uint32          // of the next entity born in it; 0 is the avatar's
	Checks  []Pos           // pending support checks, in order of entry, each cell at most once
	Name    string          // of its player; empty for the server's
	Subs    []Sub           // the sections that its client is subscribed to, in the order of SectionPos.Less
}

// Sub is a subscription of a client to a section.
type Sub struct {
	Section   SectionPos
	Epoch     uint32 // of the subscription; from 1
	Confirmed bool   // the client has told (or the server has decided) that the section has arrived
}
