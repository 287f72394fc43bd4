// Package tin makes surfaces of few triangles over a square grid of heights: triangulated irregular networks.
//
// Job: Build begins with the corners that a surface must have, its whole border among them, and adds the corner that lies farthest from the triangles until none lies farther than a limit (greedy insertion:
// Garland, Heckbert 1995, "Fast polygonal approximation of terrains and height fields"); Triangles tells what that gives. Owner: who made it; one goroutine uses it.
// Invariants: the triangles cover the square once; their corners are corners of the grid, on the border only those that were given, so surfaces side by side fit; a triangle's circle
// has no other corner inside (Delaunay), so triangles are seldom thin; nothing is allocated once a net has had as many triangles.
package tin

// New returns a net for grids of side corners by side corners, at most 256.
func New(side int) *Net { return &Net{side: side} }

// Build makes the surface. heights are those of the grid's corners, x + side*z; given reports for each whether it must be a corner of a triangle: those at the four ends are in any case. No corner of the grid that
// is not on the border will be farther than limit from a triangle, measured upright.
func (n *Net) Build(heights []float32, given []bool, limit float32) {
	n.heights = heights
	n.triangles, n.errors, n.worst = n.triangles[:0], n.errors[:0], n.worst[:0]
	s := int32(n.side)
	a, b, c, d := int32(0), s-1, (s-1)*s, s*s-1
	n.add(triangle{[3]int32{a, b, c}, [3]int32{none, 1, none}})
	n.add(triangle{[3]int32{b, d, c}, [3]int32{none, none, 0}})
	for i, is := range given {
		if k := int32(i); is && k != a && k != b && k != c && k != d {
			n.insert(n.find(k), k)
		}
	}
	for t := range n.triangles {
		n.measure(int32(t))
	}
	for {
		t := n.farthest(limit)
		if t == none {
			return
		}
		n.insert(t, n.worst[t])
		for _, i := range n.changed {
			n.measure(i)
		}
	}
}

// farthest returns the triangle with the largest error over a limit.
func (n *Net) farthest(limit float32) (t int32) {
	t = none
	for i, e := range n.errors {
		if e > limit {
			t, limit = int32(i), e
		}
	}
	return t
}

// find returns a triangle that has a corner within it or on an edge.
func (n *Net) find(corner int32) int32 {
	t := int32(len(n.triangles) - 1)
walk: // towards the corner: in a triangulation of Delaunay such a walk ends
	for {
		for k, a := range n.triangles[t].corners {
			if n.area(a, n.triangles[t].corners[(k+1)%3], corner) < 0 {
				t = n.triangles[t].neighbour[k]
				continue walk
			}
		}
		return t
	}
}

// measure finds which corner of the grid is farthest from a triangle. Those on the border do not count.
func (n *Net) measure(t int32) {
	v := &n.triangles[t].corners
	ax, az := n.at(v[0])
	bx, bz := n.at(v[1])
	cx, cz := n.at(v[2])
	x0, x1 := max(min(ax, bx, cx), 1), min(max(ax, bx, cx), n.side-2)
	z0, z1 := max(min(az, bz, cz), 1), min(max(az, bz, cz), n.side-2)
	ya, yb, yc := n.heights[v[0]], n.heights[v[1]], n.heights[v[2]]
	all := (bx-ax)*(cz-az) - (bz-az)*(cx-ax)
	alongX := ((yb-ya)*float32(cz-az) - (yc-ya)*float32(bz-az)) / float32(all)
	alongZ := ((yc-ya)*float32(bx-ax) - (yb-ya)*float32(cx-ax)) / float32(all)
	most, worst := float32(0), int32(none)
	for z := z0; z <= z1; z++ {
		// Twice the areas with each edge, above 0 within.
		p := (bx-ax)*(z-az) - (bz-az)*(x0-ax)
		q := (cx-bx)*(z-bz) - (cz-bz)*(x0-bx)
		r := all - p - q
		for x := x0; x <= x1; x++ {
			if p|q|r >= 0 {
				i := int32(x + z*n.side)
				e := n.heights[i] - (ya + alongX*float32(x-ax) + alongZ*float32(z-az))
				if e = max(e, -e); e > most && i != v[0] && i != v[1] && i != v[2] {
					most, worst = e, i
				}
			}
			p, q, r = p-(bz-az), q-(cz-bz), r-(az-cz)
		}
	}
	n.errors[t], n.worst[t] = most, worst
}
