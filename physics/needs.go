package physics

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// What a fall costs is counted from the tick at which the body begins to sink to the one after it has been stopped, or to a change of
// keys on the ground, whichever is first, so that no jump on landing takes it away.

const (
	// safeFall is how many blocks a body falls unharmed.
	safeFall = 3
	// fellUnit is the unit of FellFrom.
	fellUnit = sixteenth
)

func height(m *world.Motion) int32 { return int32(world.FloorDiv(m.Pos[y], fellUnit)) }

// Land is the part of a body's discrete update before it moves: a fall that something stopped since the last tick ends, and harms.
func Land(w *world.World, m *world.Motion, tick timestream.Time) {
	if m.Flags&world.Falling == 0 || m.Vel[y] < 0 || m.Flags&world.Suspended != 0 {
		return
	}
	c := blockReader{w: w, at: tick}
	c.land(m)
}

// land ends a fall on the ground. Water and ladders take it up.
func (c *blockReader) land(m *world.Motion) {
	if m.Flags&world.Falling == 0 {
		return
	}
	blocks := int(m.Needs.FellFrom-height(m)) / 16
	stopFalling(m)
	g := c.w.Rules()
	if feet := m.Pos.Block(); blocks > safeFall && g.Falls && !c.liquidAt(feet) && !c.block(feet).Info().Climbable && !faults.Active(faults.FallsAreSoft) {
		m.Needs.Harm(g.Difficulty.Harm(blocks - safeFall))
	}
}

func stopFalling(m *world.Motion) {
	m.Flags &^= world.Falling
	m.Needs.FellFrom = 0
}

// fall begins a fall, or ends one that nothing stops hard: in water, on a ladder, in flight.
func (c *blockReader) fall(k *world.EntityInfo, m *world.Motion) {
	switch sinks := m.Vel[y] < 0; {
	case m.Flags&world.Falling == 0 && !sinks:
	case !sinks:
		c.land(m)
	default:
		p := c.surroundings(k, m)
		if free := !p.flying && !p.wet && !p.ladder; !free {
			stopFalling(m)
		} else if m.Flags&world.Falling == 0 {
			m.Flags |= world.Falling
			m.Needs.FellFrom = height(m)
		}
	}
}

const (
	mendEvery  = 4 * timestream.Second  // heals, or starves, by one
	mendFood   = 14                     // more food than this heals
	mendCost   = 12 * timestream.Second // of time to the next hunger, when a body has healed by one
	drownEvery = timestream.Second
	drownHarm  = 2
	touchEvery = 500 * timestream.Millisecond
)

// Live is the part of a body's discrete update, after it has moved, that its needs take: falling, breath, what it touches, hunger and
// healing. The rules of the world say which of them count. Nothing of it changes while a whole body stands or walks on.
func Live(w *world.World, k *world.EntityInfo, m *world.Motion, tick timestream.Time) {
	g := w.Rules()
	switch {
	case m.Flags&world.Suspended != 0:
		return
	case m.Flags&world.Creative != 0 || g.Difficulty == world.Peaceful:
		if m.Needs.Damage != 0 || m.Needs.HungryAt != 0 || m.Needs.BreathTo != 0 || m.Flags&world.Falling != 0 {
			eating, since := m.Needs.Eating, m.Needs.EatingSince
			m.Flags &^= world.Falling
			m.Needs = world.Needs{Eating: eating, EatingSince: since}
		}
		return
	}
	c := blockReader{w: w, at: tick}
	c.fall(k, m)
	if m.Needs.AtBrink() {
		return
	}
	c.breathe(g.Difficulty, m, tick)
	c.touch(g.Difficulty, k, m, tick)
	if g.Hunger {
		hunger(m, tick)
	} else {
		m.Needs.Hunger, m.Needs.HungryAt = 0, 0
	}
	mend(g.Difficulty, m, tick)
}

// breathe counts the breath of a body whose eye is below water, and drowns it when that is out.
func (c *blockReader) breathe(d world.Difficulty, m *world.Motion, tick timestream.Time) {
	n := &m.Needs
	switch eye := EyePos(m).Block(); {
	case !c.liquidAt(eye):
		n.BreathTo = 0
	case n.BreathTo == 0:
		n.BreathTo = tick.Add(world.BreathLength)
	case tick >= n.BreathTo && !faults.Active(faults.BreathLasts):
		n.Harm(d.Harm(drownHarm))
		n.BreathTo = tick.Add(drownEvery)
	}
}

