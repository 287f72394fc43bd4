package physics

import (
	"voxtide/timestream"
	"voxtide/world"
)

// stayOnEdge sets OnGround, and limits the horizontal velocity of a sneaking body so that it is supported after the span d,
// which ends at the next tick. before is its velocity until now: a body that is past an edge, and whose velocity was limited so
// that it is supported at the end of the span, keeps that velocity when the keys change.
func (c *blockReader) stayOnEdge(k *world.EntityInfo, m *world.Motion, p *surroundings, d timestream.Duration, before world.Vec) {
	had := m.Flags & world.OnGround
	m.Flags &^= world.OnGround
	if p.ground && m.Vel[y] <= 0 {
		m.Flags |= world.OnGround
	}
	if m.Keys&world.KeySneak == 0 || p.flying || p.ladder || p.wet || m.Vel[y] != 0 {
		return
	}
	if m.Flags&world.OnGround == 0 {
		// Between two supported positions a body may cut across a corner where nothing supports it.
		if had != 0 && before[y] == 0 && !c.supportedAfter(k, m, m.Vel[x], m.Vel[z], d) && c.supportedAfter(k, m, before[x], before[z], d) {
			m.Vel = before
			m.Flags |= world.OnGround
		}
		return
	}
	if c.supportedAfter(k, m, m.Vel[x], m.Vel[z], d) {
		return
	}
	vx := c.largestSupported(m.Vel[x], func(v int64) bool { return c.supportedAfter(k, m, v, 0, d) })
	m.Vel[z] = c.largestSupported(m.Vel[z], func(v int64) bool { return c.supportedAfter(k, m, vx, v, d) })
	m.Vel[x] = vx
}

// largestSupported returns the velocity farthest from 0, up to v, with which the body stays supported, given that it is at 0.
// It halves the range, so of several separate ranges of such velocities it may miss the last.
func (c *blockReader) largestSupported(v int64, right func(int64) bool) int64 {
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

// supportedAfter reports whether the body is supported after a span at a horizontal velocity.
func (c *blockReader) supportedAfter(k *world.EntityInfo, m *world.Motion, vx, vz int64, d timestream.Duration) bool {
	t := world.Motion{Pos: m.Pos, Vel: world.Vec{vx, 0, vz}}
	Continuous(c.w, k, &t, d)
	return c.supports(k, t.Pos)
}
