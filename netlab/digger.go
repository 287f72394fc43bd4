package netlab

import "voxtide/world"

// Jumpers build pillars under themselves and dig them away again. Diggers of sand dig beside, under and above
// themselves, let columns fall, and put sand where it falls.

func (p *Player) jump(v *view, out *Wish) {
	p.keys = 0
	if v.wet() || v.far(p.home, 12) {
		p.goTo(v, p.home, 4)
		return
	}
	if p.think(v, 1500, 4000) {
		p.mode = p.luck.below(4)
		p.yaw += uint16(p.luck.below(20000))
	}
	if p.digs(v, out) {
		return
	}
	feet, m := v.feet(), &v.self.Motion
	switch {
	case p.mode == 3: // down again, or off the pillar
		if v.has(world.OnGround) && v.self.At >= p.busy {
			p.pause(v, 200, 500)
			p.take(v, feet.Below(), out)
		}
		return
	case p.mode == 2:
		p.keys = world.KeyForward
		p.hop(v, 20)
		return
	}
	p.keys = world.KeyJump
	high := m.Pos[world.AxisY]-int64(feet.Y)*world.Unit > world.Unit/50 //exact: a block times the unit
	if !high || v.has(world.OnGround) || v.self.At < p.busy {
		return
	}
	if v.bag.Held().Count == 0 || !v.bag.Held().Block.Full() {
		p.hold(v, out)
	}
	if world.Blocks[v.block(feet.Below())].Replaceable && p.place(v, feet.Below(), out) {
		p.pause(v, 120, 300)
	}
}

func (p *Player) sand(v *view, out *Wish) {
	p.keys = 0
	if v.wet() || !p.goTo(v, p.home, 10) {
		p.goTo(v, p.home, 1)
		return
	}
	if p.think(v, 700, 2500) {
		p.mode = p.luck.below(6)
		p.yaw = uint16(p.luck.next())
	}
	if p.digs(v, out) {
		return
	}
	if p.mode == 0 {
		p.keys = world.KeyForward
		p.hop(v, 12)
	}
	if v.self.At < p.busy {
		return
	}
	p.pause(v, 110, 450)
	feet := v.feet()
	for range 5 {
		at := feet
		switch p.mode {
		case 1: // under
			at = feet.Below()
		case 2: // above
			at.Y += int32(p.luck.between(2, 4))
			at.X += int32(p.luck.between(-1, 1))
		default: // beside, the lowest first, so that columns come down
			at.X += int32(p.luck.between(-2, 2))
			at.Z += int32(p.luck.between(-2, 2))
			at.Y += int32(p.luck.between(-1, 2))
		}
		b := v.block(at)
		if p.mode >= 4 && world.Blocks[b].Replaceable {
			if !world.Blocks[v.bag.Held().Block].Falls {
				p.holdFalling(v, out)
			}
			if p.place(v, at, out) {
				return
			}
			continue
		}
		if (world.Blocks[b].Falls || p.luck.one(6)) && p.take(v, at, out) {
			return
		}
	}
}

// holdFalling takes sand or gravel into the hand, if there is some.
func (p *Player) holdFalling(v *view, out *Wish) {
	for i := range world.HotbarSlots {
		if s := v.bag.Slots[i]; s.Count > 0 && world.Blocks[s.Block].Falls {
			out.Do = append(out.Do, selectSlot(i))
			return
		}
	}
}
