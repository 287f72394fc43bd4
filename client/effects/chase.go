package effects

import "math"

// chase draws the own body as a second object that follows the simulated one, the ghost (Jimenez Morales, "Smoothing Server
// Reconciliation"): each frame it moves by smoothing * dt of the distance, in position and yaw, and it jumps to the ghost from
// a distance or an angle on.
//
// The share smoothing * dt depends on the frame rate, and passes the ghost above 1, so it is at most 1 here; "exact" takes
// 1 - exp(-smoothing * dt) instead.
type chase struct {
	started bool
	pos     [3]float64 // blocks
	yaw     float64    // of 65536 a turn
}

// follow moves the drawn body for a frame of dt seconds and returns where it is drawn.
func (c *chase) follow(ghost [3]float64, yaw uint16, dt float64, o *OwnDrawing) ([3]float64, uint16) {
	turn := math.Remainder(float64(yaw)-c.yaw, 65536) // the short way round
	distance := 0.0
	for i := range ghost {
		distance += (ghost[i] - c.pos[i]) * (ghost[i] - c.pos[i])
	}
	if !c.started || math.Sqrt(distance) >= o.SnapDistance || math.Abs(turn)*360/65536 >= o.SnapAngle {
		c.started, c.pos, c.yaw = true, ghost, float64(yaw)
		return ghost, yaw
	}
	share := min(1, o.Smoothing*dt)
	if o.Exact {
		share = 1 - math.Exp(-o.Smoothing*dt)
	}
	for i := range ghost {
		c.pos[i] += (ghost[i] - c.pos[i]) * share
	}
	c.yaw = math.Mod(c.yaw+turn*share+65536, 65536)
	return c.pos, uint16(math.Round(c.yaw))
}
