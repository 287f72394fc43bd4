package bots

import (
	"voxtide/actions"
	"voxtide/world"
)

// Beside its plot, whose cells follow from the bot's own actions, a crash bot has a column for sand: sand falls
// there, comes to rest, or breaks on a torch and becomes an item. The result is not known beforehand, so the sums of
// all bots together show whether any was lost or doubled.

// useColumn returns the bot's action at its column; false where there is nothing to do.
func (b *crashBot) useColumn() (a action, ok bool) {
	if len(b.column) < columnHeight {
		return a, false
	}
	held := b.view.Player.Held()
	switch n := b.rng.IntN(8); {
	case n == 0 || held.Count == 0 || held.Block() != world.Sand && held.Block() != world.Torch:
		want := world.Sand
		if b.view.block(b.column[0]) == world.Air && b.rng.IntN(2) == 0 {
			want = world.Torch
		}
		if slot, ok := b.view.slot(b.rng, func(block world.Block) bool { return block == want }); ok {
			return selectSlot(slot), true
		}
		return a, false
	case held.Block() == world.Torch && b.view.block(b.column[0]) == world.Air:
		return b.view.placeAny(b.column[0], b.rng)
	case held.Block() == world.Sand && n < 6:
		return b.view.placeAny(b.column[1+b.rng.IntN(columnHeight-1)], b.rng)
	}
	p := b.column[b.rng.IntN(columnHeight)]
	if block := b.view.block(p); block != world.Sand && (block != world.Torch || b.rng.IntN(4) > 0) {
		return a, false
	}
	aim, ok := b.view.aim(p, b.rng)
	return action{Kind: actions.StartBreak, Pos: p, Aim: aim}, ok
}

// spawned counts what came into the world, as all bots together were told.
func (c *crashTest) spawned() (items, falling int) {
	all := newLooseEntities()
	for _, b := range c.builders {
		for id := range b.looseSeen.items {
			all.items[id] = true
		}
		for id := range b.looseSeen.falling {
			all.falling[id] = true
		}
	}
	return len(all.items), len(all.falling)
}
