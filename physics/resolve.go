package physics

import "voxtide/world"

// Distances, in position units.
const (
	stepMax  = 6 * unit / 10
	pushNear = 3 * unit / 2
	pushFar  = 8 * unit
)

func (c *blockReader) block(p world.Pos) world.Block {
	q := p.Section()
	if !c.has || q != c.pos {
		c.loadSection(q)
	}
	if c.sec == nil {
		return world.Air
	}
	return c.sec.Get(p.Index())
}

// liquidAt reports whether there is a liquid in a cell at the reader's instant.
func (c *blockReader) liquidAt(p world.Pos) bool {
	b := c.block(p)
	if c.sec != nil && c.sec.HasTurns() {
		b = c.sec.GetAt(p.Index(), c.at)
	}
	return b.Info().Liquid
}

// isFree is Free.
func (c *blockReader) isFree(k *world.EntityInfo, pos world.Vec) bool {
	b := bodyBox(k, pos)
	return c.isClear(&b)
}

// stepUp lifts a body onto the obstacle that stopped it since the last tick, if that is a step of at most 0.6 block,
// the keys still ask to go there and there is room. The body gets its lost velocity back, and stands on the step by one
// unit.
func (c *blockReader) stepUp(k *world.EntityInfo, m *world.Motion, wx, wz int64) {
	toX, toZ := sign(m.BlockedVel[0]), sign(m.BlockedVel[1])
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

// stepTo lifts the body onto the obstacle that is one unit away towards dx, dz.
func (c *blockReader) stepTo(k *world.EntityInfo, m *world.Motion, dx, dz int64) bool {
	to := world.Vec{m.Pos[x] + dx, m.Pos[y], m.Pos[z] + dz}
	b := bodyBox(k, to)
	o, hit := c.solidBounds(&b)
	if !hit || o.hi[y]-m.Pos[y] > stepMax {
		return false
	}
	to[y] = o.hi[y]
	if !c.isFree(k, to) || c.crosses(k, m.Pos, to) {
		return false
	}
	m.Pos = to
	if dx != 0 {
		m.Vel[x] = m.BlockedVel[0]
	}
	if dz != 0 {
		m.Vel[z] = m.BlockedVel[1]
	}
	m.Vel[y] = 0
	return true
}

// canLeaveWater reports whether a body in water was stopped by a bank that it moves towards and that ends within a
// block above it.
func (c *blockReader) canLeaveWater(k *world.EntityInfo, m *world.Motion, wx, wz int64) bool {
	if sign(m.BlockedVel[0])*wx <= 0 && sign(m.BlockedVel[1])*wz <= 0 {
		return false
	}
	to := world.Vec{m.Pos[x] + sign(m.BlockedVel[0]), m.Pos[y] + unit, m.Pos[z] + sign(m.BlockedVel[1])}
	return c.isFree(k, to)
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
// within 1.5, else up within 8. It reports whether it moved the body.
func (c *blockReader) pushOut(k *world.EntityInfo, m *world.Motion) bool {
	if c.isFree(k, m.Pos) {
		return false
	}
	up, far, ok := c.slide(k, m.Pos, y, 1, pushFar)
	ok = ok && !c.crosses(k, m.Pos, up)
	if ok && far <= pushNear {
		return push(m, up, y)
	}
	var best world.Vec
	axis, least := -1, int64(pushNear+1)
	for _, i := range [2]int{x, z} {
		for _, dir := range [2]int64{-1, 1} {
			if p, far, ok := c.slide(k, m.Pos, i, dir, pushNear); ok && far < least && !c.crosses(k, m.Pos, p) {
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
	m.Pos, m.Vel[axis], m.BlockedVel = to, 0, [2]int64{}
	return true
}

// slide moves a position along an axis, from plane to plane, until the body is free there. It returns the new position
// and the distance, at most most.
func (c *blockReader) slide(k *world.EntityInfo, p world.Vec, axis int, dir, most int64) (to world.Vec, far int64, ok bool) {
	to = p
	for {
		b := bodyBox(k, to)
		o, hit := c.solidBounds(&b)
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

// Lift moves a body up until its bottom is at the height to, in position units, if there is room; a body at that height
// or above stays. It reports whether the body is there now.
func Lift(w *world.World, k *world.EntityInfo, m *world.Motion, to int64) bool {
	if m.Pos[y] >= to {
		return true
	}
	p := world.Vec{m.Pos[x], to, m.Pos[z]}
	if !Free(w, k, p) || Crosses(w, k, m.Pos, p) {
		return false
	}
	m.Pos = p
	m.Vel[y] = max(m.Vel[y], 0)
	return true
}
