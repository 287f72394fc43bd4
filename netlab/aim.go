package netlab

import (
	"voxtide/actions"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// reach is how far players try to reach, in 1/1024 block: a little less than they may.
const reach = 5*1024 - 64

// faceAim is the middle of each face of a cell.
var faceAim = [world.Faces]actions.Aim{
	world.Down: {8, 0, 8}, world.Up: {8, 16, 8}, world.North: {8, 8, 0}, world.South: {8, 8, 16},
	world.West: {0, 8, 8}, world.East: {16, 8, 8},
}

// aim finds a face of a cell whose middle can be seen from the eye. It begins to look at a face of chance, so that not
// all take the same.
func (v *view) aim(p world.Pos, from int) (actions.Aim, bool) {
	eye := physics.Eye(&v.self.Motion)
	if !physics.Within(eye, p, reach) {
		return actions.Aim{}, false
	}
	for i := range world.Faces {
		a := faceAim[(i+from)%world.Faces]
		if physics.Sight(v.w, eye, a.Point(p), p) {
			return a, true
		}
	}
	return actions.Aim{}, false
}

// support finds a face of an empty cell behind which there is something to build against.
func (v *view) support(p world.Pos, from int) (world.Face, bool) {
	for i := range world.Faces {
		f := world.Face((i + from) % world.Faces)
		if b, there := v.w.Block(p.Next(f)); there && !world.Blocks[b].Replaceable {
			return f, true
		}
	}
	return 0, false
}

// blocked reports whether a body that hinders stands in a cell, or something falls through it.
func (v *view) blocked(p world.Pos) bool {
	full := world.Stone.Boxes()
	for i := range v.w.StreamCount() {
		for _, s := range v.w.Awake(v.w.StreamAt(i).Stream) {
			e := v.w.Entity(s)
			if !world.Kinds[e.Kind].Hinders && e.Kind != world.KindFalling {
				continue
			}
			if lo, hi := e.Box(); world.Overlaps(lo, hi, p, full) {
				return true
			}
		}
	}
	return false
}

// place puts what is held into a cell, if that looks possible; false if it does not. A careless player does not look
// whether somebody stands there.
func (p *Player) place(v *view, at world.Pos, out *Wish) bool {
	held := v.bag.Held()
	b, there := v.w.Block(at)
	if !there || held.Count == 0 || !world.Blocks[b].Replaceable || b == held.Block {
		return false
	}
	if v.blocked(at) && !p.luck.one(20) {
		return false
	}
	from := p.luck.below(world.Faces)
	f, ok := v.support(at, from)
	if !ok {
		return false
	}
	a, ok := v.aim(at, from)
	if !ok {
		return false
	}
	out.Do = append(out.Do, actions.Action{Kind: actions.Place, Pos: at, Face: f, Aim: a})
	return true
}

// target is a block that is being dug.
type target struct {
	on  bool
	pos world.Pos
	aim actions.Aim
}

// take breaks a block, if it can be seen: at once in creative mode, else it begins to dig.
func (p *Player) take(v *view, at world.Pos, out *Wish) bool {
	b, there := v.w.Block(at)
	info := &world.Blocks[b]
	if !there || b == world.Air || info.Liquid || info.Hardness < 0 || info.Hardness > 2*timestream.Second {
		return false
	}
	a, ok := v.aim(at, p.luck.below(world.Faces))
	if !ok {
		return false
	}
	kind := actions.Dig
	if v.has(world.Creative) {
		kind = actions.Dug
	} else {
		p.dig = target{true, at, a}
	}
	out.Do = append(out.Do, actions.Action{Kind: kind, Pos: at, Aim: a})
	return true
}

// digs goes on with what is being dug; false when nothing is. Now and then a player gives up, and now and then one is
// too early.
func (p *Player) digs(v *view, out *Wish) bool {
	if !p.dig.on {
		return false
	}
	m := &v.self.Motion
	if m.DigBlock == world.Air || m.DigPos != p.dig.pos {
		p.dig.on = false // refused, or somebody else was faster
		return false
	}
	done := v.self.At.Sub(m.DigAt) >= world.Blocks[m.DigBlock].Hardness
	switch {
	case done || p.luck.one(400):
		out.Do = append(out.Do, actions.Action{Kind: actions.Dug, Pos: p.dig.pos, Aim: p.dig.aim})
		p.dig.on = false
	case p.luck.one(300):
		out.Do = append(out.Do, actions.Action{Kind: actions.Undig})
		p.dig.on = false
	}
	return true
}

// hold takes a hotbar slot with something in it into the hand.
func (p *Player) hold(v *view, out *Wish) {
	s := p.luck.below(world.HotbarSlots)
	for i := range world.HotbarSlots {
		slot := (s + i) % world.HotbarSlots
		if v.bag.Slots[slot].Count > 0 {
			if uint8(slot) != v.bag.Selected {
				out.Do = append(out.Do, actions.Action{Kind: actions.Select, Slot: uint8(slot)})
			}
			return
		}
	}
}

func selectSlot(i int) actions.Action {
	return actions.Action{Kind: actions.Select, Slot: uint8(i)}
}
