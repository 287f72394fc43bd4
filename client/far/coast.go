package far

import (
	"math"
	"slices"
)

// A triangle over land and water has the colours of its texture all over, and on a plain driver a pixel of that takes several times as long as one of water of a single colour. So right triangles are cut along
// coasts, too.

// coastCut is how many cells of water a cut along a coast has to take out, for one more triangle and others that neighbours need.
const coastCut = 12

// cutCoasts has triangles cut where much of what they lie over is water of one colour, and not all of it.
func (b *meshBuilder) cutCoasts() {
	if c := b.sea.colours; len(c) < 2 || slices.Max(c) == 0 { // water alone, or none
		return
	}
	const far = side - 1
	limit := tolerance(b.detail, b.t.Place.Level)
	clear(b.coasts[:])
	b.findCoasts(0, 0, far, far, far, 0, limit)
	b.findCoasts(far, far, 0, 0, 0, far, limit)
	b.needCoasts(0, 0, far, far, far, 0, limit)
	b.needCoasts(far, far, 0, 0, 0, far, limit)
	b.measure() // and what depends on them
}

// findCoasts finds the cuts of a triangle that take out most water for their number. It returns the colour of the water under all of the triangle, 0 if there is land or other water, and how many cells of water
// are taken out of it or are all of it, less what the cuts cost.
func (b *meshBuilder) findCoasts(ax, ay, bx, by, cx, cy int, limit float32) (colour uint32, gain float32) {
	if abs(ax-cx)+abs(ay-cy) <= 1 {
		if colour = b.sea.colour(&b.t.Cells, ax, ay, bx, by, cx, cy); colour != 0 {
			gain = 0.5
		}
		return colour, gain
	}
	mx, my := (ax+bx)/2, (ay+by)/2
	left, atLeft := b.findCoasts(cx, cy, ax, ay, mx, my, limit)
	right, atRight := b.findCoasts(bx, by, cx, cy, mx, my, limit)
	gain = atLeft + atRight
	if left != 0 && left == right {
		return left, gain
	}
	m := mx + my*side
	if b.errors[m] <= limit { // else it is cut in any case
		gain -= coastCut
	}
	if gain <= 0 {
		return 0, 0
	}
	b.coasts[m] = true
	return 0, gain
}

// needCoasts makes the cuts that were found needed, but for those below a cut that is not.
func (b *meshBuilder) needCoasts(ax, ay, bx, by, cx, cy int, limit float32) {
	mx, my := (ax+bx)/2, (ay+by)/2
	m := mx + my*side
	if abs(ax-cx)+abs(ay-cy) <= 1 || b.errors[m] <= limit && !b.coasts[m] {
		return
	}
	if b.coasts[m] {
		b.errors[m] = math.MaxFloat32
	}
	b.needCoasts(cx, cy, ax, ay, mx, my, limit)
	b.needCoasts(bx, by, cx, cy, mx, my, limit)
}
