package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/physics"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// BoxMove{Pos, Slot, ToSlot, Count, Want, Item} moves Count items between a slot of a box and ToSlot of the own inventory: into the box
// if Want, else out of it. Item is what the player saw in the slot of the box, 0 for nothing: if another was first, so that it holds
// something else or too little, all of the move is refused. Whole stacks of different items change places.

func boxMove(c Context, a *Action) Refusal {
	if c.player == nil {
		return NotAllowed
	}
	b, why := c.reachHolder(a.Pos)
	switch {
	case why != Done:
		return why
	case int(a.Slot) >= b.BoxSlots():
		return NoBox
	}
	x := c.W.BlockEntityAt(a.Pos)
	if b.Class() == world.ClassCairn {
		if why := checkCairn(c, a); why != Done {
			return why
		}
	}
	own := c.player.Slots[a.ToSlot]
	if !b.IsOven() {
		have := x.Slot(int(a.Slot))
		if why := exchange(a, &have, &own); why != Done {
			if why == NoRoom && !a.Want && faults.Active(faults.BoxKeepsHalf) {
				c.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: a.Pos, Slot: a.Slot, Stack: have.With(have.Count - a.Count)})
				return Done
			}
			return why
		}
		return c.putBoth(a, have, own)
	}
	before := recipes.OvenOf(x)
	after := before.At(b.Class(), c.ovenTime())
	stacks := [...]*world.Stack{world.OvenIn: &after.In, world.OvenFuel: &after.Fuel, world.OvenOut: &after.Out}
	have := stacks[a.Slot]
	was := have.Item
	if why := exchange(a, have, &own); why != Done {
		return why
	}
	if have.Count > 0 && (a.Want || have.Item != was) && !recipes.Takes(b.Class(), int(a.Slot), have.Item) {
		return NotForThat
	}
	if a.Slot == world.OvenIn && have.Item != was {
		after.Since = 0 // something else begins its time
	}
	if !c.putOven(a.Pos, before, after.Lit(b.Class(), c.ovenTime())) {
		return NoRoom
	}
	c.PutInventorySlot(c.Stream, int(a.ToSlot), own)
	return Done
}

// reachHolder returns the block that holds something at a cell, and refuses one out of reach or of a section that has not arrived. No
// line of sight is asked for: a screen stays open while its player is pushed about.
func (c *Context) reachHolder(p world.Pos) (world.Block, Refusal) {
	if !p.InHeight() || !c.confirmed(p) {
		return world.Air, NotLoaded
	}
	m := c.motion()
	if !Reaches(&m, p) {
		return world.Air, TooFar
	}
	b, _ := c.W.Block(p)
	return b, Done
}

// Reaches reports whether a body reaches a box in a cell.
func Reaches(m *world.Motion, p world.Pos) bool {
	return physics.WithinReach(physics.EyePos(m), p, reach)
}

// ovenTime returns the instant at which what an oven has made is judged: the action's own stamp, at which its player saw it.
func (c *Context) ovenTime() timestream.Time {
	if st := c.W.Stream(timestream.Server); faults.Active(faults.FurnaceOnServerTime) && st != nil {
		return st.Stamp
	}
	return c.Stamp
}

// exchange moves items between a slot of a box and an own one.
func exchange(a *Action, have, own *world.Stack) Refusal {
	from, to, missing := have, own, SlotChanged
	if a.Want {
		from, to, missing = own, have, MissingItems
	}
	switch n := a.Count; {
	case have.Item != a.Item:
		return SlotChanged
	case from.Count < n:
		return missing
	case to.Count == 0 || to.Joins(*from):
		if int(to.Count)+int(n) > int(from.Max()) {
			return NoRoom
		}
		*to = from.With(to.Count + n)
		*from = from.With(from.Count - n)
	case from.Count == n:
		*from, *to = *to, *from
	default:
		return NoRoom
	}
	return Done
}

// putBoth sets both slots of a move.
func (c *Context) putBoth(a *Action, have, own world.Stack) Refusal {
	if !c.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: a.Pos, Slot: a.Slot, Stack: have}) {
		return NoRoom
	}
	c.PutInventorySlot(c.Stream, int(a.ToSlot), own)
	c.removeEmptyCairn(a.Pos)
	return Done
}

// putOven sets what has changed of an oven. It returns false if the section has no room for one more that holds something.
func (c *Context) putOven(p world.Pos, before, after recipes.Oven) bool {
	for i, st := range [...][2]world.Stack{{before.In, after.In}, {before.Fuel, after.Fuel}, {before.Out, after.Out}} {
		if st[0] != st[1] && !c.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: p, Slot: uint8(i), Stack: st[1]}) {
			return false
		}
	}
	return before.Since == after.Since && before.Heat == after.Heat ||
		c.Do(edits.Edit{Kind: edits.SetOven, Pos: p, At: after.Since, Number: uint64(after.Heat)})
}

// settleOven writes down what an oven has made, before its block goes.
func (c *Context) settleOven(p world.Pos, b world.Block) {
	if x := c.W.BlockEntityAt(p); x != nil && b.IsOven() {
		o := recipes.OvenOf(x)
		c.putOven(p, o, o.At(b.Class(), c.ovenTime()))
	}
}

func writeBoxMove(b []byte, a *Action) []byte {
	b = wire.AppendBool(append(world.AppendPos(b, a.Pos), a.Slot, a.ToSlot, a.Count), a.Want)
	return wire.AppendUvarint(b, uint64(a.Item))
}

func readBoxMove(r *wire.Reader, a *Action) {
	a.Pos = world.ReadPos(r)
	a.Slot, a.ToSlot, a.Count = r.Byte(), r.Byte(), r.Byte()
	a.Want = r.Bool()
	a.Item = world.Item(r.Uvarint16())
	if a.Slot >= world.BoxSlotsMax || a.ToSlot >= world.InventorySize || a.Count == 0 || a.Count > world.StackMax || a.Item != 0 && !a.Item.Known() {
		r.Fail(ErrValue)
	}
}
