package netlab

import (
	"voxtide/actions"
	"voxtide/world"
)

// Builders meet at one spot and fight over the same few blocks. Miners dig where they stand. Movers move what they
// have and talk.

func (p *Player) build(v *view, out *Wish) {
	p.keys = 0
	if !p.goTo(v, world.Middle(p.meet), 3) {
		return
	}
	if p.think(v, 200, 1200) && p.luck.one(2) {
		p.yaw = uint16(p.luck.next())
		p.mode = p.luck.below(3)
	}
	if p.mode == 1 {
		p.keys = world.KeyForward
		p.hop(v, 30)
	}
	if p.digs(v, out) || v.self.At < p.busy {
		return
	}
	p.pause(v, 110, 400)
	if p.luck.one(6) {
		p.hold(v, out)
	}
	for range 4 {
		at := world.Pos{X: p.meet.X + int32(p.luck.between(-1, 1)), Y: p.meet.Y + int32(p.luck.between(0, 2)),
			Z: p.meet.Z + int32(p.luck.between(-1, 1))}
		if world.Blocks[v.block(at)].Replaceable {
			if p.place(v, at, out) {
				return
			}
		} else if p.take(v, at, out) {
			return
		}
	}
}

func (p *Player) mine(v *view, out *Wish) {
	p.keys = 0
	if p.digs(v, out) {
		return
	}
	if p.think(v, 900, 3000) {
		p.yaw = uint16(p.luck.next())
		p.mode = p.luck.below(4)
		if v.far(p.home, walkRange) {
			p.yaw = v.towards(p.home)
		}
	}
	if p.mode == 0 || v.wet() {
		p.keys = world.KeyForward
		p.hop(v, 30)
	}
	if v.self.At < p.busy {
		return
	}
	p.pause(v, 100, 500)
	feet := v.feet()
	for range 3 {
		at := world.Pos{X: feet.X + int32(p.luck.between(-2, 2)), Y: feet.Y + int32(p.luck.between(-1, 3)),
			Z: feet.Z + int32(p.luck.between(-2, 2))}
		if p.luck.one(4) && p.place(v, at, out) || p.take(v, at, out) {
			return
		}
	}
}

var lines = [...]string{"hello", "who took my sand?", "over here", "brb"}

func (p *Player) move(v *view, out *Wish) {
	p.walk(v, out)
	if p.digs(v, out) || v.self.At < p.busy {
		return
	}
	p.pause(v, 60, 900)
	switch p.luck.below(5) {
	case 0:
		out.Do = append(out.Do, actions.Action{Kind: actions.Chat, Text: lines[p.luck.below(len(lines))]})
	case 1:
		p.hold(v, out)
	case 2:
		p.take(v, v.feet().Next(world.Face(p.luck.between(2, 5))), out)
	default:
		out.Do = append(out.Do, actions.Action{Kind: actions.MoveItem, Slot: uint8(p.luck.below(world.Slots)),
			To: uint8(p.luck.below(world.Slots)), Count: uint8(p.luck.between(1, world.StackMax))})
	}
}
