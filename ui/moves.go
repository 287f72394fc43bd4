package ui

import (
	"voxtide/recipes"
	"voxtide/world"
)

// The functions of this file request that stacks move, and show at once what comes of it, by the rules of the game; the state of the next
// frame says the same, because the client predicts the actions.

// takes reports whether a slot may hold an item: those of ovens are choosy.
func (u *UI) takes(slot int, item uint16) bool {
	return slot < Slots || !u.state.Box.oven() || item == 0 || recipes.Takes(u.state.Box.Class, slot-Slots, world.Item(item))
}

// pickUp begins to drag the stack of a slot, or half of it.
func (u *UI) pickUp(slot int, part bool) bool {
	s := *u.stackAt(slot)
	if s.Count == 0 {
		return false
	}
	if part {
		s.Count = (s.Count + 1) / 2
	}
	h := &u.hand
	h.active, h.from, h.stack = true, slot, s
	return true
}

// put places up to n items of the dragged stack in a slot.
func (u *UI) put(slot int, n uint8) {
	h := &u.hand
	n = min(n, h.stack.Count)
	switch {
	case h.from == nowhere:
		n = u.putProvided(slot, n)
	case h.from != slot:
		n = u.move(h.from, slot, n)
	}
	if h.stack.Count -= n; h.stack.Count == 0 {
		h.active = false
	}
}

// move moves up to n items as far as the slots allow, and returns how many: equal items stack, different stacks change places if the
// whole stack moves.
func (u *UI) move(from, to int, n uint8) uint8 {
	a, b := u.stackAt(from), u.stackAt(to)
	n = min(n, a.Count)
	join := b.Count == 0 || b.stack().Joins(a.stack())
	switch {
	case n == 0 || from == to:
		return 0
	case !u.takes(to, a.Item) || !join && !u.takes(from, b.Item):
		u.toast.show("That does not go in there", u.widgets.now)
		return 0
	case from >= Slots && to >= Slots:
		return u.moveInBox(from, to, n)
	case join:
		if n = min(n, a.stack().Max()-min(b.Count, a.stack().Max())); n == 0 {
			return 0
		}
	case n != a.Count:
		u.toast.show("Only whole stacks change places", u.widgets.now)
		return 0
	}
	r := Request{Kind: RequestMoveItem, From: uint8(from), To: uint8(to), Count: n}
	if from >= Slots {
		r = Request{Kind: RequestBoxMove, From: uint8(from - Slots), To: uint8(to), Count: n, Item: a.Item}
	} else if to >= Slots {
		r = Request{Kind: RequestBoxMove, From: uint8(to - Slots), To: uint8(from), Count: n, Item: b.Item, Into: true}
	}
	if join {
		*b = Stack{a.Item, b.Count + n, a.Wear}
		*a = a.with(a.Count - n)
	} else {
		*a, *b = *b, *a
	}
	u.request(r)
	return n
}

// moveInBox moves items between two slots of the box, by way of an empty own slot: there is no such move in the rules.
func (u *UI) moveInBox(from, to int, n uint8) uint8 {
	by := u.emptySlot()
	if by < 0 {
		u.toast.show("No free slot to move it through", u.widgets.now)
		return 0
	}
	if b := u.stackAt(to); b.Count > 0 && !b.stack().Joins(u.stackAt(from).stack()) {
		if n != u.stackAt(from).Count {
			u.toast.show("Only whole stacks change places", u.widgets.now)
			return 0
		}
		u.move(from, by, n)
		u.move(by, to, n)
		u.move(by, from, u.stackAt(by).Count)
		return n
	}
	n = min(n, u.stackAt(from).stack().Max()-u.stackAt(to).Count)
	n = u.move(from, by, n)
	return u.move(by, to, n)
}

// emptySlot returns an empty own slot, of those outside the hotbar if there is one; -1 for none.
func (u *UI) emptySlot() int {
	for i := range Slots {
		if slot := (i + Hotbar) % Slots; u.state.Slots[slot].Count == 0 {
			return slot
		}
	}
	return -1
}

