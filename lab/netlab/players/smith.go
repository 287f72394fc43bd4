package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/recipes"
	"voxtide/world"
)

// Smiths put up workbenches and anvils at one spot, make tools at them whenever they can, dig with these until they break, and throw away
// what they have made too much of.

func (p *Player) smith(v *perception.View, out *Intent) {
	if !p.readyToWork(v, out) {
		return
	}
	near, at := actions.StationsNear(v.World, v.Stream)
	isStation := func(s world.Stack) bool {
		return s.Block().Class() == world.ClassWorkbench || s.Block().Class() == world.ClassAnvil
	}
	if near == 0 && p.putUp(v, out, isStation) {
		return
	}
	can := recipes.AppendMakeable(nil, v.Player.Slots[:], near)
	switch k := p.rng.Below(10); {
	case k < 5 && len(can) > 0:
		n := can[p.rng.Below(len(can))]
		for _, c := range can { // a tool first
			if recipes.Table[c].Out.Max() == 1 && p.rng.OneIn(2) {
				n = c
			}
		}
		out.Actions = append(out.Actions, actions.CraftAction(n, 1, &at))
	case k < 7:
		p.holdTool(v, out)
	case k < 9:
		at := world.Pos{X: p.Meet.X + int32(p.rng.Between(-3, 3)), Y: p.Meet.Y + int32(p.rng.Between(-2, 1)), Z: p.Meet.Z + int32(p.rng.Between(-3, 3))}
		p.breakBlock(v, at, out)
	default:
		p.throw(v, out)
	}
}

// holdTool takes a tool into the hand: one of the hotbar, or the first one of the other slots is put there.
func (p *Player) holdTool(v *perception.View, out *Intent) {
	for slot, s := range v.Player.Slots {
		switch {
		case s.Count == 0 || s.Max() != 1:
		case slot < world.HotbarSize:
			out.Actions = append(out.Actions, selectSlot(slot))
			return
		default:
			out.Actions = append(out.Actions, actions.Action{Kind: actions.MoveItem, Slot: uint8(slot), ToSlot: uint8(p.rng.Below(world.HotbarSize)), Count: 1})
			return
		}
	}
}
