package players

import (
	"math"

	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// Walkers turn, run, jump, sneak, swim and climb, and stay near their home.

const walkRange = 24 // blocks

func (p *Player) walk(v *perception.View, out *Intent) {
	if p.Travels {
		p.travel(v, out)
		return
	}
	if p.decides(v, 120, 1500) {
		p.keys = p.randomKeys()
		p.turn = 0
		switch p.rng.Below(4) {
		case 0:
			p.yaw = uint16(p.rng.Uint64())
		case 1:
			p.turn = p.rng.Between(-900, 900)
		}
	}
	p.yaw += uint16(p.turn)
	p.hop(v, 40)
	if v.Far(p.Home, walkRange) && p.rng.OneIn(8) {
		p.yaw, p.turn = v.Towards(p.Home), 0
	}
}

// randomKeys draws a combination of movement keys.
func (p *Player) randomKeys() world.Keys {
	switch p.rng.Below(12) {
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
		return world.KeyForward | world.KeySprint
	}
	return world.KeyForward
}

// hop jumps now and then, more often where something stops the avatar, and swims up.
func (p *Player) hop(v *perception.View, rare int) {
	m := &v.Self.Motion
	stuck := p.keys&world.KeyForward != 0 && m.Vel[world.AxisX] == 0 && m.Vel[world.AxisZ] == 0
	switch {
	case v.Wet():
		p.keys |= world.KeyJump
	case stuck && p.rng.OneIn(4):
		p.keys |= world.KeyJump
		if p.rng.OneIn(4) {
			p.yaw += uint16(p.rng.Between(8000, 24000))
		}
	case p.keys&world.KeyJump == 0 && p.rng.OneIn(rare):
		p.keys |= world.KeyJump
	case p.keys&world.KeyJump != 0 && p.rng.OneIn(6):
		p.keys &^= world.KeyJump
	}
}

// goTo walks towards a place, and reports whether it is within some blocks.
func (p *Player) goTo(v *perception.View, to world.Vec, blocks int64) bool {
	if !v.Far(to, blocks) {
		return true
	}
	if p.rng.OneIn(10) {
		p.yaw = v.Towards(to)
	}
	p.keys |= world.KeyForward
	p.hop(v, 60)
	return false
}

// tripLength is how far a traveller goes from home, in blocks: beyond its client's view.
const tripLength = 90

// travel runs far to the east and back home; in creative mode it teleports now and then.
func (p *Player) travel(v *perception.View, out *Intent) {
	to := p.Home
	if p.mode == 0 {
		to[world.AxisX] += tripLength * world.Unit //exact: blocks times the unit
	}
	p.keys = world.KeySprint | p.keys&world.KeyJump
	if v.Has(world.Creative) && p.rng.OneIn(400) {
		at := to.Block()
		at.Y += int32(p.rng.Below(20))
		out.Actions = append(out.Actions, actions.Action{Kind: actions.Teleport, Pos: at, Aim: actions.Aim{8, 0, 8}})
	}
	if p.goTo(v, to, 4) {
		p.mode = 1 - p.mode
	}
}

// Strikers walk about and swing at the first player near them, where their clients show that one; some swings are badly aimed.
func (p *Player) strike(v *perception.View, out *Intent) {
	p.walk(v, out)
	if v.Far(p.Home, 4) && p.rng.OneIn(6) {
		p.yaw, p.turn = v.Towards(p.Home), 0
	}
	if v.Self.At < p.busyUntil {
		return
	}
	eye := physics.EyePos(&v.Self.Motion)
	for i := range v.World.StreamCount() {
		of := v.World.StreamAt(i).Stream
		slot := v.World.Find(world.AvatarID(of))
		if of == v.Stream || of == timestream.Server || slot == world.NoEntity {
			continue
		}
		var d [3]float64
		at := v.World.Entity(slot).Motion.Pos
		at[world.AxisY] += world.Unit
		for a := range d {
			d[a] = float64(at[a]-eye[a]) / float64(world.Unit)
		}
		level := math.Hypot(d[0], d[2])
		if level > 5 || math.Abs(d[1]) > 4 {
			continue
		}
		p.pause(v, 150, 600)
		out.Actions = append(out.Actions, actions.Action{Kind: actions.Hit, Target: world.AvatarID(of),
			Yaw:   uint16(int(math.Atan2(d[0], -d[2])/(2*math.Pi)*65536) + p.rng.Between(-900, 900)),
			Pitch: int16(math.Atan2(d[1], level) / (2 * math.Pi) * 65536)})
		return
	}
}
