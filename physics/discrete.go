package physics

import (
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Speeds, in velocity units: 1000 is 1 m/s.
const (
	walkSpeed   = 4317
	runSpeed    = 5612
	sneakSpeed  = 1295
	flySpeed    = 11_000
	flyUpSpeed  = 8000
	wadeSpeed   = 2200
	climbSpeed  = 2350
	slideSpeed  = 3000 // down a ladder, and sideways on it
	jumpSpeed   = 8400
	jumpLate    = 1771 // a jump that a kick starts just before a mark is so much faster: the mark's gravity comes early
	shoreSpeed  = 6000 // out of the water
	gravity     = 1600 // a mark: 32 m/s^2
	swimUp      = 600  // a mark
	swimDown    = 500
	sink        = 200
	groundForce = 1900 // greatest change of velocity a mark
	flyForce    = 2200
	swimForce   = 600
	airForce    = 400
	airBrake    = 100 // without a wish to go anywhere
)

// What is left of a velocity after a mark, in hundredths.
const (
	airDrag   = 98
	waterDrag = 80
)

// place is what a body finds where it is.
type place struct {
	ground bool // something solid under it, and it does not rise
	flying bool // in which case nothing below counts
	wet    bool // feet in a liquid
	deep   bool // the middle, too
	ladder bool
}

// look finds out about the place of a body.
func (c *cells) look(k *world.EntityInfo, m *world.Motion) (p place) {
	p.ground = m.Vel[y] <= 0 && c.supports(k, m.Pos)
	p.flying = m.Flags&world.Creative != 0 && m.Keys&world.KeyFly != 0
	if p.flying {
		return p
	}
	b := c.block(m.Pos.Block()).Info()
	p.ladder, p.wet = b.Climbable, b.Liquid
	if p.wet {
		mid := m.Pos
		mid[y] += k.Height / 2
		p.deep = c.block(mid.Block()).Info().Liquid
	}
	return p
}

// Discrete is the update of an avatar at a mark: push out, step up, then velocity from gravity, controls and
// surroundings. It tells whether the body was inside something solid and has been moved out. Kicked and Lost are
// cleared. A Still body only loses Kicked.
func Discrete(w *world.World, k *world.EntityInfo, m *world.Motion) (pushed bool) {
	m.Flags &^= world.Kicked
	if m.Flags&world.Still != 0 {
		return false
	}
	c := cells{w: w}
	pushed = c.pushOut(k, m)
	wx, wz := wish(m.Keys, m.Yaw)
	if m.Lost != ([2]int64{}) && m.Vel[y] <= 0 && (m.Flags&world.OnGround != 0 || c.supports(k, m.Pos)) {
		c.stepUp(k, m, wx, wz)
	}
	p := c.look(k, m)
	m.Vel[y] = c.rise(k, m, &p, wx, wz)
	c.steer(k, m, &p, wx, wz)
	c.stay(k, m, &p, timestream.MarkSpan, m.Vel)
	m.Lost = [2]int64{}
	bound(&m.Vel)
	return pushed
}

// Kick is a change of controls at an instant of the body's stream: it sets the keys, and acts on the velocity as a
// mark would, gravity apart, if it is the first since the mark; a later one waits for the mark. A Still body gets the
// keys only.
func Kick(w *world.World, k *world.EntityInfo, m *world.Motion, keys world.Keys, at timestream.Time) {
	m.Keys = keys
	if m.Flags&world.Still != 0 || m.Flags&world.Kicked != 0 && !faults.Active(faults.SecondKickAtOnce) {
		return
	}
	m.Flags |= world.Kicked
	left := at.NextMark().Sub(at)
	c := cells{w: w}
	before := m.Vel
	p := c.look(k, m)
	wx, wz := wish(m.Keys, m.Yaw)
	switch {
	case p.flying:
		m.Vel[y] = flyUp(m)
	case p.ladder:
		if keys&(world.KeyForward|world.KeyJump) != 0 {
			m.Vel[y] = climbSpeed
		} else if keys&world.KeySneak != 0 {
			m.Vel[y] = 0
		}
	case p.ground && !p.deep:
		m.Vel[y] = 0
		if keys&world.KeyJump != 0 {
			m.Vel[y] = jumpSpeed + jumpLate*int64(timestream.MarkSpan-left)/int64(timestream.MarkSpan)
		}
	}
	c.steer(k, m, &p, wx, wz)
	c.stay(k, m, &p, left, before)
	bound(&m.Vel)
}

// rise returns the vertical velocity after a mark.
func (c *cells) rise(k *world.EntityInfo, m *world.Motion, p *place, wx, wz int64) int64 {
	v, jump, sneak := m.Vel[y], m.Keys&world.KeyJump != 0, m.Keys&world.KeySneak != 0
	switch {
	case p.flying:
		return flyUp(m)
	case p.ladder:
		switch {
		case jump || m.Keys&world.KeyForward != 0:
			return climbSpeed
		case sneak || p.ground:
			return 0
		}
		return max(fallen(v), -slideSpeed)
	case p.wet && c.shore(k, m, wx, wz):
		return shoreSpeed
	case p.deep && jump:
		return v*waterDrag/100 + swimUp
	case p.ground && jump:
		return jumpSpeed
	case p.ground:
		return 0
	case p.wet && sneak:
		return v*waterDrag/100 - swimDown
	case p.wet:
		return v*waterDrag/100 - sink
	}
	return fallen(v)
}

// fallen returns the vertical velocity after a mark in free air.
func fallen(v int64) int64 { return (v - gravity) * airDrag / 100 }

// flyUp returns the vertical velocity of a flying body after a mark.
func flyUp(m *world.Motion) int64 {
	up := int64(0)
	if m.Keys&world.KeyJump != 0 {
		up += flyUpSpeed
	}
	if m.Keys&world.KeySneak != 0 {
		up -= flyUpSpeed
	}
	v := m.Vel[y]
	return v + min(max(up-v, -flyForce), flyForce)
}

// steer brings the horizontal velocity nearer to where the controls ask to go.
func (c *cells) steer(k *world.EntityInfo, m *world.Motion, p *place, wx, wz int64) {
	speed, force := pace(m.Keys, p)
	if wx == 0 && wz == 0 && !p.ground && !p.wet && !p.ladder && !p.flying {
		force = airBrake
	}
	vx, vz := m.Vel[x], m.Vel[z]
	if p.wet && m.Flags&world.Kicked == 0 {
		vx, vz = vx*waterDrag/100, vz*waterDrag/100
	}
	dx, dz := wx*speed/one-vx, wz*speed/one-vz
	if far := max(dx, -dx, dz, -dz); far > force {
		dx, dz = dx*force/far, dz*force/far
	}
	m.Vel[x], m.Vel[z] = vx+dx, vz+dz
}

// pace returns the speed that the controls ask for and the greatest change of velocity a mark.
func pace(keys world.Keys, p *place) (speed, force int64) {
	speed = walkSpeed
	if keys&world.KeySneak != 0 {
		speed = sneakSpeed
	} else if keys&(world.KeyRun|world.KeyForward|world.KeyBack) == world.KeyRun|world.KeyForward {
		speed = runSpeed
	}
	switch {
	case p.flying:
		return flySpeed, flyForce
	case p.ladder:
		return min(speed, slideSpeed), groundForce
	case p.wet:
		return min(speed, wadeSpeed), swimForce
	case p.ground:
		return speed, groundForce
	}
	return speed, airForce
}

// bound keeps a velocity within what the arithmetic relies on.
func bound(v *world.Vec) {
	for i := range v {
		v[i] = min(max(v[i], -world.SpeedMax), world.SpeedMax)
	}
}
