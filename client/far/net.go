package far

import "voxtide/client/tin"

// addNet makes the surface of few triangles, over the same corners of the border as the right triangles: no corner of the land is farther from it than the tolerance. Land that rises
// and falls by just about that needs more of them than of right triangles, which may be twice as far away.
func (b *meshBuilder) addNet(limit float32) {
	if b.net == nil {
		b.net = tin.New(side)
	}
	for z := 1; z < side-1; z++ {
		clear(b.used[z*side+1 : z*side+side-1]) // all but the border
	}
	b.net.Build(b.heights[:], b.used[:], limit)
	b.surface.clear()
	b.to = &b.surface
	b.net.Triangles(func(p, q, r int) {
		q, r = r, q // as they are seen from above
		ax, az, bx, bz, cx, cz := p%side, p/side, q%side, q/side, r%side, r/side
		b.triangle(ax, az, bx, bz, cx, cz, b.sea.under(&b.t.Cells, ax, az, bx, bz, cx, cz))
	})
}
