package physics

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Fall is the update of a falling block or an item at a tick: upwards out of anything solid, then gravity and drag, or
// rest on the ground. It reports whether the body is supported and at rest. A Suspended body only loses KeysApplied.
func Fall(w *world.World, k *world.EntityInfo, m *world.Motion, tick timestream.Time) (rests bool) {
	m.Flags &^= world.KeysApplied
	if m.Flags&world.Suspended != 0 {
		return false
	}
	c := blockReader{w: w, at: tick}
	if !c.isFree(k, m.Pos) {
		if up, _, ok := c.slide(k, m.Pos, y, 1, pushFar); ok {
			push(m, up, y)
		}
	}
	p := c.surroundings(k, m)
	m.Flags &^= world.OnGround
	switch {
	case p.ground:
		m.Flags |= world.OnGround
		m.Vel[y] = 0
	case p.wet:
		m.Vel[y] = m.Vel[y]*waterDrag/100 - 2*sinkAccel
	default:
		m.Vel[y] = fallVelocity(m.Vel[y])
	}
	c.steer(k, m, &p, 0, 0)
	m.BlockedVel = [2]int64{}
	clampSpeed(&m.Vel)
	return p.ground && m.Vel == (world.Vec{})
}
