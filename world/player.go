package world

import "voxtide/timestream"

const (
	// InventorySize is the number of slots of an inventory; the first HotbarSize are the hotbar.
	InventorySize = 36
	HotbarSize    = 9
)

// Player is the state of a player besides the body. It belongs to the player's own stream.
type Player struct {
	Name       string
	Selected   uint8 // the selected hotbar slot
	Slots      [InventorySize]Stack
	LastAction uint64 // number of the last action performed or refused
}

// Held returns the stack in the hand.
func (p *Player) Held() Stack { return p.Slots[p.Selected%HotbarSize] }

// StreamState is the state of a time stream besides its entities and its player.
type StreamState struct {
	Stream        timestream.Stream
	Stamp         timestream.Time // the instant to which it has been advanced
	Counter       uint32          // number of the next entity spawned in it; 0 is the avatar's
	SupportChecks []Pos           // pending support checks, in order of entry, each cell at most once
	Name          string          // the player's name; empty for the server's stream
	Subscriptions Subscriptions   // the sections that its client is subscribed to
}
