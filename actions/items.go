package actions

import (
	"voxtide/edits"
	"voxtide/wire"
	"voxtide/world"
)

// Select{Slot}: take a hotbar slot into the hand.

func selectSlot(c Context, a *Action) Refusal {
	if c.player == nil {
		return NotAllowed
	}
	c.Do(edits.Edit{Kind: edits.SetSelected, Stream: c.Stream, Slot: a.Slot})
	c.ShowHand(c.Stream)
	return Done
}

func writeSelect(b []byte, a *Action) []byte { return append(b, a.Slot) }

func readSelect(r *wire.Reader, a *Action) {
	a.Slot = r.Byte()
	if a.Slot >= world.HotbarSlots {
		r.Fail(ErrValue)
	}
}

// MoveItem{Slot, To, Count}: move up to Count items from one slot to another; different kinds change places when the
// whole stack is moved.

func moveItem(c Context, a *Action) Refusal {
	if c.player == nil || a.Slot == a.To {
		return NotAllowed
	}
	from, to := c.player.Slots[a.Slot], c.player.Slots[a.To]
	n := min(a.Count, from.Count)
	switch {
	case n == 0:
		return NothingHeld
	case to.Count == 0 || to.Block == from.Block:
		n = min(n, world.StackMax-to.Count)
		if n == 0 {
			return NoRoom
		}
		to = world.Stack{Block: from.Block, Count: to.Count + n}
		from.Count -= n
	case n == from.Count:
		from, to = to, from
	default:
		return Occupied
	}
	c.PutSlot(c.Stream, int(a.Slot), from)
	c.PutSlot(c.Stream, int(a.To), to)
	return Done
}

func writeMoveItem(b []byte, a *Action) []byte { return append(b, a.Slot, a.To, a.Count) }

func readMoveItem(r *wire.Reader, a *Action) {
	a.Slot, a.To, a.Count = r.Byte(), r.Byte(), r.Byte()
	if a.Slot >= world.Slots || a.To >= world.Slots || a.Count == 0 || a.Count > world.StackMax {
		r.Fail(ErrValue)
	}
}