// provide sets an own slot to a stack out of nothing, in creative mode.
func (u *UI) provide(slot int, s Stack) {
	u.state.Slots[slot] = s
	u.request(Request{Kind: RequestProvide, To: uint8(slot), Item: s.Item, Count: s.Count})
}

// putProvided places items out of the catalogue in a slot, and returns how many. What else lay there is gone: there is more of it in the
// catalogue.
func (u *UI) putProvided(slot int, n uint8) uint8 {
	s := Stack{Item: u.hand.stack.Item, Count: n}
	if slot >= Slots {
		by := u.emptySlot()
		if by < 0 || !u.takes(slot, s.Item) {
			return 0
		}
		u.provide(by, s)
		n = u.move(by, slot, n)
		if rest := u.state.Slots[by]; rest.Count > 0 && n == 0 {
			u.provide(by, Stack{})
		}
		return n
	}
	if have := u.state.Slots[slot]; have.Count > 0 && have.stack().Joins(s.stack()) {
		s.Count = min(have.Count+n, s.stack().Max())
	}
	u.provide(slot, s)
	return n
}

// gather takes items of the dragged kind out of all other slots to the dragged stack, as many as it holds.
func (u *UI) gather() {
	h := &u.hand
	most := h.stack.stack().Max()
	if h.from == nowhere {
		h.stack.Count = most
		return
	}
	for i := range Slots + u.state.Box.Count {
		from := (i + Slots) % (Slots + u.state.Box.Count) // the box first
		s := u.stackAt(from)
		if from != h.from && s.Count > 0 && s.stack().Joins(h.stack.stack()) && u.stackAt(h.from).Count < most && u.takes(h.from, s.Item) {
			u.move(from, h.from, s.Count)
		}
	}
	h.stack.Count = u.stackAt(h.from).Count
}

// swapWithHotbar makes a slot and one of the hotbar change places.
func (u *UI) swapWithHotbar(slot, hotbar int) {
	u.dropHand()
	if n := u.stackAt(slot).Count; n > 0 {
		u.move(slot, hotbar, n)
	} else {
		u.move(hotbar, slot, u.state.Slots[hotbar].Count)
	}
}

// quickMove moves a stack to where it belongs next: into the open box or out of it, else between the hotbar and the other slots; to equal
// items first, then to an empty slot.
func (u *UI) quickMove(slot int) {
	switch n := u.state.Box.Count; {
	case n == 0 && slot < Hotbar:
		u.moveInto(slot, Hotbar, Slots)
	case n == 0:
		u.moveInto(slot, 0, Hotbar)
	case slot < Slots:
		u.moveInto(slot, Slots, Slots+n)
	default:
		u.moveInto(slot, Hotbar, Slots)
		u.moveInto(slot, 0, Hotbar)
	}
}

// moveInto moves a stack into some slots in a row.
func (u *UI) moveInto(slot, first, end int) {
	for _, equal := range [...]bool{true, false} {
		for to := first; to < end; to++ {
			s, from := u.stackAt(to), u.stackAt(slot)
			if from.Count > 0 && equal == (s.Count > 0) && (!equal || s.stack().Joins(from.stack())) && u.takes(to, from.Item) {
				u.move(slot, to, from.Count)
			}
		}
	}
}

// throw throws n items of a slot into the world.
func (u *UI) throw(slot int, n uint8) {
	if slot >= Slots {
		by := u.emptySlot()
		if by < 0 || u.move(slot, by, n) == 0 {
			return
		}
		slot = by
	}
	s := &u.state.Slots[slot]
	if n = min(n, s.Count); n == 0 {
		return
	}
	*s = s.with(s.Count - n)
	u.request(Request{Kind: RequestDrop, From: uint8(slot), Count: n})
}

// throwHand throws n items of the dragged stack; what is out of the catalogue is only let go of.
func (u *UI) throwHand(n uint8) {
	h := &u.hand
	if h.from != nowhere {
		u.throw(h.from, n)
	}
	h.stroke.end()
	if h.stack.Count -= min(n, h.stack.Count); h.stack.Count == 0 || h.from == nowhere {
		h.active = false
	}
}
