package netlab

import (
	"voxtide/lab/perception"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// perils is what bodies suffered.
type perils struct {
	PerilsResult
	diedAt map[timestream.Stream]timestream.Time // when players died first
}

// body is what is noted of a body in each frame.
type body struct {
	needs   world.Needs
	falling bool
}

// note follows the needs that a client shows, from those that it showed last, which it replaces.
func (p *perils) note(v *perception.View, last *body) {
	m := &v.Self.Motion
	is, was := &m.Needs, &last.needs
	if is.Damage > was.Damage {
		p.Harmed += int(is.Damage - was.Damage)
		if p.HarmBy == nil {
			p.HarmBy = map[string]int{}
		}
		for _, by := range harms {
			if by.by(v, m, last) {
				p.HarmBy[by.name]++
			}
		}
	} else {
		p.Healed += int(was.Damage - is.Damage)
	}
	*last = body{*is, m.Flags&world.Falling != 0}
}

// harms tells by what a body lost health between two frames, maybe by several at once: each moves an instant of its own.
var harms = []struct {
	name string
	by   func(v *perception.View, m *world.Motion, last *body) bool
}{
	{"water", func(_ *perception.View, m *world.Motion, last *body) bool {
		longer := m.Needs.BreathTo.Sub(last.needs.BreathTo)
		return last.needs.BreathTo != 0 && m.Needs.BreathTo != 0 && longer > 0 && longer%timestream.Second == 0
	}},
	{"fall", func(_ *perception.View, m *world.Motion, last *body) bool {
		return last.falling && m.Flags&world.Falling == 0 && m.Needs.Damage-last.needs.Damage != 0 && m.Flags&world.OnGround != 0
	}},
	{"lava", func(v *perception.View, m *world.Motion, last *body) bool {
		return m.Needs.TouchesAt != last.needs.TouchesAt && nearHarm(v, m, true)
	}},
	{"cactus", func(v *perception.View, m *world.Motion, last *body) bool {
		return m.Needs.TouchesAt != last.needs.TouchesAt && nearHarm(v, m, false)
	}},
	{"hunger", func(_ *perception.View, m *world.Motion, last *body) bool {
		return m.Needs.Hunger == world.FoodMax && m.Needs.MendsAt != last.needs.MendsAt
	}},
}

// nearHarm reports whether a block that harms is beside a body, or in it: a liquid one, or another.
func nearHarm(v *perception.View, m *world.Motion, liquid bool) bool {
	feet, eye := m.Pos.Block(), physics.EyePos(m).Block()
	for y := feet.Y - 1; y <= eye.Y; y++ {
		for i := range int32(9) {
			if info := v.Block(world.Pos{X: feet.X + i%3 - 1, Y: y, Z: feet.Z + i/3 - 1}).Info(); info.Harm > 0 && info.Liquid == liquid {
				return true
			}
		}
	}
	return false
}

// PerilsResult is what bodies suffered.
type PerilsResult struct {
	Deaths int            `json:"deaths"`
	Harmed int            `json:"harmed"` // health lost in all that clients showed
	Healed int            `json:"healed"`
	HarmBy map[string]int `json:"harm_by,omitempty"` // frames in which health was lost, by what harmed: water, fall, lava, cactus, hunger
}
