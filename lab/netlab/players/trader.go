package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/world"
)

// Traders share a few boxes at one spot, which somebody makes shops of and ends again: they buy there as fast as they can, fill the boxes and empty them, and now
// and then break one.

func (p *Player) trade(v *perception.View, out *Intent) {
	p.keys = 0
	if !p.goTo(v, world.BottomCentre(p.Meet), 2) {
		return
	}
	if p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 60, 500)
	boxes, _ := p.holders(v)
	if len(boxes) < 3 && p.placeHolder(v, out) {
		return
	}
	if len(boxes) == 0 {
		return
	}
	at := boxes[p.rng.Below(len(boxes))]
	offer := v.World.BlockEntityAt(at).OfferOf()
	switch k := p.rng.Below(40); {
	case k < 2 && stacksIn(v, at) <= 6:
		p.breakBlock(v, at, out)
	case k < 3:
		p.keys, p.yaw = world.KeyForward, uint16(p.rng.Uint64())
	case k < 10 || offer == world.Offer{}:
		p.moveInBox(v, at, out)
	case world.CountNew(v.World.BlockEntityAt(at).Slots, offer.Goods.Item) < int(offer.Goods.Count) && k > 12:
		p.stock(v, at, offer.Goods, out)
	default:
		out.Actions = append(out.Actions, actions.Action{Kind: actions.Trade, Pos: at, Count: uint8(p.rng.Between(1, 2)), Offer: offer})
	}
}

// stacksIn returns how many stacks lie in a box: of one that is broken each becomes an item.
func stacksIn(v *perception.View, at world.Pos) (n int) {
	for slot := range world.ChestSlots {
		if v.World.BlockEntityAt(at).Slot(slot).Count > 0 {
			n++
		}
	}
	return n
}

// stock puts goods into a shop.
func (p *Player) stock(v *perception.View, at world.Pos, goods world.Stack, out *Intent) {
	x := v.World.BlockEntityAt(at)
	for i, own := range v.Player.Slots {
		if own.Item != goods.Item || own.Count == 0 {
			continue
		}
		for slot := range world.ChestSlots {
			if have := x.Slot(slot); have.Count == 0 || have.Joins(own) && have.Count+own.Count <= own.Max() {
				out.Actions = append(out.Actions, actions.Action{Kind: actions.BoxMove, Pos: at, Slot: uint8(slot), ToSlot: uint8(i), Count: own.Count, Want: true, Item: have.Item})
				return
			}
		}
	}
	p.moveInBox(v, at, out)
}
