package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/timestream"
	"voxtide/world"
)

// place puts what is held into a cell, if that looks possible; false if it does not. A careless player does not look
// whether somebody stands there.
func (p *Player) place(v *perception.View, at world.Pos, out *Intent) bool {
	held := v.Player.Held()
	b, there := v.World.Block(at)
	if !there || held.Count == 0 || !world.Blocks[b].Replaceable || b == actions.Placed(held) {
		return false
	}
	if v.Blocked(at) && !p.rng.OneIn(20) {
		return false
	}
	from := p.rng.Below(world.FaceCount)
	f, ok := v.Support(at, from)
	if !ok {
		return false
	}
	a, ok := v.Aim(at, from)
	if !ok {
		return false
	}
	out.Actions = append(out.Actions, actions.Action{Kind: actions.Place, Pos: at, Face: f, Aim: a})
	return true
}

// breakBlock breaks a block, if it can be seen: at once in creative mode, else it begins to dig.
func (p *Player) breakBlock(v *perception.View, at world.Pos, out *Intent) bool {
	b, there := v.World.Block(at)
	info := &world.Blocks[b]
	if !there || b == world.Air || info.Liquid || info.Hardness < 0 || info.Hardness > 2*timestream.Second {
		return false
	}
	a, ok := v.Aim(at, p.rng.Below(world.FaceCount))
	if !ok {
		return false
	}
	kind := actions.StartBreak
	if v.Has(world.Creative) {
		kind = actions.FinishBreak
	} else {
		p.breaking = target{true, at, a}
	}
	out.Actions = append(out.Actions, actions.Action{Kind: kind, Pos: at, Aim: a})
	return true
}

// continueBreaking goes on with what is being dug; false when nothing is. Now and then a player gives up, and now and then one is
// too early.
func (p *Player) continueBreaking(v *perception.View, out *Intent) bool {
	if !p.breaking.on {
		return false
	}
	m := &v.Self.Motion
	if m.BreakingBlock == world.Air || m.BreakingPos != p.breaking.pos {
		p.breaking.on = false // refused, or somebody else was faster
		return false
	}
	done := v.Self.At.Sub(m.BreakingSince) >= m.BreakingBlock.BreakTime(v.Player.Held())
	switch {
	case done || p.rng.OneIn(400):
		out.Actions = append(out.Actions, actions.Action{Kind: actions.FinishBreak, Pos: p.breaking.pos, Aim: p.breaking.aim})
		p.breaking.on = false
	case p.rng.OneIn(300):
		out.Actions = append(out.Actions, actions.Action{Kind: actions.CancelBreak})
		p.breaking.on = false
	}
	return true
}

// holdAny takes a hotbar slot with something in it into the hand.
func (p *Player) holdAny(v *perception.View, out *Intent) {
	s := p.rng.Below(world.HotbarSize)
	for i := range world.HotbarSize {
		slot := (s + i) % world.HotbarSize
		if v.Player.Slots[slot].Count > 0 {
			if uint8(slot) != v.Player.Selected {
				out.Actions = append(out.Actions, actions.Action{Kind: actions.SelectSlot, Slot: uint8(slot)})
			}
			return
		}
	}
}

func selectSlot(i int) actions.Action {
	return actions.Action{Kind: actions.SelectSlot, Slot: uint8(i)}
}

// putUp places something of a kind at the meeting place; first it takes it into the hand. False if there is none, or no room for it.
func (p *Player) putUp(v *perception.View, out *Intent, kind func(world.Stack) bool) bool {
	if !kind(v.Player.Held()) {
		from := p.rng.Below(world.HotbarSize)
		for i := range world.HotbarSize {
			slot := (from + i) % world.HotbarSize
			if s := v.Player.Slots[slot]; s.Count > 0 && kind(s) {
				out.Actions = append(out.Actions, selectSlot(slot))
				return true
			}
		}
		return false
	}
	for range 6 {
		at := world.Pos{X: p.Meet.X + int32(p.rng.Between(-2, 2)), Y: p.Meet.Y + int32(p.rng.Between(-1, 1)), Z: p.Meet.Z + int32(p.rng.Between(-2, 2))}
		if p.place(v, at, out) {
			return true
		}
	}
	return false
}
