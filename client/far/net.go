package far

import "voxtide/client/tin"

// farthest is how far a corner of the land may be from the few triangles, in tolerances. From right triangles, whose cuts alone are measured, it may be twice that far; with 1 both are as far away on average,
// with 1.25 the few ones a sixth farther, and half as many again are left out.
var farthest = [...]float32{Fine: 1, Plain: 1.25}

// addNet makes the surface of few triangles, over the same corners of the border as the right triangles. Land that rises and falls by just about the tolerance may need more of them than of right ones.
func (b *meshBuilder) addNet() {
	if b.net == nil {
		b.net = tin.New(side)
	}
	for z := 1; z < side-1; z++ {
		clear(b.used[z*side+1 : z*side+side-1]) // all but the border
	}
	b.net.Build(b.heights[:], b.used[:], farthest[b.detail]*tolerance(b.detail, b.t.Place.Level))
	b.surface.clear()
	b.to = &b.surface
	b.net.Triangles(func(p, q, r int) {
		q, r = r, q // as they are seen from above
		b.triangle(p%side, p/side, q%side, q/side, r%side, r/side)
	})
}
