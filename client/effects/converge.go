package effects

import "math"

// converge draws the own body on its way to a goal ahead of it (Kazap): E = P + v*L*M, t = dt / (L*(1+M)), R = C + (E-C)*t.
// P is the predicted position before this frame, as in the pseudo code, v the velocity after it, L the round trip, M
// CONVERGE_MULTIPLIER, C the position drawn last and R the one drawn now. At steady speed R = P - v*L, whatever M is: the drawn
// body meets the received one, half a round trip behind the server's present one.
//
// Of the source's own errors: t is at most 1, and without a round trip, by which it divides, the body is drawn where it is
// simulated. Ours: with goal=present half the round trip stands for L, which meets the server's present body, and a body that
// is farther away than jumpDistance is drawn there at once. The yaw is the player's own and never behind.
type converge struct {
	started   bool
	predicted [3]float64 // P of the last frame, blocks
	drawn     [3]float64 // C
}

// jumpDistance is how far away a body can have come only by a jump, in blocks beside the way of two round trips.
const jumpDistance = 8

// move moves the drawn body for a frame of dt seconds: predicted is P after the frame, v in blocks a second, trip the round trip
// in seconds.
func (c *converge) move(predicted, v [3]float64, dt, trip float64, o *OwnDrawing) [3]float64 {
	before := c.predicted
	c.predicted = predicted
	if o.Present {
		trip /= 2
	}
	speed, far := 0.0, 0.0
	for i := range v {
		speed += v[i] * v[i]
		far += (predicted[i] - c.drawn[i]) * (predicted[i] - c.drawn[i])
	}
	if !c.started || trip <= 0 || math.Sqrt(far) > jumpDistance+2*math.Sqrt(speed)*trip {
		c.started, c.drawn = true, predicted
		return predicted
	}
	t := min(1, dt/(trip*(1+o.Multiplier)))
	for i := range c.drawn {
		goal := before[i] + v[i]*trip*o.Multiplier
		c.drawn[i] += (goal - c.drawn[i]) * t
	}
	return c.drawn
}
