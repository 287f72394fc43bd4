package main

import (
	"voxtide/actions"
	"voxtide/world"
)

// pickBlock appends the actions that put a block of the player's inventory in hand. A slot of the hotbar is selected; a
// stack of another slot moves to an empty slot of the hotbar first, or swaps with the selected one. If the player has none
// of the block, the block that it drops will do: stairs that face another way. In creative mode there is always one: a new stack comes into
// an empty slot of the hotbar, or in place of the selected one.
func pickBlock(do []actions.Action, p *world.Player, b world.Block, creative bool) []actions.Action {
	if p == nil {
		return do
	}
	from := slotWith(p, b)
	if from < 0 {
		from = slotWith(p, world.Blocks[b].Drops)
	}
	if from < 0 && (!creative || b == world.Air) {
		return do
	}
	to := uint8(from)
	if from < 0 || from >= world.HotbarSize {
		to = p.Selected % world.HotbarSize
		for i := range uint8(world.HotbarSize) {
			if p.Slots[to].Count > 0 && p.Slots[i].Count == 0 {
				to = i
			}
		}
		if from < 0 {
			it := world.ItemOf(b)
			do = append(do, actions.Action{Kind: actions.Provide, Slot: to, Item: it, Count: it.Info().StackMax})
		} else {
			do = append(do, actions.Action{Kind: actions.MoveItem, Slot: uint8(from), ToSlot: to, Count: p.Slots[from].Count})
		}
	}
	if to != p.Selected {
		do = append(do, actions.Action{Kind: actions.SelectSlot, Slot: to})
	}
	return do
}

// slotWith returns the first slot with a block, -1 for none. The slots of the hotbar come first.
func slotWith(p *world.Player, b world.Block) int {
	for i, s := range p.Slots {
		if b != world.Air && s.Count > 0 && s.Block() == b {
			return i
		}
	}
	return -1
}
