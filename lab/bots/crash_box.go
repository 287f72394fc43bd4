package bots

import (
	"math/rand/v2"
	"slices"

	"voxtide/actions"
	"voxtide/recipes"
	"voxtide/world"
)

// Each bot of the crash test has a chest of its own beside its plot, which it puts up once and never breaks. Nobody else moves anything
// in it, so what lies in it after each own action is what the bot was shown in that action's frame.

// crashBox is the chest of a bot of the crash test.
type crashBox struct {
	at       world.Pos // none on land that leaves no room
	chosen   bool
	shown    map[uint64][]world.Stack // what it held in the frame of an own action, by the action's number
	last     uint64                   // the last of these actions
	received []world.Stack            // what it held as received before the kill; nil if its section had not come
}

// use returns the bot's action at its chest: it puts it up, or moves something; false where there is nothing to do.
func (x *crashBox) use(v *botView, rng *rand.Rand) (a action, ok bool) {
	at := x.at
	if !x.chosen {
		return a, false
	}
	if v.block(at).BoxSlots() == 0 {
		return putUp(v, rng, at, func(b world.Block) bool { return b.BoxSlots() > 0 && !b.IsOven() })
	}
	a = action{Kind: actions.BoxMove, Pos: at, Slot: uint8(rng.IntN(boxSlots)), Want: rng.IntN(2) == 0}
	have := v.World.BlockEntityAt(at).Slot(int(a.Slot))
	return fill(v, rng, a, have, func(world.Stack) bool { return true })
}

// putUp places something of a kind in a cell; first it takes it into the hand.
func putUp(v *botView, rng *rand.Rand, at world.Pos, kind func(world.Block) bool) (a action, ok bool) {
	if kind(v.Player.Held().Block()) {
		return v.placeAny(at, rng)
	}
	slot, has := v.slot(rng, kind)
	return selectSlot(slot), has
}

// makePlanks returns the action that makes planks of logs; false without logs.
func makePlanks(v *botView, _ *rand.Rand) (a action, ok bool) {
	for _, n := range recipes.AppendMakeable(nil, v.Player.Slots[:], 0) {
		if r := &recipes.Table[n]; r.Out.Item == world.ItemOf(world.Planks) && r.In[0].Takes(logItem) {
			return action{Kind: actions.Craft, Recipe: n, Count: 1}, true
		}
	}
	return a, false
}

// throwSand returns the action that throws some sand or torches, which all bots have together; false without any.
func throwSand(v *botView, rng *rand.Rand) (a action, ok bool) {
	slot, ok := v.slot(rng, func(block world.Block) bool { return slices.Contains(columnBlocks[:], block) })
	return action{Kind: actions.Drop, Slot: slot, Count: uint8(1 + rng.IntN(3)), Yaw: uint16(rng.Uint32()), Pitch: int16(rng.IntN(20000) - 10000)}, ok
}

var logItem, _ = world.ItemNamed("log")

// planksOfLog is how many planks a log is worth: what is made of it counts as much.
const planksOfLog = 4

// note notes what the chest is shown to hold after the actions so far.
func (x *crashBox) note(w *world.World, number uint64) {
	if number < x.last {
		clear(x.shown) // another session
	}
	if x.last = number; x.shown[number] == nil && x.chosen {
		x.shown[number] = slotsOf(w.BlockEntityAt(x.at))
	}
}

// slotsOf returns a copy of the slots that bots use of what a cell holds.
func slotsOf(e *world.BlockEntity) []world.Stack {
	slots := make([]world.Stack, boxSlots)
	for i := range slots {
		slots[i] = e.Slot(i)
	}
	return slots
}

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
