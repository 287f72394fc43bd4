package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/world"
)

// Sand pumpers put sand, as fast as they may, into a cell through which the sand before it falls, beside a wall that
// they build. They do not look whether a block is falling there: that is refused, and must be refused alike on both
// sides.

func (p *Player) pump(v *perception.View, out *Intent) {
	p.keys = 0
	if v.Wet() || !p.goTo(v, p.Home, 1) {
		return
	}
	if p.continueBreaking(v, out) || v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 40, 130)
	at := p.Home.Block()
	cell := world.Pos{X: at.X + 1, Y: at.Y + 2, Z: at.Z}
	for y := range int32(3) { // the wall
		q := world.Pos{X: cell.X, Y: at.Y + y, Z: at.Z + 1}
		if !v.Block(q).Full() {
			if !v.Player.Held().Block().Full() || world.Blocks[v.Player.Held().Block()].Falls {
				p.holdSolid(v, out)
			} else if !p.place(v, q, out) {
				p.breakBlock(v, q, out)
			}
			return
		}
	}
	if b := v.Block(cell); !world.Blocks[b].Replaceable { // the cell is full: dig from below, so that all of it falls
		for y := at.Y; y <= cell.Y; y++ {
			if q := (world.Pos{X: cell.X, Y: y, Z: cell.Z}); p.breakBlock(v, q, out) {
				return
			}
		}
		return
	}
	if !world.Blocks[v.Player.Held().Block()].Falls {
		p.holdFalling(v, out)
		return
	}
	f, ok := v.Support(cell, p.rng.Below(world.FaceCount))
	if a, sees := v.Aim(cell, p.rng.Below(world.FaceCount)); ok && sees {
		out.Actions = append(out.Actions, actions.Action{Kind: actions.Place, Pos: cell, Face: f, Aim: a})
	}
}

// holdSolid selects a full block that does not fall, if there is one.
func (p *Player) holdSolid(v *perception.View, out *Intent) {
	for i := range world.HotbarSize {
		if s := v.Player.Slots[i]; s.Count > 0 && s.Block().Full() && !world.Blocks[s.Block()].Falls {
			out.Actions = append(out.Actions, selectSlot(i))
			return
		}
	}
}

// Dam breakers live on a ledge before a dam. They dig it and mend it, pour water, dig and build in what comes, walk into it, and come
// back when it has swept them away.

func (p *Player) breakDams(v *perception.View, out *Intent) {
	p.keys = 0
	if v.Far(p.Home, 9) {
		p.goTo(v, p.Home, 2)
		return
	}
	if p.continueBreaking(v, out) {
		return
	}
	if p.decides(v, 800, 2500) {
		p.mode = p.rng.Below(6)
		p.yaw = uint16(p.rng.Uint64())
	}
	if p.mode == 0 {
		p.keys = world.KeyForward
	}
	p.hop(v, 30)
	if v.Self.At < p.busyUntil {
		return
	}
	p.pause(v, 110, 450)
	feet := v.Feet()
	for range 6 {
		at := world.Pos{X: feet.X + int32(p.rng.Between(-4, 3)), Y: feet.Y + int32(p.rng.Between(-1, 2)), Z: feet.Z + int32(p.rng.Between(-3, 3))}
		if p.rng.OneIn(2) {
			at = world.Pos{X: p.Meet.X, Y: p.Meet.Y + int32(p.rng.Between(-1, 2)), Z: feet.Z + int32(p.rng.Between(-2, 2))}
		}
		if p.mode >= 3 {
			if p.holdFor(v, out, p.mode); p.place(v, at, out) {
				return
			}
		} else if p.breakBlock(v, at, out) {
			return
		}
	}
}

// holdFor selects what is built with in a mode: what is solid, what falls, or water.
func (p *Player) holdFor(v *perception.View, out *Intent, mode int) {
	held := v.Player.Held().Block()
	switch {
	case mode == 3 && (!held.Full() || world.Blocks[held].Falls):
		p.holdSolid(v, out)
	case mode == 4 && !world.Blocks[held].Falls:
		p.holdFalling(v, out)
	case mode == 5 && held != world.Water:
		for i := range world.HotbarSize {
			if v.Player.Slots[i].Count > 0 && v.Player.Slots[i].Block() == world.Water {
				out.Actions = append(out.Actions, selectSlot(i))
				return
			}
		}
	}
}
