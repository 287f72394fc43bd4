package players

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/lab/perception"
	"voxtide/world"
)

// Builders meet at one spot and fight over the same few blocks. Miners dig where they stand. Movers move items and
// chat.

func (p *Player) build(v *perception.View, out *Intent) {
	p.keys = 0
	if !p.goTo(v, world.BottomCentre(p.Meet), 3) {
		return
	}
	if p.decides(v, 200, 1200) && p.rng.OneIn(2) {
		p.yaw = uint16(p.rng.Uint64())
		p.mode = p.rng.Below(3)
	}
	if p.mode == 1 {
		p.keys = world.KeyForward
		p.hop(v, 30)
	}
	if p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 110, 400)
	if p.rng.OneIn(6) {
		p.holdAny(v, out)
	}
	for range 4 {
		at := world.Pos{X: p.Meet.X + int32(p.rng.Between(-1, 1)), Y: p.Meet.Y + int32(p.rng.Between(0, 2)),
			Z: p.Meet.Z + int32(p.rng.Between(-1, 1))}
		if world.Blocks[v.Block(at)].Replaceable {
			if p.place(v, at, out) {
				return
			}
		} else if p.breakBlock(v, at, out) {
			return
		}
	}
}

func (p *Player) mine(v *perception.View, out *Intent) {
	p.keys = 0
	if p.continueBreaking(v, out) {
		return
	}
	if p.decides(v, 900, 3000) {
		p.yaw = uint16(p.rng.Uint64())
		p.mode = p.rng.Below(4)
		if v.Far(p.Home, walkRange) {
			p.yaw = v.Towards(p.Home)
		}
	}
	if p.mode == 0 || v.Wet() {
		p.keys = world.KeyForward
		p.hop(v, 30)
	}
	if v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 100, 500)
	feet := v.Feet()
	for range 3 {
		at := world.Pos{X: feet.X + int32(p.rng.Between(-2, 2)), Y: feet.Y + int32(p.rng.Between(-1, 3)),
			Z: feet.Z + int32(p.rng.Between(-2, 2))}
		if p.rng.OneIn(4) && p.place(v, at, out) || p.breakBlock(v, at, out) {
			return
		}
	}
}

var lines = [...]string{"hello", "who took my sand?", "over here", "brb"}

func (p *Player) moveItems(v *perception.View, out *Intent) {
	p.walk(v, out)
	if p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 60, 900)
	switch p.rng.Below(5) {
	case 0:
		said := p.rng.Below(len(lines))
		out.Actions = append(out.Actions, actions.Action{Kind: actions.Chat, Text: lines[said]})
		if said > 0 {
			out.Actions = append(out.Actions, actions.Action{Kind: actions.MakeEmote, Emote: edits.Emote(said)})
		}
	case 1:
		p.holdAny(v, out)
	case 2:
		p.breakBlock(v, v.Feet().Next(world.Face(p.rng.Between(2, 5))), out)
	default:
		out.Actions = append(out.Actions, actions.Action{Kind: actions.MoveItem, Slot: uint8(p.rng.Below(world.InventorySize)),
			ToSlot: uint8(p.rng.Below(world.InventorySize)), Count: uint8(p.rng.Between(1, world.StackMax))})
	}
}
