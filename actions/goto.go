package actions

import "voxtide/world"

// Goto{Pos, Aim}: be there, in creative mode. The body comes to rest at the point and stands still until its client has
// confirmed the sections around it.

// gotoMax is how far from the origin a player may wish to be, in blocks on X and Z; above the world it is gotoAbove.
const (
	gotoMax   = 30_000_000
	gotoAbove = 64
)

func goTo(c Context, a *Action) Refusal {
	m := c.motion()
	p := a.Pos
	switch {
	case m.Flags&world.Creative == 0:
		return NotAllowed
	case p.X < -gotoMax || p.X > gotoMax || p.Z < -gotoMax || p.Z > gotoMax, p.Y < world.MinY || p.Y > world.MaxY+gotoAbove:
		return NotThere
	}
	m.Pos, m.Vel, m.Lost = a.Aim.Point(p), world.Vec{}, [2]int64{}
	m.Flags = m.Flags&^world.OnGround | world.Still
	m.DigBlock, m.DigPos, m.DigAt = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	return Done
}
