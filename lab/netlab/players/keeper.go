package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/recipes"
	"voxtide/world"
)

// Keepers share a chest, a furnace and a sign at one spot: they put into them and take out of them as fast as they can, break them and
// place them again.

func (p *Player) keep(v *perception.View, out *Intent) {
	p.keys = 0
	if !p.goTo(v, world.BottomCentre(p.Meet), 2) {
		return
	}
	if p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 60, 500)
	boxes, signs := p.holders(v)
	if n := len(boxes) + len(signs); n < 3 && p.placeHolder(v, out) {
		return
	}
	switch k := p.rng.Below(40); {
	case k < 1 && len(boxes) > 0:
		p.breakBlock(v, boxes[p.rng.Below(len(boxes))], out)
	case k < 4 && len(signs) > 0:
		out.Actions = append(out.Actions, actions.Action{Kind: actions.WriteSign, Pos: signs[p.rng.Below(len(signs))], Text: lines[p.rng.Below(len(lines))]})
	case k < 6:
		p.placeHolder(v, out)
	case k < 7:
		p.craft(v, out)
	case k < 8:
		p.keys, p.yaw = world.KeyForward, uint16(p.rng.Uint64())
	case len(boxes) > 0:
		p.moveInBox(v, boxes[p.rng.Below(len(boxes))], out)
	}
}

// holderReach is how far from the meeting place keepers look for what holds something.
const holderReach = 3

// holders returns what holds something at the meeting place: boxes, and signs.
func (p *Player) holders(v *perception.View) (boxes, signs []world.Pos) {
	for y := int32(-2); y <= holderReach; y++ {
		for z := int32(-holderReach); z <= holderReach; z++ {
			for x := int32(-holderReach); x <= holderReach; x++ {
				at := world.Pos{X: p.Meet.X + x, Y: p.Meet.Y + y, Z: p.Meet.Z + z}
				if b := v.Block(at); b.BoxSlots() > 0 {
					boxes = append(boxes, at)
				} else if b.HasText() {
					signs = append(signs, at)
				}
			}
		}
	}
	return boxes, signs
}

// placeHolder places something that holds something; first it takes it into the hand.
func (p *Player) placeHolder(v *perception.View, out *Intent) bool {
	return p.putUp(v, out, func(s world.Stack) bool { return s.Block().BoxSlots() > 0 || s.Block().HasText() })
}

// moveInBox moves some items between a box and the own slots, as both are shown.
func (p *Player) moveInBox(v *perception.View, at world.Pos, out *Intent) {
	b := v.Block(at)
	a := actions.Action{Kind: actions.BoxMove, Pos: at, Slot: uint8(p.rng.Below(min(b.BoxSlots(), 6))), Want: p.rng.OneIn(2)}
	if b.IsOven() && shownSlot(v, at, world.OvenOut).Count > 0 && p.rng.OneIn(2) {
		a.Slot, a.Want = world.OvenOut, false
	}
	have := shownSlot(v, at, int(a.Slot))
	a.Item = have.Item
	from := have
	if a.Want {
		a.ToSlot = uint8(p.rng.Below(world.InventorySize))
		for range 12 {
			if own := v.Player.Slots[a.ToSlot]; own.Count > 0 && (have.Count == 0 || own.Joins(have)) && (!b.IsOven() || recipes.Takes(b.Class(), int(a.Slot), own.Item)) {
				break
			}
			a.ToSlot = uint8(p.rng.Below(world.InventorySize))
		}
		from = v.Player.Slots[a.ToSlot]
	} else {
		a.ToSlot = uint8(p.rng.Below(world.InventorySize))
		for range 12 {
			if own := v.Player.Slots[a.ToSlot]; own.Count == 0 || own.Joins(have) {
				break
			}
			a.ToSlot = uint8(p.rng.Below(world.InventorySize))
		}
	}
	if from.Count == 0 && !p.rng.OneIn(10) {
		return
	}
	a.Count = uint8(p.rng.Between(1, max(1, int(from.Count))))
	out.Actions = append(out.Actions, a)
}

// shownSlot returns what a slot of a box holds as its player sees it: of an oven with what it has made by now.
func shownSlot(v *perception.View, at world.Pos, slot int) world.Stack {
	x, b := v.World.BlockEntityAt(at), v.Block(at)
	if !b.IsOven() {
		return x.Slot(slot)
	}
	o := recipes.OvenOf(x).At(b.Class(), v.Self.At)
	return [...]world.Stack{world.OvenIn: o.In, world.OvenFuel: o.Fuel, world.OvenOut: o.Out}[slot]
}
