package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/world"
)

// Plumbers carry water: they scoop it where they find it and pour it where it runs on, build channels and gates for it, and open and shut
// these while it runs.

func (p *Player) plumb(v *perception.View, out *Intent) {
	if !p.readyToWork(v, out) {
		return
	}
	gates := p.devices(v, world.ClassGate, world.ClassTrapdoor, world.ClassDoor)
	switch k := p.rng.Below(12); {
	case k < 3:
		p.scoop(v, out)
	case k < 7:
		p.putUp(v, out, func(s world.Stack) bool { return actions.Placed(s) == world.Water })
	case k < 9 && len(gates) > 0:
		p.work(v, gates[p.rng.Below(len(gates))], out)
	case k < 11:
		p.furnish(v, out)
	default:
		at := world.Pos{X: p.Meet.X + int32(p.rng.Between(-3, 3)), Y: p.Meet.Y + int32(p.rng.Between(-1, 1)), Z: p.Meet.Z + int32(p.rng.Between(-3, 3))}
		p.breakBlock(v, at, out)
	}
}
