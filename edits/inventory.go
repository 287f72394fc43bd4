package edits

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Stow puts one stack into the inventory of a stream's player: onto an equal one with room, else into the first empty
// slot. False, with nothing changed, when there is no room for all of it or the inventory is not known here.
func (r *Recorder) Stow(s timestream.Stream, st world.Stack) bool {
	p := r.W.Player(s)
	if p == nil {
		return false
	}
	empty := -1
	for i, have := range p.Slots {
		if have.Count > 0 && have.Block == st.Block && int(have.Count)+int(st.Count) <= world.StackMax {
			return r.PutSlot(s, i, world.Stack{Block: st.Block, Count: have.Count + st.Count})
		}
		if have.Count == 0 && empty < 0 {
			empty = i
		}
	}
	return empty >= 0 && r.PutSlot(s, empty, st)
}

// StowSome puts as much of a stack as there is room for into the inventory of a stream's player: onto equal ones, then into
// the first empty slot. It returns how many were left over: all where the inventory is not known here.
func (r *Recorder) StowSome(s timestream.Stream, st world.Stack) (left uint8) {
	p := r.W.Player(s)
	if p == nil {
		return st.Count
	}
	left = st.Count
	for i := 0; i < len(p.Slots) && left > 0; i++ {
		if have := p.Slots[i]; have.Count > 0 && have.Block == st.Block && have.Count < world.StackMax {
			n := min(left, world.StackMax-have.Count)
			r.PutSlot(s, i, world.Stack{Block: st.Block, Count: have.Count + n})
			left -= n
		}
	}
	for i := 0; i < len(p.Slots) && left > 0; i++ {
		if p.Slots[i].Count == 0 {
			r.PutSlot(s, i, world.Stack{Block: st.Block, Count: left})
			left = 0
		}
	}
	return left
}

// PutSlot sets a slot of an inventory, and what the avatar shows in the hand with it.
func (r *Recorder) PutSlot(s timestream.Stream, slot int, st world.Stack) bool {
	ok := r.Do(Edit{Kind: SetSlot, Stream: s, Slot: uint8(slot), Stack: st})
	r.ShowHand(s)
	return ok
}

// ShowHand makes the avatar show one of what its player holds.
func (r *Recorder) ShowHand(s timestream.Stream) {
	p, slot := r.W.Player(s), r.W.Find(world.AvatarID(s))
	if p == nil || slot == world.NoSlot {
		return
	}
	shown := p.Held()
	shown.Count = min(1, shown.Count)
	if shown.Count == 0 {
		shown = world.Stack{}
	}
	if r.W.Entity(slot).Stack != shown {
		r.Do(Edit{Kind: SetStack, ID: world.AvatarID(s), Stack: shown})
	}
}
