package edits

import (
	"voxtide/wire"
	"voxtide/world"
)

// AddPlayer{Stream, Player}: the player of a stream comes in whole. RemovePlayer{Stream} takes it out.

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
	b = wire.AppendUvarint(b, p.Last)
	for _, s := range p.Slots {
		b = appendStack(b, s)
	}
	return b
}

func readAddPlayer(r *wire.Reader, e *Edit) {
	p := &world.Player{}
	e.Stream = readStream(r)
	p.Name = ReadLine(r, NameMax)
	p.Selected = r.Byte()
	p.Last = r.Uvarint()
	for i := range p.Slots {
		p.Slots[i] = readStack(r)
	}
	if p.Selected >= world.HotbarSlots {
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
func readRemovePlayer(r *wire.Reader, e *Edit)   { e.Stream = readStream(r) }

// SetSlot{Stream, Slot, Stack}: a slot of an inventory.

func applySetSlot(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil || e.Slot >= world.Slots {
		return false
	}
	st := e.Stack
	if st.Count == 0 {
		st = world.Stack{}
	}
	*inv = Edit{Kind: SetSlot, Author: e.Author, Stream: e.Stream, Slot: e.Slot, Stack: w.SetSlot(e.Stream, e.Slot, st)}
	return true
}

func writeSetSlot(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(b, uint64(e.Stream))
	b = append(b, e.Slot)
	return appendStack(b, e.Stack)
}

func readSetSlot(r *wire.Reader, e *Edit) {
	e.Stream = readStream(r)
	e.Slot = r.Byte()
	e.Stack = readStack(r)
	if e.Slot >= world.Slots {
		r.Fail(ErrValue)
	}
}

// SetSelected{Stream, Slot}: the hotbar slot in the hand.

func applySetSelected(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil || e.Slot >= world.HotbarSlots {
		return false
	}
	*inv = Edit{Kind: SetSelected, Author: e.Author, Stream: e.Stream, Slot: w.SetSelected(e.Stream, e.Slot)}
	return true
}

func writeSetSelected(b []byte, e *Edit) []byte {
	return append(wire.AppendUvarint(b, uint64(e.Stream)), e.Slot)
}

func readSetSelected(r *wire.Reader, e *Edit) {
	e.Stream, e.Slot = readStream(r), r.Byte()
	if e.Slot >= world.HotbarSlots {
		r.Fail(ErrValue)
	}
}

// SetLast{Stream, Number}: the number of the last action performed or refused.

func applySetLast(w *world.World, e, inv *Edit) bool {
	if w.Player(e.Stream) == nil {
		return false
	}
	*inv = Edit{Kind: SetLast, Author: e.Author, Stream: e.Stream, Number: w.SetLast(e.Stream, e.Number)}
	return true
}

func writeSetLast(b []byte, e *Edit) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.Stream)), e.Number)
}

func readSetLast(r *wire.Reader, e *Edit) { e.Stream, e.Number = readStream(r), r.Uvarint() }

// Chat{Stream, Text}: a line that somebody said. It is an event, not state: applying it changes nothing.

func applyChat(_ *world.World, e, inv *Edit) bool {
	*inv = *e
	return true
}

func writeChat(b []byte, e *Edit) []byte {
	return wire.AppendString(wire.AppendUvarint(b, uint64(e.Stream)), e.Text)
}

func readChat(r *wire.Reader, e *Edit) { e.Stream, e.Text = readStream(r), ReadLine(r, TextMax) }
