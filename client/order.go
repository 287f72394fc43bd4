package client

import (
	"cmp"
	"math"
	"slices"

	"voxtide/scene"
	"voxtide/world"
)

// order is the order that pending sections are in: those first that are near, and of two as near the one that is in view. What
// the eye does not see counts as behindFar times as far, for it may turn.
type order struct {
	here world.SectionPos // the section that the eye was in
	look [3]float64       // and where it looked to
	left int              // pictures until pending is put in order again
	keys []orderKey
}

type orderKey struct {
	far float32
	at  world.SectionPos
}

const (
	sortEvery = 20   // pictures
	turnMost  = 0.97 // the cosine of the turn, 14 degrees, after which the order is another
	inView    = 0.45 // the cosine of the widest angle in view: the corners of a wide window, 63 degrees
	behindFar = 2
	allSeen   = 2 // sections within which a section is large, and may be in view though its middle is not
)

// arrange puts what is pending in order if the eye has moved on or turned, or some pictures have passed.
func (v *view) arrange(eye *scene.Camera) {
	o := &v.order
	here := cellOf(eye.Pos).Section()
	sy, cy := math.Sincos(float64(eye.Yaw))
	sp, cp := math.Sincos(float64(eye.Pitch))
	look := [3]float64{sy * cp, sp, -cy * cp}
	moved := here != o.here
	if moved {
		v.level(here)
	}
	turned := look[0]*o.look[0]+look[1]*o.look[1]+look[2]*o.look[2] < turnMost
	if o.left--; o.left > 0 && !moved && !turned {
		return
	}
	o.left, o.look = sortEvery, look
	o.keys = o.keys[:0]
	for _, p := range v.pending {
		o.keys = append(o.keys, orderKey{o.far(p), p})
	}
	slices.SortFunc(o.keys, func(a, b orderKey) int { return cmp.Compare(b.far, a.far) }) // the first last
	for i := range o.keys {
		v.pending[i] = o.keys[i].at
	}
}

// far returns how far off a section counts, squared.
func (o *order) far(p world.SectionPos) float32 {
	x, y, z := float64(p.X-o.here.X), float64(p.Y-o.here.Y), float64(p.Z-o.here.Z)
	d := x*x + y*y + z*z
	if d > allSeen*allSeen && x*o.look[0]+y*o.look[1]+z*o.look[2] < inView*math.Sqrt(d) {
		d *= behindFar * behindFar
	}
	return float32(d)
}
