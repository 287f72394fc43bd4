package effects

import (
	"math"

	"voxtide/client/cell"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// camera is the state of the eye: it follows a step up and a crouch with a delay.
type camera struct {
	stepRise  float64 // blocks that the eye is still below its place after a step up
	feet      [3]float64
	eyeHeight float64 // of the eye above the feet, in blocks
	lastFrame timestream.Time
	span      float64 // since the last frame, in microseconds
}

const (
	lyingEye      = 0.4                          // blocks above the bed
	stepHeightMax = 0.7                          // blocks; a larger rise is a jump or a lift
	stepRiseTime  = 100 * timestream.Millisecond // in which the eye follows a step up
	crouchTime    = 40 * timestream.Millisecond  // in which the eye follows a crouch
)

// eyePosition moves the eye to a frame's time and returns where it is, in blocks.
func (c *camera) eyePosition(m *world.Motion, feet [3]float64, now timestream.Time) [3]float64 {
	span := float64(max(0, now.Sub(c.lastFrame)))
	c.lastFrame, c.span = now, span
	if up := feet[1] - c.feet[1]; m.Flags&world.OnGround != 0 && up > 0.01 && up < stepHeightMax && span < float64(timestream.Second) {
		c.stepRise = min(c.stepRise+up, 1)
	}
	c.feet = feet
	c.stepRise *= math.Exp(-3 * span / float64(stepRiseTime))
	goal := float64(physics.EyePos(m)[1]-m.Pos[1]) / float64(world.Unit)
	if m.Flags&world.Lying != 0 {
		goal = lyingEye
	}
	if c.eyeHeight == 0 {
		c.eyeHeight = goal
	}
	c.eyeHeight += (goal - c.eyeHeight) * (1 - math.Exp(-span/float64(crouchTime)))
	return [3]float64{feet[0], feet[1] + c.eyeHeight - c.stepRise, feet[2]}
}

// Look is where the player looks.
type Look struct {
	Yaw   uint16  // 65536 a turn, clockwise from north
	Pitch float64 // degrees, positive up
	View  View
	Far   float64 // blocks from the eye of what the player aims at
}

// fill fills in the scene's camera for the player's body, which is drawn with its feet at a point.
func (c *camera) fill(f *Frame, e *world.Entity, feet [3]float64, look Look) {
	to := &f.Scene.Camera
	to.Pos = c.eyePosition(&e.Motion, feet, f.Now)
	to.Yaw = float32(float64(look.Yaw) / 65536 * 2 * math.Pi)
	to.Pitch = float32(look.Pitch / 180 * math.Pi)
}

// surround fills in what the camera is in.
func (c *camera) surround(f *Frame) {
	to := &f.Scene.Camera
	info := f.block(cell.At(to.Pos)).Info()
	to.Submerged, to.InsideBlock, to.InLava = info.Liquid && !info.Opaque, info.Opaque, info.Class == world.ClassLava
}
