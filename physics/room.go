package physics

import "voxtide/world"

// Distances, in position units.
const (
	stepMax  = 6 * unit / 10
	pushNear = 3 * unit / 2
	pushFar  = 8 * unit
)

func (c *cells) block(p world.Pos) world.Block {
	q := p.Section()
	if !c.has || q != c.pos {
		c.turn(q)
	}
	if c.sec == nil {
		return world.Air
	}
	return c.sec.Get(p.Index())
}

// free is Free.
func (c *cells) free(k *world.EntityInfo, pos world.Vec) bool {
	b := bodyBox(k, pos)
	return c.clear(&b)
}

// stepUp lifts a body that a plane stopped since the last mark onto what stopped it, if that is a step of at most
// 0.6 block, the controls still ask to go there and there is room. The body gets back what it lost, and stands on
// the step by one unit.
func (c *cells) stepUp(k *world.EntityInfo, m *world.Motion, wx, wz int64) {
	toX, toZ := sign(m.Lost[0]), sign(m.Lost[1])
	if toX != sign(wx) {
		toX = 0
	}
	if toZ != sign(wz) {
		toZ = 0
	}
	if toX != 0 && toZ != 0 && c.stepTo(k, m, toX, toZ) {
		return
	}
	_ = toX != 0 && c.stepTo(k, m, toX, 0) || toZ != 0 && c.stepTo(k, m, 0, toZ)
}

// stepTo lifts the body onto what is in its way by one unit towards dx, dz.
func (c *cells) stepTo(k *world.EntityInfo, m *world.Motion, dx, dz int64) bool {
	to := world.Vec{m.Pos[x] + dx, m.Pos[y], m.Pos[z] + dz}
	b := bodyBox(k, to)
	o, hit := c.bounds(&b)
	if !hit || o.hi[y]-m.Pos[y] > stepMax {
		return false
	}
	to[y] = o.hi[y]
	if !c.free(k, to) {
		return false
	}
	m.Pos = to
	if dx != 0 {
		m.Vel[x] = m.Lost[0]
	}
	if dz != 0 {
		m.Vel[z] = m.Lost[1]
	}
	m.Vel[y] = 0
	return true
}

// shore tells whether a body in water was stopped by a bank that it wants onto, and that ends within a block above it.
func (c *cells) shore(k *world.EntityInfo, m *world.Motion, wx, wz int64) bool {
	if sign(m.Lost[0])*wx <= 0 && sign(m.Lost[1])*wz <= 0 {
		return false
	}
	to := world.Vec{m.Pos[x] + sign(m.Lost[0]), m.Pos[y] + unit, m.Pos[z] + sign(m.Lost[1])}
	return c.free(k, to)
}

func sign(v int64) int64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// pushOut moves a body that overlaps something solid to the nearest free place: up within 1.5 blocks, else sideways
// within 1.5, else up within 8. It tells whether it did.
func (c *cells) pushOut(k *world.EntityInfo, m *world.Motion) bool {
	if c.free(k, m.Pos) {
		return false
	}
	up, far, ok := c.slide(k, m.Pos, y, 1, pushFar)
	if ok && far <= pushNear {
		return push(m, up, y)
	}
	var best world.Vec
	axis, least := -1, int64(pushNear+1)
	for _, i := range [2]int{x, z} {
		for _, dir := range [2]int64{-1, 1} {
			if p, far, ok := c.slide(k, m.Pos, i, dir, pushNear); ok && far < least {
				best, axis, least = p, i, far
			}
		}
	}
	if axis >= 0 {
		return push(m, best, axis)
	}
	return ok && push(m, up, y)
}

// push moves the body to a place along an axis, and stops it on that axis.
func push(m *world.Motion, to world.Vec, axis int) bool {
	m.Pos, m.Vel[axis], m.Lost = to, 0, [2]int64{}
	return true
}

// slide moves a place along an axis, from plane to plane, until the body is free there. It tells how far that is,
// at most most.
func (c *cells) slide(k *world.EntityInfo, p world.Vec, axis int, dir, most int64) (to world.Vec, far int64, ok bool) {
	to = p
	for {
		b := bodyBox(k, to)
		o, hit := c.bounds(&b)
		if !hit {
			return to, far, true
		}
		if dir > 0 {
			to[axis] += o.hi[axis] - b.lo[axis]
		} else {
			to[axis] -= b.hi[axis] - o.lo[axis]
		}
		if far = (to[axis] - p[axis]) * dir; far > most {
			return p, far, false
		}
	}
}

// Lift moves a body up so that its underside is at the height to, in position units, if there is room; a body at that
// height or above is left. It tells whether the body is there now.
func Lift(w *world.World, k *world.EntityInfo, m *world.Motion, to int64) bool {
	if m.Pos[y] >= to {
		return true
	}
	p := world.Vec{m.Pos[x], to, m.Pos[z]}
	if !Free(w, k, p) {
		return false
	}
	m.Pos = p
	m.Vel[y] = max(m.Vel[y], 0)
	return true
}

// Fall is the update of a falling block or an item at a mark: out of what is solid upwards, then gravity and drag,
// or rest on the ground. It tells whether the body is supported and at rest. A Still body only loses Kicked.
func Fall(w *world.World, k *world.EntityInfo, m *world.Motion) (rests bool) {
	m.Flags &^= world.Kicked
	if m.Flags&world.Still != 0 {
		return false
	}
	c := cells{w: w}
	if !c.free(k, m.Pos) {
		if up, _, ok := c.slide(k, m.Pos, y, 1, pushFar); ok {
			push(m, up, y)
		}
	}
	p := c.look(k, m)
	m.Flags &^= world.OnGround
	switch {
	case p.ground:
		m.Flags |= world.OnGround
		m.Vel[y] = 0
	case p.wet:
		m.Vel[y] = m.Vel[y]*waterDrag/100 - 2*sink
	default:
		m.Vel[y] = fallen(m.Vel[y])
	}
	c.steer(k, m, &p, 0, 0)
	m.Lost = [2]int64{}
	bound(&m.Vel)
	return p.ground && m.Vel == (world.Vec{})
}
