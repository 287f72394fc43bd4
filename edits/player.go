package edits

import (
	"voxtide/internal/textline"
	"voxtide/internal/wire"
	"voxtide/world"
)

// AddPlayer{Stream, Player} adds the player of a stream. RemovePlayer{Stream} removes it.

func applyAddPlayer(w *world.World, e, inv *Edit) bool {
	if e.Player == nil || w.Player(e.Stream) != nil {
		return false
	}
	w.AddPlayer(e.Stream, *e.Player)
	*inv = Edit{Kind: RemovePlayer, Author: e.Author, Stream: e.Stream}
	return true
}

func writeAddPlayer(b []byte, e *Edit) []byte {
	p := e.Player
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = wire.AppendString(b, p.Name)
	b = append(b, p.Selected)
	b = wire.AppendUvarint(b, p.LastAction)
	for _, s := range p.Slots {
		b = world.AppendStack(b, s)
	}
	return b
}

func readAddPlayer(r *wire.Reader, e *Edit) {
	p := &world.Player{}
	e.Stream = world.ReadStream(r)
	p.Name = textline.Read(r, textline.NameMax)
	p.Selected = r.Byte()
	p.LastAction = r.Uvarint()
	for i := range p.Slots {
		p.Slots[i] = world.ReadStack(r)
	}
	if p.Selected >= world.HotbarSize {
		r.Fail(ErrValue)
	}
	e.Player = p
}

func applyRemovePlayer(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil {
		return false
	}
	p := w.RemovePlayer(e.Stream)
	*inv = Edit{Kind: AddPlayer, Author: e.Author, Stream: e.Stream, Player: &p}
	return true
}

func writeRemovePlayer(b []byte, e *Edit) []byte { return wire.AppendUvarint(b, uint64(e.Stream)) }
func readRemovePlayer(r *wire.Reader, e *Edit)   { e.Stream = world.ReadStream(r) }

// SetInventorySlot{Stream, Slot, Stack} sets a slot of an inventory.

func applySetInventorySlot(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil || e.Slot >= world.InventorySize {
		return false
	}
	st := e.Stack
	if st.Count == 0 {
		st = world.Stack{}
	}
	*inv = Edit{Kind: SetInventorySlot, Author: e.Author, Stream: e.Stream, Slot: e.Slot, Stack: w.SetInventorySlot(e.Stream, e.Slot, st)}
	return true
}

func writeSetInventorySlot(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = append(b, e.Slot)
	return world.AppendStack(b, e.Stack)
}

func readSetInventorySlot(r *wire.Reader, e *Edit) {
	e.Stream = world.ReadStream(r)
	e.Slot = r.Byte()
	e.Stack = world.ReadStack(r)
	if e.Slot >= world.InventorySize {
		r.Fail(ErrValue)
	}
}

// SetSelected{Stream, Slot} selects a hotbar slot.

func applySetSelected(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil || e.Slot >= world.HotbarSize {
		return false
	}
	*inv = Edit{Kind: SetSelected, Author: e.Author, Stream: e.Stream, Slot: w.SetSelected(e.Stream, e.Slot)}
	return true
}

func writeSetSelected(b []byte, e *Edit) []byte {
	return append(wire.AppendUvarint(b, uint64(e.Stream)), e.Slot)
}

func readSetSelected(r *wire.Reader, e *Edit) {
	e.Stream, e.Slot = world.ReadStream(r), r.Byte()
	if e.Slot >= world.HotbarSize {
		r.Fail(ErrValue)
	}
}

// SetLastAction{Stream, Number} sets the number of the last action performed or refused.

func applySetLastAction(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil {
		return false
	}
	*inv = Edit{Kind: SetLastAction, Author: e.Author, Stream: e.Stream, Number: w.SetLastAction(e.Stream, e.Number)}
	return true
}

func writeSetLastAction(b []byte, e *Edit) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.Stream)), e.Number)
}

func readSetLastAction(r *wire.Reader, e *Edit) {
	e.Stream, e.Number = world.ReadStream(r), r.Uvarint()
}

// Chat{Stream, Text} is a chat line of a player. It is an event, not state: applying it changes nothing.

func applyChat(_ *world.World, e, inv *Edit) bool {
	*inv = *e
	return true
}

func writeChat(b []byte, e *Edit) []byte {
	return wire.AppendString(wire.AppendUvarint(b, uint64(e.Stream)), e.Text)
}

func readChat(r *wire.Reader, e *Edit) {
	e.Stream, e.Text = world.ReadStream(r), textline.Read(r, textline.ChatMax)
}
