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

// boxSlots is how many slots of its chest a bot uses.
const boxSlots = 6

// use returns the bot's action at its chest: it puts it up, or moves something; false where there is nothing to do.
func (x *crashBox) use(v *botView, rng *rand.Rand) (a action, ok bool) {
	at := x.at
	if !x.chosen {
		return a, false
	}
	if v.block(at).BoxSlots() == 0 {
		if v.Player.Held().Block().BoxSlots() > 0 {
			return v.placeAny(at, rng)
		}
		slot, has := v.slot(rng, func(block world.Block) bool { return block.BoxSlots() > 0 })
		return selectSlot(slot), has
	}
	a = action{Kind: actions.BoxMove, Pos: at, Slot: uint8(rng.IntN(boxSlots)), Want: rng.IntN(2) == 0}
	have := v.World.BlockEntityAt(at).Slot(int(a.Slot))
	a.Item = have.Item
	from := rng.IntN(world.InventorySize)
	for i := range world.InventorySize {
		slot := (from + i) % world.InventorySize
		own := v.Player.Slots[slot]
		out, in := have, own
		if a.Want {
			out, in = own, have
		}
		if slot == int(v.Player.Selected) || own.Block().BoxSlots() > 0 || out.Count == 0 || in.Count > 0 && !in.Joins(out) || in.Count == out.Max() {
			continue
		}
		a.ToSlot, a.Count = uint8(slot), uint8(1+rng.IntN(int(min(out.Count, out.Max()-in.Count, 12))))
		return a, true
	}
	return a, false
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
