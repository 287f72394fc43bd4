package edits

import (
	"voxtide/timestream"
	"voxtide/world"
)

// AddItem adds a stack to the inventory of a stream's player: to an equal stack with room, else in the first empty
// slot. It returns false and changes nothing if not all of it fits or the inventory is not known here.
func (r *Recorder) AddItem(s timestream.Stream, st world.Stack) bool {
	p := r.W.Player(s)
	if p == nil {
		return false
	}
	empty := -1
	for i, have := range p.Slots {
		if have.Count > 0 && have.Joins(st) && int(have.Count)+int(st.Count) <= int(st.Max()) {
			return r.PutInventorySlot(s, i, st.With(have.Count+st.Count))
		}
		if have.Count == 0 && empty < 0 {
			empty = i
		}
	}
	return empty >= 0 && r.PutInventorySlot(s, empty, st)
}

// AddItemPartly adds as much of a stack as fits to the inventory of a stream's player: to equal stacks, then in the
// first empty slot. It returns how many items are left: all if the inventory is not known here.
func (r *Recorder) AddItemPartly(s timestream.Stream, st world.Stack) (left uint8) {
	p := r.W.Player(s)
	if p == nil {
		return st.Count
	}
	left = st.Count
	for i := 0; i < len(p.Slots) && left > 0; i++ {
		if have := p.Slots[i]; have.Count > 0 && have.Joins(st) && have.Count < st.Max() {
			n := min(left, st.Max()-have.Count)
			r.PutInventorySlot(s, i, st.With(have.Count+n))
			left -= n
		}
	}
	for i := 0; i < len(p.Slots) && left > 0; i++ {
		if p.Slots[i].Count == 0 {
			r.PutInventorySlot(s, i, st.With(left))
			left = 0
		}
	}
	return left
}

// PutInventorySlot sets a slot of an inventory, and with it the stack that the avatar shows in its hand.
func (r *Recorder) PutInventorySlot(s timestream.Stream, slot int, st world.Stack) bool {
	ok := r.Do(Edit{Kind: SetInventorySlot, Stream: s, Slot: uint8(slot), Stack: st})
	r.SyncHeldItem(s)
	return ok
}

// SyncHeldItem makes the avatar show one item of the selected stack.
func (r *Recorder) SyncHeldItem(s timestream.Stream) {
	p, slot := r.W.Player(s), r.W.Find(world.AvatarID(s))
	if p == nil || slot == world.NoEntity {
		return
	}
	shown := p.Held()
	shown.Count, shown.Wear = min(1, shown.Count), 0
	if shown.Count == 0 {
		shown = world.Stack{}
	}
	if r.W.Entity(slot).Stack != shown {
		r.Do(Edit{Kind: SetStack, ID: world.AvatarID(s), Stack: shown})
	}
}
