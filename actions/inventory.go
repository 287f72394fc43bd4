package actions

import (
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/world"
)

// SelectSlot{Slot} takes a hotbar slot into the hand.

func selectSlot(c Context, a *Action) Refusal {
	if c.player == nil {
		return NotAllowed
	}
	c.Do(edits.Edit{Kind: edits.SetSelected, Stream: c.Stream, Slot: a.Slot})
	c.SyncHeldItem(c.Stream)
	return Done
}

func writeSelectSlot(b []byte, a *Action) []byte { return append(b, a.Slot) }

func readSelectSlot(r *wire.Reader, a *Action) {
	a.Slot = r.Byte()
	if a.Slot >= world.HotbarSize {
		r.Fail(ErrValue)
	}
}

// MoveItem{Slot, ToSlot, Count} moves up to Count items from one slot to another. Stacks of different items change places
// if the whole stack is moved.

func moveItem(c Context, a *Action) Refusal {
	if c.player == nil || a.Slot == a.ToSlot {
		return NotAllowed
	}
	from, to := c.player.Slots[a.Slot], c.player.Slots[a.ToSlot]
	n := min(a.Count, from.Count)
	switch {
	case n == 0:
		return NothingHeld
	case to.Count == 0 || to.Joins(from):
		n = min(n, from.Max()-to.Count)
		if n == 0 {
			return NoRoom
		}
		to = from.With(to.Count + n)
		from.Count -= n
	case n == from.Count:
		from, to = to, from
	default:
		return Occupied
	}
	c.PutInventorySlot(c.Stream, int(a.Slot), from)
	c.PutInventorySlot(c.Stream, int(a.ToSlot), to)
	return Done
}

func writeMoveItem(b []byte, a *Action) []byte { return append(b, a.Slot, a.ToSlot, a.Count) }

func readMoveItem(r *wire.Reader, a *Action) {
	a.Slot, a.ToSlot, a.Count = r.Byte(), r.Byte(), r.Byte()
	if a.Slot >= world.InventorySize || a.ToSlot >= world.InventorySize || a.Count == 0 || a.Count > world.StackMax {
		r.Fail(ErrValue)
	}
}

// addOrDropItem puts a stack into the inventory or, if there is no room, drops it as an item at the cell.
func addOrDropItem(c Context, p world.Pos, st world.Stack) {
	if c.player == nil { // the inventories of other players are not known here
		return
	}
	if c.AddItem(c.Stream, st) {
		return
	}
	c.Spawn(c.Stream, c.At, world.KindItem, world.Air, st, world.BottomCentre(p))
}
