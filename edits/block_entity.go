package edits

import (
	"unicode/utf8"

	"voxtide/internal/wire"
	"voxtide/timestream"
	"voxtide/world"
)

// ChangesBox reports whether edits of the kind change what a block holds beside its state.
func (k Kind) ChangesBox() bool {
	return k == SetBoxSlot || k == SetOven || k == SetSignText || k == SetOffer
}

// BoxEdit returns the edit that sets a part of the box of a cell.
func BoxEdit(p world.Pos, v *world.BoxPart) Edit {
	switch v.Part {
	case world.PartText:
		return Edit{Kind: SetSignText, Pos: p, Text: v.Text}
	case world.PartFire:
		return Edit{Kind: SetOven, Pos: p, At: v.Since, Number: uint64(v.Heat)}
	case world.PartOffer:
		return Edit{Kind: SetOffer, Pos: p, Offer: v.Offer}
	}
	return Edit{Kind: SetBoxSlot, Pos: p, Slot: v.Part, Stack: v.Stack}
}

// BoxPart returns the part of a box that an edit sets whose kind ChangesBox.
func (e *Edit) BoxPart() world.BoxPart {
	switch e.Kind {
	case SetSignText:
		return world.BoxPart{Part: world.PartText, Text: e.Text}
	case SetOven:
		return world.BoxPart{Part: world.PartFire, Since: e.At, Heat: timestream.Duration(e.Number)}
	case SetOffer:
		return world.BoxPart{Part: world.PartOffer, Offer: e.Offer}
	}
	return world.BoxPart{Part: e.Slot, Stack: e.Stack}
}

// SetBoxSlot{Pos, Slot, Stack} sets a slot of the box of the block at a position.

func applySetBoxSlot(w *world.World, e, inv *Edit) bool {
	b, _ := w.Block(e.Pos)
	if int(e.Slot) >= b.BoxSlots() {
		return false
	}
	st := e.Stack
	if st.Count == 0 {
		st = world.Stack{}
	}
	old, ok := w.SetBoxSlot(e.Pos, int(e.Slot), st)
	*inv = Edit{Kind: SetBoxSlot, Author: e.Author, Pos: e.Pos, Slot: e.Slot, Stack: old}
	return ok
}

func writeSetBoxSlot(b []byte, e *Edit) []byte {
	return world.AppendStack(append(world.AppendPos(b, e.Pos), e.Slot), e.Stack)
}

func readSetBoxSlot(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	e.Slot = r.Byte()
	e.Stack = world.ReadStack(r)
	if !e.Pos.InHeight() || e.Slot >= world.BoxSlotsMax {
		r.Fail(ErrValue)
	}
}

// SetOven{Pos, At, Number} sets since when what lies in the oven at a position burns, and its heat.

func applySetOven(w *world.World, e, inv *Edit) bool {
	b, _ := w.Block(e.Pos)
	if !b.Holds(&world.BoxPart{Part: world.PartFire}) || e.Number > uint64(world.OvenHeatMax) {
		return false
	}
	since, heat, ok := w.SetOven(e.Pos, e.At, timestream.Duration(e.Number))
	*inv = Edit{Kind: SetOven, Author: e.Author, Pos: e.Pos, At: since, Number: uint64(heat)}
	return ok
}

func writeSetOven(b []byte, e *Edit) []byte {
	b = wire.AppendUvarint(world.AppendPos(b, e.Pos), uint64(e.At))
	return wire.AppendUvarint(b, e.Number)
}

func readSetOven(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	e.At = world.ReadTime(r)
	e.Number = r.Uvarint()
	if !e.Pos.InHeight() || e.Number > uint64(world.OvenHeatMax) {
		r.Fail(ErrValue)
	}
}

// SetSignText{Pos, Text} sets the text of the sign at a position.

func applySetSignText(w *world.World, e, inv *Edit) bool {
	b, _ := w.Block(e.Pos)
	if !b.Holds(&world.BoxPart{Part: world.PartText}) || len(e.Text) > world.SignTextMax {
		return false
	}
	old, ok := w.SetText(e.Pos, e.Text)
	*inv = Edit{Kind: SetSignText, Author: e.Author, Pos: e.Pos, Text: old}
	return ok
}

func writeSetSignText(b []byte, e *Edit) []byte {
	return wire.AppendString(world.AppendPos(b, e.Pos), e.Text)
}

func readSetSignText(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	e.Text = r.String(world.SignTextMax)
	if !e.Pos.InHeight() || !utf8.ValidString(e.Text) {
		r.Fail(ErrValue)
	}
}

// SetOffer{Pos, Offer} makes the box at a position a shop, or with no offer none.

func applySetOffer(w *world.World, e, inv *Edit) bool {
	b, _ := w.Block(e.Pos)
	if !b.CanBeShop() || !e.Offer.Valid() {
		return false
	}
	old, ok := w.SetOffer(e.Pos, e.Offer)
	*inv = Edit{Kind: SetOffer, Author: e.Author, Pos: e.Pos, Offer: old}
	return ok
}

func writeSetOffer(b []byte, e *Edit) []byte {
	return world.AppendOffer(world.AppendPos(b, e.Pos), e.Offer)
}

func readSetOffer(r *wire.Reader, e *Edit) {
	e.Pos = world.ReadPos(r)
	e.Offer = world.ReadOffer(r)
	if !e.Pos.InHeight() || !e.Offer.Valid() {
		r.Fail(ErrValue)
	}
}
