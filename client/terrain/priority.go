package terrain

import (
	"cmp"
	"math"
	"slices"

	"voxtide/render/scene"
	"voxtide/world"
)

// priority orders the sections that wait for a mesh: near ones first, and of two at the same distance the one in view. Those at the surface of a column are
// as far as the nearest of them, so that they are meshed one after the other. A section outside the view counts as behindFactor times as far, because
// the camera may turn.
type priority struct {
	eyeSection world.SectionPos // the section of the camera
	direction  [3]float64       // of the camera's look, at the last sort
	spare      []waiting
}

// waiting is a section that waits for a mesh, with its distance at the last sort or when it came after that.
type waiting struct {
	distance float32
	pos      world.SectionPos
}

const (
	turnCos      = 0.97 // cosine of the turn, 14 degrees, after which the sections are sorted again
	inViewCos    = 0.45 // cosine of the widest angle in view: the corners of a wide window, 63 degrees
	behindFactor = 2
	alwaysInView = 2 // sections: nearer ones may be in view even if their middle is not
)

// later orders sections, the most urgent last: those of a column that are equally far follow one on another.
func later(a, b waiting) int {
	if a.distance != b.distance {
		return cmp.Compare(b.distance, a.distance)
	}
	return cmp.Or(cmp.Compare(a.pos.X, b.pos.X), cmp.Compare(a.pos.Z, b.pos.Z), cmp.Compare(a.pos.Y, b.pos.Y))
}

// sort sorts sections, the most urgent last, of which the first are sorted. All are if the camera has moved to another section or turned, else only those that came since.
func (o *priority) sort(g *grid, pending []waiting, sorted int, eye *scene.Camera, moved bool) {
	sy, cy := math.Sincos(float64(eye.Yaw))
	sp, cp := math.Sincos(float64(eye.Pitch))
	look := [3]float64{sy * cp, sp, -cy * cp}
	if moved || look[0]*o.direction[0]+look[1]*o.direction[1]+look[2]*o.direction[2] < turnCos {
		o.direction, sorted = look, 0
		for i := range pending {
			pending[i].distance = o.distance(g, pending[i].pos)
		}
	}
	slices.SortFunc(pending[sorted:], later)
	if sorted > 0 && sorted < len(pending) {
		o.merge(pending, sorted)
	}
}

// merge merges two sorted parts.
func (o *priority) merge(pending []waiting, at int) {
	o.spare = append(o.spare[:0], pending[at:]...)
	for i, j, to := at-1, len(o.spare)-1, len(pending)-1; j >= 0; to-- {
		if i >= 0 && later(pending[i], o.spare[j]) > 0 {
			pending[to], i = pending[i], i-1
		} else {
			pending[to], j = o.spare[j], j-1
		}
	}
}

// distance returns the squared distance of a section from the camera, in sections, weighted by whether it is in view.
func (o *priority) distance(g *grid, p world.SectionPos) float32 {
	y := p.Y - o.eyeSection.Y
	if c := g.column(p); c != nil {
		if from, to := c.surface(); p.Y >= from && p.Y <= to {
			y = max(from-o.eyeSection.Y, min(to-o.eyeSection.Y, 0))
		}
	}
	x, up, z := float64(p.X-o.eyeSection.X), float64(y), float64(p.Z-o.eyeSection.Z)
	d := x*x + up*up + z*z
	if d > alwaysInView*alwaysInView && x*o.direction[0]+up*o.direction[1]+z*o.direction[2] < inViewCos*math.Sqrt(d) {
		d *= behindFactor * behindFactor
	}
	return float32(d)
}
