package main

import (
	"voxtide/actions"
	"voxtide/world"
)

// pick appends the actions that take a block in hand of which the player has some: the slot of the hotbar that holds it is
// selected; from the rest of the inventory it first comes to an empty slot of the hotbar, or changes places with what is in
// the hand. Where there is none of the block itself, what it becomes when it is broken will do: stairs turned otherwise.
func pick(do []actions.Action, p *world.Player, b world.Block) []actions.Action {
	if p == nil {
		return do
	}
	from := holds(p, b)
	if from < 0 {
		from = holds(p, world.Blocks[b].Drops)
	}
	if from < 0 {
		return do
	}
	to := uint8(from)
	if from >= world.HotbarSlots {
		to = p.Selected % world.HotbarSlots
		for i := range uint8(world.HotbarSlots) {
			if p.Slots[to].Count > 0 && p.Slots[i].Count == 0 {
				to = i
			}
		}
		do = append(do, actions.Action{Kind: actions.MoveItem, Slot: uint8(from), To: to, Count: p.Slots[from].Count})
	}
	if to != p.Selected {
		do = append(do, actions.Action{Kind: actions.Select, Slot: to})
	}
	return do
}

// holds returns the first slot that holds a block, -1 for none; the hotbar comes first.
func holds(p *world.Player, b world.Block) int {
	for i, s := range p.Slots {
		if b != world.Air && s.Count > 0 && s.Block == b {
			return i
		}
	}
	return -1
}
