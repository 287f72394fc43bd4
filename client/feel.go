package client

import (
	"math"

	"voxtide/actions"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// Feel is what pictures add for the look of it alone, and what players may switch off. Its zero value is nothing of it.
type Feel struct {
	Particles int  // at once: pieces of blocks, falling leaves, fireflies; 0 for none
	Bob       bool // the eye and the hand move with the steps, the eye dips after a jump, the hand lags behind a turn
	Widen     bool // running widens the view
}

// SetFeel changes what the next pictures add.
func (c *Client) SetFeel(f Feel) {
	c.cfg.Feel = f
	c.dust.begin(f.Particles)
}

const (
	bobUp     = 0.035 // blocks that the eye goes up and down at full pace
	bobSide   = 0.03  // blocks to each side
	bobRoll   = 0.004 // radians
	dipMost   = 0.16  // blocks that the eye dips after a fall
	dipBy     = 0.012 // blocks for each block a second
	dipTime   = 0.11  // seconds in which a dip halves
	widenBy   = 0.09  // of the view's angle while running
	widenTime = 0.12  // seconds in which it comes and goes by two thirds
	lagTime   = 0.09  // seconds in which the hand follows a turn by two thirds
	lagMost   = 0.10  // blocks
	lagBy     = 0.22  // blocks a radian
	swapTime  = 0.14  // seconds in which the hand goes down, and as many up again
	runPace   = 0.5   // from which on running widens the view: nobody does who runs against a wall
)

// feel is how the body of the player bears on the picture.
type feel struct {
	dip   float64 // blocks
	widen float64 // 0 to 1
	lag   [2]float64
	look  [2]float64 // yaw and pitch of the last picture, radians
	held  world.Block
	swap  float64 // 0 to 2: going down, and up again with the next one
	last  timestream.Time
}

// sense lets the camera and the hand move with the body. The camera and the hand are filled in.
func (x *eyes) sense(sc *scene.Scene, e *world.Entity, f Feel, now timestream.Time) {
	s := &x.feel
	span := min(0.25, max(0, float64(now.Sub(s.last))/float64(timestream.Second)))
	s.last = now
	s.swapped(sc, span)
	k := x.walks[e.ID]
	if k == nil {
		return
	}
	ground := e.Motion.Flags&world.OnGround != 0
	fast := e.Motion.Keys&world.KeyRun != 0 && e.Motion.Keys&world.KeyForward != 0 && k.pace > runPace
	s.widen += (b2f(fast) - s.widen) * (1 - math.Exp(-span/widenTime))
	if f.Widen && s.widen > 0.004 {
		sc.Camera.Widen = float32(s.widen * widenBy)
	}
	if !f.Bob {
		return
	}
	if k.landed {
		s.dip = min(dipMost, s.dip+dipBy*k.fell)
	}
	s.dip *= math.Exp2(-span / dipTime)
	sc.Camera.Pos[1] -= s.dip
	s.lags(sc, span)
	if ground {
		k.ground = 1 - (1-k.ground)*math.Exp(-span*10)
	} else {
		k.ground *= math.Exp(-span * 6)
	}
	pace := k.pace * k.ground
	up, side := -math.Abs(math.Sin(k.stride/2))*bobUp*pace, math.Cos(k.stride/2)*bobSide*pace
	sy, cy := math.Sincos(float64(sc.Camera.Yaw))
	sc.Camera.Pos[0] += cy * side
	sc.Camera.Pos[1] += up
	sc.Camera.Pos[2] += sy * side
	sc.Camera.Roll = float32(math.Cos(k.stride/2) * bobRoll * pace)
	sc.Held.Bob[0] += float32(math.Sin(k.stride/2) * pace * 0.03)
	sc.Held.Bob[1] += float32(math.Abs(math.Cos(k.stride/2))*pace*0.025 - s.dip*0.5)
}

// lags lets the hand stay behind a turn of the head.
func (s *feel) lags(sc *scene.Scene, span float64) {
	look := [2]float64{float64(sc.Camera.Yaw), float64(sc.Camera.Pitch)}
	for i := range look {
		turn := math.Remainder(look[i]-s.look[i], 2*math.Pi)
		s.lag[i] = max(-lagMost, min(lagMost, s.lag[i]+turn*lagBy)) * math.Exp(-span/lagTime)
	}
	s.look = look
	sc.Held.Bob[0] -= float32(s.lag[0])
	sc.Held.Bob[1] -= float32(s.lag[1])
}

// swapped lowers the hand while another block is taken in it.
func (s *feel) swapped(sc *scene.Scene, span float64) {
	now := world.Block(sc.Held.Block)
	if s.swap == 0 && now != s.held {
		s.swap = span / swapTime
	} else if s.swap > 0 {
		s.swap += span / swapTime
	}
	if s.swap >= 1 {
		s.held = now
	}
	if s.swap >= 2 {
		s.swap = 0
	}
	sc.Held.Block = uint16(s.held)
	sc.Held.Lower = float32(1 - math.Abs(1-s.swap))
}

// strikes tells whether an input moves the arm.
func strikes(do []actions.Action) bool {
	for i := range do {
		switch do[i].Kind {
		case actions.Dig, actions.Dug, actions.Place:
			return true
		}
	}
	return false
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// veil tells how well the name of each body is seen: behind something it fades.
func (c *Client) veil(sc *scene.Scene) {
	w := c.strategy.World()
	for i := range sc.Bodies {
		b := &sc.Bodies[i]
		k := c.eyes.walks[world.EntityID(b.ID)]
		if b.Name == "" || k == nil {
			continue
		}
		head := [3]float64{b.Drawn[0], b.Drawn[1] + 1.6, b.Drawn[2]}
		k.veil += (b2f(hides(w, sc.Camera.Pos, head)) - k.veil) * (1 - math.Exp(-12*k.span))
		b.Veil = float32(k.veil)
	}
}

// veilFar is how far names are read, in blocks; veilStep how closely the way to them is looked at.
const (
	veilFar  = 48
	veilStep = 0.4
)

// hides tells whether something opaque is between two points.
func hides(w *world.World, from, to [3]float64) bool {
	way := math.Sqrt((to[0]-from[0])*(to[0]-from[0]) + (to[1]-from[1])*(to[1]-from[1]) + (to[2]-from[2])*(to[2]-from[2]))
	if way > veilFar {
		return false
	}
	for at := veilStep; at < way; at += veilStep {
		t := at / way
		b, _ := w.Block(cellOf([3]float64{from[0] + (to[0]-from[0])*t, from[1] + (to[1]-from[1])*t, from[2] + (to[2]-from[2])*t}))
		if b.Info().Opaque {
			return true
		}
	}
	return false
}
