package netlab

import (
	"voxtide/actions"
	"voxtide/world"
)

// Pumpers put sand, as fast as they may, into a cell through which the sand before it falls, beside a wall that they build. They
// do not look whether something falls there: that is refused, and must be refused alike on both sides.

func (p *Player) pump(v *view, out *Wish) {
	p.keys = 0
	if v.wet() || !p.goTo(v, p.home, 1) {
		return
	}
	if p.digs(v, out) || v.self.At < p.busy {
		return
	}
	p.pause(v, 40, 130)
	at := p.home.Block()
	cell := world.Pos{X: at.X + 1, Y: at.Y + 2, Z: at.Z}
	for y := range int32(3) { // the wall
		q := world.Pos{X: cell.X, Y: at.Y + y, Z: at.Z + 1}
		if !v.block(q).Full() {
			if !v.bag.Held().Block.Full() || world.Blocks[v.bag.Held().Block].Falls {
				p.holdSolid(v, out)
			} else if !p.place(v, q, out) {
				p.take(v, q, out)
			}
			return
		}
	}
	if b := v.block(cell); !world.Blocks[b].Replaceable { // the cell is full: from below, so that all of it falls
		for y := at.Y; y <= cell.Y; y++ {
			if q := (world.Pos{X: cell.X, Y: y, Z: cell.Z}); p.take(v, q, out) {
				return
			}
		}
		return
	}
	if !world.Blocks[v.bag.Held().Block].Falls {
		p.holdFalling(v, out)
		return
	}
	f, ok := v.support(cell, p.luck.below(world.Faces))
	if a, sees := v.aim(cell, p.luck.below(world.Faces)); ok && sees {
		out.Do = append(out.Do, actions.Action{Kind: actions.Place, Pos: cell, Face: f, Aim: a})
	}
}

// holdSolid takes a whole block that does not fall into the hand, if there is one.
func (p *Player) holdSolid(v *view, out *Wish) {
	for i := range world.HotbarSlots {
		if s := v.bag.Slots[i]; s.Count > 0 && s.Block.Full() && !world.Blocks[s.Block].Falls {
			out.Do = append(out.Do, selectSlot(i))
			return
		}
	}
}
