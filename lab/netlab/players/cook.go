package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/recipes"
	"voxtide/world"
)

// Cooks put up ovens and campfires at one spot, lay fuel and what is to be made into them, and take out what is made, each as soon as it
// is there.

func (p *Player) cook(v *perception.View, out *Intent) {
	if !p.readyToWork(v, out) {
		return
	}
	var ovens []world.Pos
	p.around(func(at world.Pos) {
		if v.Block(at).IsOven() {
			ovens = append(ovens, at)
		}
	})
	if len(ovens) < 2 && p.putUp(v, out, func(s world.Stack) bool { return s.Block().IsOven() }) || len(ovens) == 0 {
		return
	}
	at := ovens[p.rng.Below(len(ovens))]
	class := v.Block(at).Class()
	switch made := shownSlot(v, at, world.OvenOut); {
	case made.Count > 0:
		p.takeOut(v, out, at, world.OvenOut, made)
	case shownSlot(v, at, world.OvenFuel).Count == 0:
		p.layIn(v, out, at, class, world.OvenFuel)
	default:
		p.layIn(v, out, at, class, world.OvenIn)
	}
}

// readyToWork takes the player to its meeting place and through what it breaks, and reports whether its hands are free there.
func (p *Player) readyToWork(v *perception.View, out *Intent) bool {
	p.keys = 0
	if !p.goTo(v, world.BottomCentre(p.Meet), 3) || p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return false
	}
	p.pause(v, 60, 500)
	return true
}

// takeOut takes all that a slot of a box is shown to hold into the first own slot with room.
func (p *Player) takeOut(v *perception.View, out *Intent, at world.Pos, slot int, holds world.Stack) {
	for own, s := range v.Player.Slots {
		if s.Count == 0 || s.Joins(holds) && s.Count < s.Max() {
			n := min(holds.Count, holds.Max()-s.Count)
			out.Actions = append(out.Actions, actions.Action{Kind: actions.BoxMove, Pos: at, Slot: uint8(slot), ToSlot: uint8(own), Item: holds.Item, Count: n})
			return
		}
	}
}

// layIn puts some of the first own stack that belongs there into a slot of an oven.
func (p *Player) layIn(v *perception.View, out *Intent, at world.Pos, class world.Class, slot int) {
	there := shownSlot(v, at, slot)
	for own, s := range v.Player.Slots {
		if s.Count > 0 && recipes.Takes(class, slot, s.Item) && (there.Count == 0 || there.Joins(s)) {
			out.Actions = append(out.Actions, actions.Action{Kind: actions.BoxMove, Pos: at, Slot: uint8(slot), ToSlot: uint8(own), Want: true, Item: there.Item,
				Count: uint8(p.rng.Between(1, min(8, int(s.Count))))})
			return
		}
	}
}