// touch harms a body by the worst that it touches: that it is in, or whose boxes are beside its own.
func (c *blockReader) touch(d world.Difficulty, k *world.EntityInfo, m *world.Motion, tick timestream.Time) {
	if m.Needs.TouchesAt > tick {
		return
	}
	b := bodyBox(k, m.Pos)
	near := b
	for i := range near.lo {
		near.lo[i] -= sixteenth / 2
		near.hi[i] += sixteenth / 2
	}
	worst := uint8(0)
	s := near.cellRange()
	for py := s.lo[y]; py <= s.hi[y]; py++ {
		for pz := s.lo[z]; pz <= s.hi[z]; pz++ {
			for px := s.lo[x]; px <= s.hi[x]; px++ {
				at := world.Pos{X: px, Y: py, Z: pz}
				info := c.block(at).Info()
				if info.Harm <= worst {
					continue
				}
				if boxes := info.Shape.Boxes(); len(boxes) == 0 {
					if cell := obstacle(px, py, pz, &world.Box{Hi: [3]int8{16, 16, 16}}); cell.overlaps(&b) {
						worst = info.Harm
					}
				} else {
					for i := range boxes {
						if o := obstacle(px, py, pz, &boxes[i]); o.overlaps(&near) {
							worst = info.Harm
						}
					}
				}
			}
		}
	}
	if worst > 0 {
		m.Needs.Harm(d.Harm(int(worst)))
		m.Needs.TouchesAt = tick.Add(touchEvery)
	}
}

// hunger takes food when it is due.
func hunger(m *world.Motion, tick timestream.Time) {
	n := &m.Needs
	if n.HungryAt > tick {
		return
	}
	if n.HungryAt != 0 {
		n.Hunger = min(n.Hunger+1, world.FoodMax)
	}
	n.HungryAt = tick.Add(hungerEvery(m.Keys))
}

// hungerEvery returns how long one food lasts a body that holds keys.
func hungerEvery(keys world.Keys) timestream.Duration {
	switch moves := keys&(world.KeyForward|world.KeyBack|world.KeyLeft|world.KeyRight|world.KeyJump) != 0; {
	case !moves:
		return 150 * timestream.Second
	case keys&world.KeySprint != 0:
		return 30 * timestream.Second
	}
	return 75 * timestream.Second
}

// changeEffort makes hunger come at the rate of other keys from an instant on.
func changeEffort(m *world.Motion, keys world.Keys, at timestream.Time) {
	n := &m.Needs
	if left := n.HungryAt.Sub(at); n.HungryAt != 0 && left > 0 {
		was, is := hungerEvery(m.Keys), hungerEvery(keys)
		n.HungryAt = at.Add(left * is / was) //exact: seconds of microseconds, below 2^58
	}
}

// mend heals a body that has eaten enough, or starves one that has eaten nothing, when that is due.
func mend(d world.Difficulty, m *world.Motion, tick timestream.Time) {
	n := &m.Needs
	heals := n.Damage > 0 && n.Food() > mendFood
	starves := n.Food() == 0 && n.Health() > starvedHealth(d)
	switch {
	case !heals && !starves:
		n.MendsAt = 0
		return
	case n.MendsAt == 0:
	case n.MendsAt > tick:
		return
	case heals && !faults.Active(faults.HealsTwice):
		n.Damage--
	case heals:
		n.Damage -= min(n.Damage, 2)
	default:
		n.Harm(1)
	}
	if heals && n.MendsAt != 0 && n.HungryAt != 0 {
		n.HungryAt = n.HungryAt.Add(-mendCost)
	}
	n.MendsAt = tick.Add(mendEvery)
}

// starvedHealth returns the health at which hunger stops.
func starvedHealth(d world.Difficulty) int {
	switch d {
	case world.Easy:
		return world.HealthMax / 2
	case world.Hard:
		return 0
	}
	return 1
}
