package client

import (
	"voxtide/light"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// An eye under the ground gets used to the dark, and what it sees there has air of its own; under water it is bluer the
// deeper the eye is.
const (
	usedTime  = 600 * timestream.Millisecond // in which the eye gets used to the dark, and to the day
	duskSky   = light.Full - light.SkyStep*3 // level of the sky's light below which it begins to
	deepWater = 24                           // blocks above the eye that are looked at
)

// mood fills in what the eye is in, once the light at its cell is known.
func (c *Client) mood(sc *scene.Scene, at world.Pos) {
	x := &c.eyes
	goal := 0.
	if sky := int(sc.Held.Light[0]) * light.Full / 255; sky < duskSky && !sc.Camera.Submerged {
		goal = float64(duskSky-sky) / duskSky
	}
	most := x.span / float64(usedTime)
	x.dark += max(-most, min(most, goal-x.dark))
	sc.Camera.Dark = float32(x.dark)
	if !sc.Camera.Submerged {
		return
	}
	w, up := c.strategy.World(), int32(1)
	for ; up < deepWater; up++ {
		if b, _ := w.Block(world.Pos{X: at.X, Y: at.Y + up, Z: at.Z}); !world.Blocks[b].Liquid {
			break
		}
	}
	sc.Camera.Deep = float32(float64(at.Y+up) - sc.Camera.Pos[1])
}
