package physics

import (
	"voxtide/timestream"
	"voxtide/world"
)

// stay sets OnGround, and cuts the horizontal velocity of a sneaking body so that it is supported after the span d,
// which ends at the next mark. before is the velocity that it had: where it was cut for the same end already, and the
// body is past an edge on its way to it, a kick leaves it.
func (c *cells) stay(k *world.EntityInfo, m *world.Motion, p *place, d timestream.Duration, before world.Vec) {
	had := m.Flags & world.OnGround
	m.Flags &^= world.OnGround
	if p.ground && m.Vel[y] <= 0 {
		m.Flags |= world.OnGround
	}
	if m.Keys&world.KeySneak == 0 || p.flying || p.ladder || p.wet || m.Vel[y] != 0 {
		return
	}
	if m.Flags&world.OnGround == 0 {
		// Between two ends on its support a body may cut across a corner of the air.
		if had != 0 && before[y] == 0 && !c.ends(k, m, m.Vel[x], m.Vel[z], d) && c.ends(k, m, before[x], before[z], d) {
			m.Vel = before
			m.Flags |= world.OnGround
		}
		return
	}
	if c.ends(k, m, m.Vel[x], m.Vel[z], d) {
		return
	}
	vx := c.most(m.Vel[x], func(v int64) bool { return c.ends(k, m, v, 0, d) })
	m.Vel[z] = c.most(m.Vel[z], func(v int64) bool { return c.ends(k, m, vx, v, d) })
	m.Vel[x] = vx
}

// most returns the velocity furthest from 0, up to v, that is right, given that 0 is. It halves, so among islands of
// right ones it may miss the last.
func (c *cells) most(v int64, right func(int64) bool) int64 {
	if right(v) {
		return v
	}
	good, bad := int64(0), v
	for bad-good > 1 || good-bad > 1 {
		if mid := good + (bad-good)/2; right(mid) {
			good = mid
		} else {
			bad = mid
		}
	}
	return good
}

// ends tells whether the body is supported after a span at a horizontal velocity.
func (c *cells) ends(k *world.EntityInfo, m *world.Motion, vx, vz int64, d timestream.Duration) bool {
	t := world.Motion{Pos: m.Pos, Vel: world.Vec{vx, 0, vz}}
	Continuous(c.w, k, &t, d)
	return c.supports(k, t.Pos)
}
