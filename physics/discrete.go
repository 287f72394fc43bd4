package physics

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Speeds, in velocity units: 1000 is 1 m/s.
const (
	walkSpeed       = 4317
	sprintSpeed     = 5612
	sneakSpeed      = 1295
	flySpeed        = 11_000
	flyUpSpeed      = 8000
	wadeSpeed       = 2200
	climbSpeed      = 2350
	slideSpeed      = 3000 // down a ladder, and sideways on it
	jumpSpeed       = 8400
	jumpPhaseBonus  = 1771 // added to a jump that a change of keys starts just before a tick, because that tick's gravity comes early
	leaveWaterSpeed = 6000 // when leaving the water
	gravity         = 1600 // a tick: 32 m/s^2
	swimUpAccel     = 600  // a tick
	swimDownAccel   = 500
	sinkAccel       = 200
	groundAccel     = 1900 // greatest change of velocity a tick
	flyAccel        = 2200
	swimAccel       = 600
	airAccel        = 400
	airBraking      = 100 // when no key asks to move
)

// The part of a velocity that is left after a tick, in hundredths.
const (
	airDrag   = 98
	waterDrag = 80
)

// Discrete is the update of an avatar at a tick, whose water it reads: push out, step up, then velocity from gravity, keys and surroundings.
// It reports whether the body was inside something solid and was pushed out. KeysApplied and BlockedVel are cleared. A
// Suspended body only loses KeysApplied.
func Discrete(w *world.World, k *world.EntityInfo, m *world.Motion, tick timestream.Time) (pushed bool) {
	m.Flags &^= world.KeysApplied
	if m.Flags&world.Suspended != 0 {
		return false
	}
	c := blockReader{w: w, at: tick}
	pushed = c.pushOut(k, m)
	wx, wz := wishVector(m.Keys, m.Yaw)
	if m.BlockedVel != ([2]int64{}) && m.Vel[y] <= 0 && (m.Flags&world.OnGround != 0 || c.supports(k, m.Pos)) {
		c.stepUp(k, m, wx, wz)
	}
	p := c.surroundings(k, m)
	m.Vel[y] = c.verticalVelocity(k, m, &p, wx, wz)
	c.steer(k, m, &p, wx, wz)
	c.stayOnEdge(k, m, &p, timestream.TickLength, m.Vel)
	m.BlockedVel = [2]int64{}
	clampSpeed(&m.Vel)
	return pushed
}

// ApplyKeys is a change of keys at an instant of the body's stream. The first change since a tick acts on the velocity
// as a tick would, gravity apart; a later one waits for the next tick. A Suspended body only gets the keys.
func ApplyKeys(w *world.World, k *world.EntityInfo, m *world.Motion, keys world.Keys, at timestream.Time) {
	changeEffort(m, keys, at)
	m.Keys = keys
	if m.Flags&world.Suspended != 0 || m.Flags&world.KeysApplied != 0 && !faults.Active(faults.SecondKickAtOnce) {
		return
	}
	m.Flags |= world.KeysApplied
	left := at.NextTick().Sub(at)
	c := blockReader{w: w, at: at}
	before := m.Vel
	p := c.surroundings(k, m)
	wx, wz := wishVector(m.Keys, m.Yaw)
	switch {
	case p.flying:
		m.Vel[y] = flyVelocity(m)
	case p.ladder:
		if keys&(world.KeyForward|world.KeyJump) != 0 {
			m.Vel[y] = climbSpeed
		} else if keys&world.KeySneak != 0 {
			m.Vel[y] = 0
		}
	case p.ground && !p.deep:
		c.land(m)
		m.Vel[y] = 0
		if keys&world.KeyJump != 0 {
			m.Vel[y] = jumpSpeed + jumpPhaseBonus*int64(timestream.TickLength-left)/int64(timestream.TickLength)
		}
	}
	c.steer(k, m, &p, wx, wz)
	c.stayOnEdge(k, m, &p, left, before)
	clampSpeed(&m.Vel)
}

// verticalVelocity returns the vertical velocity after a tick.
func (c *blockReader) verticalVelocity(k *world.EntityInfo, m *world.Motion, p *surroundings, wx, wz int64) int64 {
	v, jump, sneak := m.Vel[y], m.Keys&world.KeyJump != 0, m.Keys&world.KeySneak != 0
	switch {
	case p.flying:
		return flyVelocity(m)
	case p.ladder:
		switch {
		case jump || m.Keys&world.KeyForward != 0:
			return climbSpeed
		case sneak || p.ground:
			return 0
		}
		return max(fallVelocity(v), -slideSpeed)
	case p.wet && c.canLeaveWater(k, m, wx, wz):
		return leaveWaterSpeed
	case p.deep && jump:
		return v*waterDrag/100 + swimUpAccel
	case p.ground && jump:
		return jumpSpeed
	case p.ground:
		return 0
	case p.wet && sneak:
		return v*waterDrag/100 - swimDownAccel
	case p.wet:
		return v*waterDrag/100 - sinkAccel
	}
	return fallVelocity(v)
}

// flyVelocity returns the vertical velocity of a flying body after a tick.
func flyVelocity(m *world.Motion) int64 {
	up := int64(0)
	if m.Keys&world.KeyJump != 0 {
		up += flyUpSpeed
	}
	if m.Keys&world.KeySneak != 0 {
		up -= flyUpSpeed
	}
	v := m.Vel[y]
	return v + min(max(up-v, -flyAccel), flyAccel)
}

// steer brings the horizontal velocity nearer to the velocity that the keys ask for.
func (c *blockReader) steer(k *world.EntityInfo, m *world.Motion, p *surroundings, wx, wz int64) {
	speed, force := speedAndAccel(m.Keys, p)
	if wx == 0 && wz == 0 && !p.ground && !p.wet && !p.ladder && !p.flying {
		force = airBraking
	}
	vx, vz := m.Vel[x], m.Vel[z]
	if p.wet && m.Flags&world.KeysApplied == 0 {
		vx, vz = vx*waterDrag/100, vz*waterDrag/100
	}
	dx, dz := wx*speed/vectorLength-vx, wz*speed/vectorLength-vz
	if far := max(dx, -dx, dz, -dz); far > force {
		dx, dz = dx*force/far, dz*force/far
	}
	m.Vel[x], m.Vel[z] = vx+dx, vz+dz
}

// speedAndAccel returns the speed that the keys ask for and the greatest change of velocity in a tick.
func speedAndAccel(keys world.Keys, p *surroundings) (speed, force int64) {
	speed = walkSpeed
	if keys&world.KeySneak != 0 {
		speed = sneakSpeed
	} else if keys&(world.KeySprint|world.KeyForward|world.KeyBack) == world.KeySprint|world.KeyForward {
		speed = sprintSpeed
	}
	switch {
	case p.flying:
		return flySpeed, flyAccel
	case p.ladder:
		return min(speed, slideSpeed), groundAccel
	case p.wet:
		return min(speed, wadeSpeed), swimAccel
	case p.ground:
		return speed, groundAccel
	}
	return speed, airAccel
}

// clampSpeed keeps a velocity within the bounds that the arithmetic relies on.
func clampSpeed(v *world.Vec) {
	for i := range v {
		v[i] = min(max(v[i], -world.SpeedMax), world.SpeedMax)
	}
}

// fallVelocity returns the vertical velocity after a tick in free air.
func fallVelocity(v int64) int64 { return (v - gravity) * airDrag / 100 }
