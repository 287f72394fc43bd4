package actions

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/world"
)

// Provide{Slot, Item, Count} makes a slot hold Count of an item, out of nothing and in place of what was there; 0 of it empties the slot.
// Creative mode only: it is what the catalogue of the creative inventory does.

func provide(c Context, a *Action) Refusal {
	if m := c.motion(); c.player == nil || m.Flags&world.Creative == 0 && !faults.Active(faults.ProvideInSurvival) {
		return NotAllowed
	}
	c.PutInventorySlot(c.Stream, int(a.Slot), world.Stack{Item: a.Item}.With(a.Count))
	return Done
}

func writeProvide(b []byte, a *Action) []byte {
	b = append(b, a.Slot, a.Count)
	return wire.AppendUvarint(b, uint64(a.Item))
}

func readProvide(r *wire.Reader, a *Action) {
	a.Slot, a.Count = r.Byte(), r.Byte()
	a.Item = world.Item(r.Uvarint16())
	if a.Slot >= world.InventorySize || a.Count > 0 && !(world.Stack{Item: a.Item, Count: a.Count}).Valid() || a.Count == 0 && a.Item != 0 {
		r.Fail(ErrValue)
	}
}
