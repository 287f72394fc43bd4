package players

import (
	"voxtide/lab/perception"
	"voxtide/physics"
	"voxtide/world"
)

// Divers go into the pond west of their home and stay below until their breath is out and the water has taken some of their health, or
// all of it; then they come up for air, go ashore, and do it again. They do not eat.

// What a diver is at.
const (
	diverGoes = iota
	diverStays
	diverComesUp
)

// pondWest is how far west of home the middle of the pond is, in blocks.
const pondWest = 11

func (p *Player) dive(v *perception.View, out *Intent) {
	pond := p.Home
	pond[world.AxisX] -= pondWest * world.Unit //exact: blocks times the unit
	m := &v.Self.Motion
	below := world.Blocks[v.Block(physics.EyePos(m).Block())].Liquid
	switch p.mode {
	case diverGoes:
		p.keys &^= world.KeyJump
		if p.goTo(v, pond, 1) {
			p.keys = 0
			if p.rng.OneIn(20) { // the shore: on into the water
				p.yaw, p.keys = uint16(p.rng.Uint64()), world.KeyForward
			}
		}
		if v.Wet() {
			p.keys &^= world.KeyJump
		}
		if below && !v.Far(pond, 2) {
			p.mode, p.keys = diverStays, 0
			p.harmMax = m.Needs.Damage + uint8(p.rng.Between(1, 12))
		}
	case diverStays:
		if p.decides(v, 300, 2000) {
			switch p.keys = 0; {
			case v.Far(pond, 2):
				p.yaw, p.keys = v.Towards(pond), world.KeyForward
			case p.rng.OneIn(3):
				p.yaw, p.keys = uint16(p.rng.Uint64()), world.KeyForward|world.KeySneak
			}
		}
		if !below {
			p.mode = diverGoes
		} else if m.Needs.Damage >= p.harmMax {
			p.mode = diverComesUp
		}
	case diverComesUp:
		if p.goTo(v, p.Home, 3) {
			p.mode = diverGoes
		}
	}
}
