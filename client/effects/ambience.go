package effects

import (
	"voxtide/client/cell"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/light"
)

// ambience is the surroundings of the eye: the eye adapts to the dark underground, and water looks bluer the deeper it is.
type ambience struct {
	darkAdaptation float64 // 0 to 1
}

const (
	adaptTime     = 600 * timestream.Millisecond      // for the whole way from daylight to dark and back
	darkBelowSky  = light.Full - light.SkyLightStep*3 // sky light level below which the eye begins to adapt
	waterDepthMax = 24                                // blocks above the eye that are searched for the water's surface
)

// fill fills in the scene's camera, span microseconds after the last frame. The camera's position and the light of the hand
// are filled in.
func (a *ambience) fill(f *Frame, span float64) {
	to := &f.Scene.Camera
	goal := 0.
	if sky := int(f.Scene.HeldItem.Light[0]) * light.Full / 255; sky < darkBelowSky && !to.Submerged {
		goal = float64(darkBelowSky-sky) / darkBelowSky
	}
	step := span / float64(adaptTime)
	a.darkAdaptation += max(-step, min(step, goal-a.darkAdaptation))
	to.DarkAdaptation = float32(a.darkAdaptation)
	if to.Submerged {
		to.WaterDepth = waterDepth(f, to.Pos)
	}
}

// waterDepth returns how many blocks of water are above a point in water.
func waterDepth(f *Frame, p [3]float64) float32 {
	at, up := cell.At(p), int32(1)
	for ; up < waterDepthMax; up++ {
		if !f.block(world.Pos{X: at.X, Y: at.Y + up, Z: at.Z}).Info().Liquid {
			break
		}
	}
	return float32(float64(at.Y+up) - p[1])
}
