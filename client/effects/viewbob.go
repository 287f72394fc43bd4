package effects

import (
	"math"

	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	bobHeight      = 0.035 // blocks that the eye moves up and down at full pace
	bobSide        = 0.03  // blocks to each side
	bobRoll        = 0.004 // radians
	dipMax         = 0.16  // blocks that the eye dips after a fall
	dipPerSpeed    = 0.012 // blocks for each block a second
	dipHalfTime    = 0.11  // seconds in which a dip halves
	sprintFOVShare = 0.09  // of the view's angle while running
	sprintFOVTime  = 0.12  // seconds in which the view widens two thirds of the way
	sprintPaceMin  = 0.5   // pace from which running widens the view: a player running against a wall has less
)

// viewBob is how the steps, landings and sprints of the player move the camera.
type viewBob struct {
	landingDip  float64 // blocks
	sprintFOV   float64 // 0 to 1
	groundBlend float64 // 0 in the air, 1 on the ground
	lastFrame   timestream.Time
}

// span returns the seconds since the last frame, at most a quarter.
func (v *viewBob) span(now timestream.Time) float64 {
	span := min(0.25, max(0, float64(now.Sub(v.lastFrame))/float64(timestream.Second)))
	v.lastFrame = now
	return span
}

// widen widens the field of view while the player sprints.
func (v *viewBob) widen(sc *scene.Scene, e *world.Entity, k *animation, on bool, span float64) {
	goal := 0.0
	if e.Motion.Keys&world.KeySprint != 0 && e.Motion.Keys&world.KeyForward != 0 && k.pace > sprintPaceMin {
		goal = 1
	}
	v.sprintFOV += (goal - v.sprintFOV) * (1 - math.Exp(-span/sprintFOVTime))
	if on && v.sprintFOV > 0.004 {
		sc.Camera.FOVWidening = float32(v.sprintFOV * sprintFOVShare)
	}
}

// dip lowers the camera after a landing.
func (v *viewBob) dip(sc *scene.Scene, k *animation, span float64) {
	if k.landed {
		v.landingDip = min(dipMax, v.landingDip+dipPerSpeed*k.fallSpeed)
	}
	v.landingDip *= math.Exp2(-span / dipHalfTime)
	sc.Camera.Pos[1] -= v.landingDip
}

// step moves the camera and the hand with the steps of the player.
func (v *viewBob) step(sc *scene.Scene, e *world.Entity, k *animation, span float64) {
	if e.Motion.Flags&world.OnGround != 0 {
		v.groundBlend = 1 - (1-v.groundBlend)*math.Exp(-span*10)
	} else {
		v.groundBlend *= math.Exp(-span * 6)
	}
	pace := k.pace * v.groundBlend
	up, side := -math.Abs(math.Sin(k.stride/2))*bobHeight*pace, math.Cos(k.stride/2)*bobSide*pace
	sy, cy := math.Sincos(float64(sc.Camera.Yaw))
	sc.Camera.Pos[0] += cy * side
	sc.Camera.Pos[1] += up
	sc.Camera.Pos[2] += sy * side
	sc.Camera.Roll = float32(math.Cos(k.stride/2) * bobRoll * pace)
	sc.HeldItem.Bob[0] += float32(math.Sin(k.stride/2) * pace * 0.03)
	sc.HeldItem.Bob[1] += float32(math.Abs(math.Cos(k.stride/2))*pace*0.025 - v.landingDip*0.5)
}
