package bots

import (
	"math/rand/v2"
	"slices"

	"voxtide/actions"
	"voxtide/recipes"
	"voxtide/world"
)

// sharedBoxes are what all bots of a crash test use together: some slots of everybody's chests, which hold sand and torches alone, and
// furnaces that make glass of sand. What is in them is counted with the sand of all.
type sharedBoxes struct{ chests, furnaces []world.Pos }

// columnBlocks are the blocks of a bot's column, which all bots have together.
var columnBlocks = [...]world.Block{world.Sand, world.Torch}

const (
	boxSlots    = 6 // slots of its chest that a bot uses alone
	sharedSlots = 4 // those behind them, which all bots use
)

// use returns an action at one of the boxes within reach; false where there is nothing to do.
func (x *sharedBoxes) use(v *botView, rng *rand.Rand) (a action, ok bool) {
	all := slices.Concat(x.chests, x.furnaces)
	if len(all) == 0 {
		return a, false
	}
	at := all[rng.IntN(len(all))]
	switch b := v.block(at); {
	case v.far(at, 3):
		return a, false
	case b.IsOven():
		return useFurnace(v, rng, at, b)
	case b.BoxSlots() == 0:
		return a, false
	}
	a = action{Kind: actions.BoxMove, Pos: at, Slot: uint8(boxSlots + rng.IntN(sharedSlots)), Want: rng.IntN(2) == 0}
	have := v.World.BlockEntityAt(at).Slot(int(a.Slot))
	return fill(v, rng, a, have, func(s world.Stack) bool { return slices.Contains(columnBlocks[:], s.Block()) })
}

// useFurnace takes out what a furnace has made, or lays in sand or coal.
func useFurnace(v *botView, rng *rand.Rand, at world.Pos, b world.Block) (action, bool) {
	o := recipes.OvenOf(v.World.BlockEntityAt(at)).At(b.Class(), v.Self.At)
	a := action{Kind: actions.BoxMove, Pos: at, Slot: world.OvenOut}
	have := o.Out
	if have.Count == 0 || rng.IntN(3) == 0 {
		a.Want, a.Slot, have = true, world.OvenIn, o.In
		if o.Fuel.Count == 0 {
			a.Slot, have = world.OvenFuel, o.Fuel
		}
	}
	return fill(v, rng, a, have, func(s world.Stack) bool {
		return !a.Want || a.Slot == world.OvenIn && s.Block() == world.Sand || a.Slot == world.OvenFuel && s.Item == coalItem
	})
}

var coalItem, _ = world.ItemNamed("coal")

// fill chooses the own slot and the count of a move between it and a slot of a box that is shown to hold have; what moves must fit.
func fill(v *botView, rng *rand.Rand, a action, have world.Stack, fits func(moves world.Stack) bool) (action, bool) {
	a.Item = have.Item
	from := rng.IntN(world.InventorySize)
	for i := range world.InventorySize {
		slot := (from + i) % world.InventorySize
		own := v.Player.Slots[slot]
		out, in := have, own
		if a.Want {
			out, in = own, have
		}
		if slot == int(v.Player.Selected) || own.Block().BoxSlots() > 0 || out.Count == 0 || in.Count > 0 && !in.Joins(out) || in.Count == out.Max() || !fits(out) {
			continue
		}
		a.ToSlot, a.Count = uint8(slot), uint8(1+rng.IntN(int(min(out.Count, out.Max()-in.Count, 12))))
		return a, true
	}
	return a, false
}
