package players

import (
	"voxtide/lab/perception"
	"voxtide/world"
)

// Jumpers build pillars under themselves and dig them away again. Sand diggers dig beside, under and above
// themselves, make columns fall, and put sand where it falls.

func (p *Player) jump(v *perception.View, out *Intent) {
	p.keys = 0
	if v.Wet() || v.Far(p.Home, 12) {
		p.goTo(v, p.Home, 4)
		return
	}
	if p.decides(v, 1500, 4000) {
		p.mode = p.rng.Below(4)
		p.yaw += uint16(p.rng.Below(20000))
	}
	if p.continueBreaking(v, out) {
		return
	}
	feet, m := v.Feet(), &v.Self.Motion
	switch {
	case p.mode == 3: // down again, or off the pillar
		if v.Has(world.OnGround) && v.Self.At >= p.busyUntil {
			p.pause(v, 200, 500)
			p.breakBlock(v, feet.Below(), out)
		}
		return
	case p.mode == 2:
		p.keys = world.KeyForward
		p.hop(v, 20)
		return
	}
	p.keys = world.KeyJump
	high := m.Pos[world.AxisY]-int64(feet.Y)*world.Unit > world.Unit/50 //exact: a block times the unit
	if !high || v.Has(world.OnGround) || v.Self.At < p.busyUntil {
		return
	}
	if v.Player.Held().Count == 0 || !v.Player.Held().Block().Full() {
		p.holdAny(v, out)
	}
	if world.Blocks[v.Block(feet.Below())].Replaceable && p.place(v, feet.Below(), out) {
		p.pause(v, 120, 300)
	}
}

func (p *Player) digSand(v *perception.View, out *Intent) {
	p.keys = 0
	if v.Wet() || !p.goTo(v, p.Home, 10) {
		p.goTo(v, p.Home, 1)
		return
	}
	if p.decides(v, 700, 2500) {
		p.mode = p.rng.Below(6)
		p.yaw = uint16(p.rng.Uint64())
	}
	if p.continueBreaking(v, out) {
		return
	}
	if p.mode == 0 {
		p.keys = world.KeyForward
		p.hop(v, 12)
	}
	if v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 110, 450)
	feet := v.Feet()
	for range 5 {
		at := feet
		switch p.mode {
		case 1: // under
			at = feet.Below()
		case 2: // above
			at.Y += int32(p.rng.Between(2, 4))
			at.X += int32(p.rng.Between(-1, 1))
		default: // beside, the lowest first, so that columns fall
			at.X += int32(p.rng.Between(-2, 2))
			at.Z += int32(p.rng.Between(-2, 2))
			at.Y += int32(p.rng.Between(-1, 2))
		}
		b := v.Block(at)
		if p.mode >= 4 && world.Blocks[b].Replaceable {
			if !world.Blocks[v.Player.Held().Block()].Falls {
				p.holdFalling(v, out)
			}
			if p.place(v, at, out) {
				return
			}
			continue
		}
		if (world.Blocks[b].Falls || p.rng.OneIn(6)) && p.breakBlock(v, at, out) {
			return
		}
	}
}

// holdFalling selects sand or gravel, if there is some.
func (p *Player) holdFalling(v *perception.View, out *Intent) {
	for i := range world.HotbarSize {
		if s := v.Player.Slots[i]; s.Count > 0 && world.Blocks[s.Block()].Falls {
			out.Actions = append(out.Actions, selectSlot(i))
			return
		}
	}
}
