package tin

// none is no triangle, and no corner.
const none = -1

// Net is a surface over the corners of a grid. New returns one.
type Net struct {
	side      int // corners of the grid along one side
	heights   []float32
	triangles []triangle
	errors    []float32 // of triangles: how far the corner at worst is from each
	worst     []int32   // of triangles: the corner within, or on an edge, that is farthest from each; none: none is away from it
	legalize  []int32   // triangles whose first edge may have to be flipped
	changed   []int32   // triangles of which the farthest corner is to be found again
	order     []uint64
}

// triangle is one of a net, counter-clockwise with x to the right and z up. Edge k is that from corner k to the next one.
type triangle struct {
	corners   [3]int32
	neighbour [3]int32 // beyond each edge; none: the border is
}

// at returns the place of a corner.
func (n *Net) at(corner int32) (x, z int) { return int(corner) % n.side, int(corner) / n.side }

// area returns twice the area of a triangle: above 0 if it is counter-clockwise.
func (n *Net) area(a, b, c int32) int {
	ax, az := n.at(a)
	bx, bz := n.at(b)
	cx, cz := n.at(c)
	return (bx-ax)*(cz-az) - (bz-az)*(cx-ax)
}

func (n *Net) add(t triangle) (number int32) {
	n.triangles, n.errors, n.worst = append(n.triangles, t), append(n.errors, 0), append(n.worst, none)
	return int32(len(n.triangles) - 1)
}

// replace says that a triangle has another neighbour than before.
func (n *Net) replace(of, before, now int32) {
	if of != none {
		n.triangles[of].neighbour[n.triangles[of].edgeTo(before)] = now
	}
}

// edgeTo returns the edge beyond which a neighbour is.
func (t *triangle) edgeTo(neighbour int32) int {
	switch neighbour {
	case t.neighbour[0]:
		return 0
	case t.neighbour[1]:
		return 1
	default:
		return 2
	}
}

// inCircle reports whether a corner is inside the circle through three others, which are counter-clockwise.
func (n *Net) inCircle(a, b, c, corner int32) bool {
	x, z := n.at(corner)
	ax, az := n.at(a)
	bx, bz := n.at(b)
	cx, cz := n.at(c)
	ax, az, bx, bz, cx, cz = ax-x, az-z, bx-x, bz-z, cx-x, cz-z
	return (ax*ax+az*az)*(bx*cz-cx*bz)-(bx*bx+bz*bz)*(ax*cz-cx*az)+(cx*cx+cz*cz)*(ax*bz-bx*az) > 0
}
