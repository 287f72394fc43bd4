package terrain

import (
	"cmp"
	"math"
	"slices"

	"voxtide/render/scene"
	"voxtide/world"
)

// priority orders the sections that wait for a mesh: near ones first, and of two at the same distance the one in view. A
// section outside the view counts as behindFactor times as far, because the camera may turn.
type priority struct {
	eyeSection world.SectionPos // the section of the camera
	direction  [3]float64       // of the camera's look, at the last sort
	framesLeft int              // frames until the next sort
	keys       []priorityKey
}

type priorityKey struct {
	distance float32
	pos      world.SectionPos
}

const (
	sortEvery    = 20   // frames
	turnCos      = 0.97 // cosine of the turn, 14 degrees, after which the sections are sorted again
	inViewCos    = 0.45 // cosine of the widest angle in view: the corners of a wide window, 63 degrees
	behindFactor = 2
	alwaysInView = 2 // sections: nearer ones may be in view even if their middle is not
)

// sort sorts sections, the most urgent last, if the camera has moved to another section or turned, or sortEvery frames
// have passed.
func (o *priority) sort(pending []world.SectionPos, eye *scene.Camera, moved bool) {
	sy, cy := math.Sincos(float64(eye.Yaw))
	sp, cp := math.Sincos(float64(eye.Pitch))
	look := [3]float64{sy * cp, sp, -cy * cp}
	turned := look[0]*o.direction[0]+look[1]*o.direction[1]+look[2]*o.direction[2] < turnCos
	if o.framesLeft--; o.framesLeft > 0 && !moved && !turned {
		return
	}
	o.framesLeft, o.direction = sortEvery, look
	o.keys = o.keys[:0]
	for _, p := range pending {
		o.keys = append(o.keys, priorityKey{o.distance(p), p})
	}
	slices.SortFunc(o.keys, func(a, b priorityKey) int { return cmp.Compare(b.distance, a.distance) })
	for i := range o.keys {
		pending[i] = o.keys[i].pos
	}
}

// distance returns the squared distance of a section from the camera, in sections, weighted by whether it is in view.
func (o *priority) distance(p world.SectionPos) float32 {
	x, y, z := float64(p.X-o.eyeSection.X), float64(p.Y-o.eyeSection.Y), float64(p.Z-o.eyeSection.Z)
	d := x*x + y*y + z*z
	if d > alwaysInView*alwaysInView && x*o.direction[0]+y*o.direction[1]+z*o.direction[2] < inViewCos*math.Sqrt(d) {
		d *= behindFactor * behindFactor
	}
	return float32(d)
}
