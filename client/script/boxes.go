package script

import (
	"voxtide/actions"
	"voxtide/recipes"
	"voxtide/world"
)

// moveInBox moves items between a box and the own slots: to a slot that holds the same and has room, else to an empty one.
func (p *Player) moveInBox(l *line, put bool) {
	w := p.client.World()
	b, _ := w.Block(l.cell)
	e, here := p.client.Avatar()
	player := w.Player(p.client.Stream())
	if !here || player == nil || b.BoxSlots() == 0 {
		p.warnLine(l, "there is no box")
		return
	}
	box := make([]world.Stack, b.BoxSlots())
	for i := range box {
		box[i] = w.BlockEntityAt(l.cell).Slot(i)
	}
	if b.IsOven() {
		o := recipes.OvenOf(w.BlockEntityAt(l.cell)).At(b.Class(), e.At)
		copy(box, []world.Stack{world.OvenIn: o.In, world.OvenFuel: o.Fuel, world.OvenOut: o.Out})
	}
	moved := world.Stack{Item: l.item, Count: l.count}
	takes := func(slot int) bool { return !b.IsOven() || recipes.Takes(b.Class(), slot, l.item) }
	all := func(int) bool { return true }
	from, to := slotWith(box, moved), roomFor(player.Slots[:], moved, all)
	if put {
		from, to = roomFor(box, moved, takes), slotWith(player.Slots[:], moved)
	}
	if from < 0 || to < 0 {
		p.warnLine(l, "there are not as many, or there is no room")
		return
	}
	p.do(actions.Action{Kind: actions.BoxMove, Pos: l.cell, Slot: uint8(from), ToSlot: uint8(to), Count: l.count, Want: put, Item: box[from].Item})
}

// slotWith returns the first slot that holds as many of an item, -1 for none.
func slotWith(slots []world.Stack, st world.Stack) int {
	for i, s := range slots {
		if s.Item == st.Item && s.Count >= st.Count {
			return i
		}
	}
	return -1
}

// roomFor returns the slot to which a stack goes, of those that take it; -1 for none.
func roomFor(slots []world.Stack, st world.Stack, takes func(slot int) bool) int {
	empty := -1
	for i, s := range slots {
		switch {
		case !takes(i):
		case s.Count == 0 && empty < 0:
			empty = i
		case s.Count > 0 && s.Joins(st) && int(s.Count)+int(st.Count) <= int(st.Max()):
			return i
		}
	}
	return empty
}
