package far

import "voxtide/client/tin"

// farthest is how far a corner of the land may be from the few triangles, in tolerances. From right triangles, whose cuts alone are measured, it may be twice that far; with 1 both are as far away on average,
// with 1.25 the few ones a sixth farther, and half as many again are left out.
var farthest = [...]float32{Fine: 1, Plain: 1.25}

// edgePart is how much nearer edges are to the land than the rest may be: where an edge is above the land and the triangles beside it below, one sees a ridge along it.
const edgePart = 0.5

// addNet makes the surface of few triangles, with its skirts. Its edges depend on the heights along them alone, so those of a neighbour of the same level, which has the same heights there, are the same. Land that
// rises and falls by just about the tolerance may need more triangles than right ones.
func (b *meshBuilder) addNet() {
	if b.net == nil {
		b.net = tin.New(side)
	}
	limit := tolerance(b.detail, b.t.Place.Level)
	b.useEdges(limit * edgePart)
	b.net.Build(b.heights[:], b.used[:], farthest[b.detail]*limit)
	b.surface.clear()
	b.to = &b.surface
	b.net.Triangles(func(p, q, r int) {
		q, r = r, q // as they are seen from above
		b.triangle(p%side, p/side, q%side, q/side, r%side, r/side)
	})
	b.addSkirts()
}

// useEdges uses no corners but those on the edges that a tolerance asks for.
func (b *meshBuilder) useEdges(limit float32) {
	const far = side - 1
	clear(b.used[:])
	for _, line := range [...][2]int{{0, 1}, {far * side, 1}, {0, side}, {far, side}} { // the first corner, and from one to the next
		b.used[line[0]], b.used[line[0]+far*line[1]] = true, true
		b.useEdge(line[0], line[0]+far*line[1], line[1], limit)
	}
}

// useEdge uses corners between two of an edge, which are a step apart each.
func (b *meshBuilder) useEdge(from, to, step int, limit float32) {
	if to-from == step || b.edgeError(from, to, step) <= limit {
		return
	}
	mid := (from + to) / 2
	b.used[mid] = true
	b.useEdge(from, mid, step, limit)
	b.useEdge(mid, to, step, limit)
}

// edgeError returns how far corners between two of an edge are from the line between those, at most. With half the tolerance no neighbour has an edge that skirts do not know of (lowestEdge): the middle of a part is at
// most twice as far from the line of that part.
func (b *meshBuilder) edgeError(from, to, step int) (e float32) {
	slope := (b.heights[to] - b.heights[from]) / float32((to-from)/step)
	for k := from + step; k < to; k += step {
		d := b.heights[k] - b.heights[from] - slope*float32((k-from)/step)
		e = max(e, d, -d)
	}
	return e
}
