package actions

import (
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/world"
)

// Teleport{Pos, Aim} moves the body to a point, in creative mode. The body stands still there until its client has confirmed
// the sections around it.

// teleportMax bounds the distance from the origin on X and Z, teleportAboveMax the height above the world, in blocks.
const (
	teleportMax      = 30_000_000
	teleportAboveMax = 64
)

func teleport(c Context, a *Action) Refusal {
	m := c.motion()
	p := a.Pos
	switch {
	case m.Flags&world.Creative == 0:
		return NotAllowed
	case p.X < -teleportMax || p.X > teleportMax || p.Z < -teleportMax || p.Z > teleportMax, p.Y < world.MinY || p.Y > world.MaxY+teleportAboveMax:
		return NotLoaded
	case physics.Crosses(c.W, &world.EntityKinds[world.KindAvatar], m.Pos, a.Aim.Point(p)) && !faults.Active(faults.BarriersLeft):
		return BeyondBorder
	}
	m.Pos, m.Vel, m.BlockedVel = a.Aim.Point(p), world.Vec{}, [2]int64{}
	m.Flags = m.Flags&^world.OnGround | world.Suspended
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	return Done
}
