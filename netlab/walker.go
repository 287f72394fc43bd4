package netlab

import (
	"voxtide/actions"
	"voxtide/world"
)

// The walker turns, runs, jumps, sneaks, swims and climbs, and stays within a walk of its home.

const walkRange = 24 // blocks

func (p *Player) walk(v *view, out *Wish) {
	if p.travels {
		p.travel(v, out)
		return
	}
	if p.think(v, 120, 1500) {
		p.keys = p.gait()
		p.turn = 0
		switch p.luck.below(4) {
		case 0:
			p.yaw = uint16(p.luck.next())
		case 1:
			p.turn = p.luck.between(-900, 900)
		}
	}
	p.yaw += uint16(p.turn)
	p.hop(v, 40)
	if v.far(p.home, walkRange) && p.luck.one(8) {
		p.yaw, p.turn = v.towards(p.home), 0
	}
}

// gait draws a way to hold the keys.
func (p *Player) gait() world.Keys {
	switch p.luck.below(12) {
	case 0:
		return 0
	case 1:
		return world.KeyForward | world.KeySneak
	case 2:
		return world.KeyLeft
	case 3:
		return world.KeyRight | world.KeyForward
	case 4:
		return world.KeyBack
	case 5, 6, 7:
		return world.KeyForward | world.KeyRun
	}
	return world.KeyForward
}

// hop jumps now and then, always where something stops the body, and swims up.
func (p *Player) hop(v *view, rare int) {
	m := &v.self.Motion
	stuck := p.keys&world.KeyForward != 0 && m.Vel[world.AxisX] == 0 && m.Vel[world.AxisZ] == 0
	switch {
	case v.wet():
		p.keys |= world.KeyJump
	case stuck && p.luck.one(4):
		p.keys |= world.KeyJump
		if p.luck.one(4) {
			p.yaw += uint16(p.luck.between(8000, 24000))
		}
	case p.keys&world.KeyJump == 0 && p.luck.one(rare):
		p.keys |= world.KeyJump
	case p.keys&world.KeyJump != 0 && p.luck.one(6):
		p.keys &^= world.KeyJump
	}
}

// goTo walks to a place and tells whether it is within some blocks of it.
func (p *Player) goTo(v *view, to world.Vec, blocks int64) bool {
	if !v.far(to, blocks) {
		return true
	}
	if p.luck.one(10) {
		p.yaw = v.towards(to)
	}
	p.keys |= world.KeyForward
	p.hop(v, 60)
	return false
}

// tripLength is how far a traveller goes from home, in blocks: further than its client sees.
const tripLength = 90

// travel runs far to the east and back home; in creative mode it leaps now and then.
func (p *Player) travel(v *view, out *Wish) {
	to := p.home
	if p.mode == 0 {
		to[world.AxisX] += tripLength * world.Unit //exact: blocks times the unit
	}
	p.keys = world.KeyRun | p.keys&world.KeyJump
	if v.has(world.Creative) && p.luck.one(400) {
		at := to.Block()
		at.Y += int32(p.luck.below(20))
		out.Do = append(out.Do, actions.Action{Kind: actions.Goto, Pos: at, Aim: actions.Aim{8, 0, 8}})
	}
	if p.goTo(v, to, 4) {
		p.mode = 1 - p.mode
	}
}
