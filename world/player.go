package world

import (
	"slices"

	"voxtide/timestream"
)

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

func (w *World) player(s timestream.Stream) *playerState {
	if i, ok := w.playerNumbers.find(s); ok {
		return w.players[i]
	}
	return nil
}

// Player returns the player of a stream, nil if it is not known here. Read it only.
func (w *World) Player(s timestream.Stream) *Player {
	if p := w.player(s); p != nil {
		return &p.Player
	}
	return nil
}

func (w *World) mustPlayer(s timestream.Stream) *playerState {
	p := w.player(s)
	if p == nil {
		panic("world: no such player")
	}
	return p
}

// AddPlayer adds the player of a stream.
func (w *World) AddPlayer(s timestream.Stream, pl Player) {
	at, ok := w.playerNumbers.find(s)
	if ok {
		panic("world: player added twice")
	}
	p := &playerState{stream: s, Player: pl}
	for i, st := range pl.Slots {
		p.slotsHash ^= stackHash(i, st)
	}
	w.players = slices.Insert(w.players, at, p)
	w.playerNumbers = slices.Insert(w.playerNumbers, at, s)
}

// RemovePlayer removes the player of a stream and returns it.
func (w *World) RemovePlayer(s timestream.Stream) Player {
	p := w.mustPlayer(s)
	i := slices.Index(w.players, p)
	w.players = slices.Delete(w.players, i, i+1)
	w.playerNumbers = slices.Delete(w.playerNumbers, i, i+1)
	return p.Player
}

// SetInventorySlot sets a slot (0 to InventorySize-1) of a player's inventory and returns the stack before.
func (w *World) SetInventorySlot(s timestream.Stream, slot uint8, st Stack) (old Stack) {
	p := w.mustPlayer(s)
	old, p.Slots[slot] = p.Slots[slot], st
	p.slotsHash ^= stackHash(int(slot), old) ^ stackHash(int(slot), st)
	return old
}

// SetSelected selects a hotbar slot and returns the one before.
func (w *World) SetSelected(s timestream.Stream, slot uint8) (old uint8) {
	p := w.mustPlayer(s)
	old, p.Selected = p.Selected, slot
	return old
}

// SetLastAction sets the number of the last action performed or refused and returns the one before.
func (w *World) SetLastAction(s timestream.Stream, n uint64) (old uint64) {
	p := w.mustPlayer(s)
	old, p.LastAction = p.LastAction, n
	return old
}
