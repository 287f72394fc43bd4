package players

import (
	"voxtide/actions"
	"voxtide/lab/perception"
	"voxtide/world"
)

// Daredevils run and jump where it hurts, dive, eat when they are hungry, and take their things back out of their cairns.

func (p *Player) dare(v *perception.View, out *Intent) {
	m := &v.Self.Motion
	if p.continueBreaking(v, out) {
		p.keys = 0
		return
	}
	if p.decides(v, 200, 1800) {
		p.keys = p.randomKeys()
		switch p.yaw, p.turn = uint16(p.rng.Uint64()), 0; {
		case p.rng.OneIn(4) || v.Far(p.Home, walkRange):
			p.yaw = v.Towards(p.Home)
		case p.rng.OneIn(6): // to the pond
			p.yaw = 3<<14 + uint16(p.rng.Between(-2000, 2000))
		case p.rng.OneIn(6): // to the lava
			at := p.Home
			at[world.AxisX], at[world.AxisZ] = at[world.AxisX]-3*world.Unit, at[world.AxisZ]+7*world.Unit //exact: blocks times the unit
			p.yaw = v.Towards(at)
		case p.rng.OneIn(2): // to the cliffs
			p.yaw = 1<<14 + uint16(p.rng.Between(-4000, 4000))
		}
		if p.rng.OneIn(3) {
			p.keys |= world.KeyJump
		}
		if p.mode != 0 || !v.Wet() || p.rng.OneIn(40) {
			p.mode = p.rng.Below(2) // 0: it dives, and stays below
		}
	}
	if v.Wet() && p.mode != 0 {
		p.keys |= world.KeyJump
	}
	if v.Self.At < p.busyUntil {
		return
	}
	switch {
	case m.Needs.Eating != 0:
		p.finishEating(v, out)
	case p.digOutCairn(v, out):
	case m.Needs.Hunger > 2 && p.rng.OneIn(20):
		p.eat(v, out)
	}
}

// eat takes food into the hand, and begins to eat it. Now and then it is not food.
func (p *Player) eat(v *perception.View, out *Intent) {
	if p.rng.OneIn(10) {
		out.Actions = append(out.Actions, actions.Action{Kind: actions.StartEat})
		return
	}
	if held := v.Player.Held(); held.Count > 0 && held.Item.Info().Food > 0 {
		out.Actions = append(out.Actions, actions.Action{Kind: actions.StartEat})
		return
	}
	for i := range world.HotbarSize {
		if s := v.Player.Slots[i]; s.Count > 0 && s.Item.Info().Food > 0 {
			out.Actions = append(out.Actions, actions.Action{Kind: actions.SelectSlot, Slot: uint8(i)})
			return
		}
	}
}

// finishEating has eaten when it is time; now and then it is too early, or gives up.
func (p *Player) finishEating(v *perception.View, out *Intent) {
	switch {
	case v.Self.At.Sub(v.Self.Motion.Needs.EatingSince) >= actions.EatTime, p.rng.OneIn(300):
		out.Actions = append(out.Actions, actions.Action{Kind: actions.FinishEat})
		p.pause(v, 60, 400)
	case p.rng.OneIn(400):
		out.Actions = append(out.Actions, actions.Action{Kind: actions.CancelEat})
	}
}

// digOutCairn breaks a cairn in reach, or takes something out of it, and reports whether there is one; others' are tried, too.
func (p *Player) digOutCairn(v *perception.View, out *Intent) bool {
	feet := v.Feet()
	for i := range int32(5 * 5 * 5) {
		at := world.Pos{X: feet.X + i%5 - 2, Y: feet.Y + i/25 - 2, Z: feet.Z + i/5%5 - 2}
		if v.Block(at).Class() != world.ClassCairn || p.rng.OneIn(3) {
			continue
		}
		if p.rng.OneIn(2) {
			return p.breakBlock(v, at, out)
		}
		for slot := range v.Block(at).BoxSlots() {
			if holds := shownSlot(v, at, slot); holds.Count > 0 {
				p.takeOut(v, out, at, slot, holds)
				p.pause(v, 100, 600)
				return true
			}
		}
	}
	return false
}
