package effects

import (
	"math"

	"voxtide/client/cell"
)

const (
	nameTagDistanceMax = 48  // blocks from which names are readable
	occlusionStep      = 0.4 // blocks between two samples of the line of sight
)

// fadeNameTags fades the name tags behind opaque blocks. The camera is filled in.
func (a animations) fadeNameTags(f *Frame) {
	for i := range f.Scene.Entities {
		b := &f.Scene.Entities[i]
		k := a.of(b)
		if b.Name == "" || k == nil {
			continue
		}
		head := [3]float64{b.Drawn[0], b.Drawn[1] + 1.6, b.Drawn[2]}
		goal := 0.0
		if occluded(f, f.Scene.Camera.Pos, head) {
			goal = 1
		}
		k.occlusion += (goal - k.occlusion) * (1 - math.Exp(-12*k.span))
		b.NameOccluded = float32(k.occlusion)
	}
}

// occluded reports whether an opaque block is between two points at most nameTagDistanceMax apart.
func occluded(f *Frame, from, to [3]float64) bool {
	way := math.Sqrt((to[0]-from[0])*(to[0]-from[0]) + (to[1]-from[1])*(to[1]-from[1]) + (to[2]-from[2])*(to[2]-from[2]))
	if way > nameTagDistanceMax {
		return false
	}
	for at := occlusionStep; at < way; at += occlusionStep {
		t := at / way
		if f.block(cell.At([3]float64{from[0] + (to[0]-from[0])*t, from[1] + (to[1]-from[1])*t, from[2] + (to[2]-from[2])*t})).Info().Opaque {
			return true
		}
	}
	return false
}
