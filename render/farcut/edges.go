package farcut

// edges are the edges that were cut, each with the point at which it was first; what is left of it on both sides are edges as well.
type edges struct {
	points map[edge]point
}

// edge is an edge in one of its two directions.
type edge struct{ a, b point }

// edgeOf returns the same for both directions.
func edgeOf(a, b *point) edge {
	if a.x > b.x || a.x == b.x && (a.z > b.z || a.z == b.z && a.y > b.y) {
		a, b = b, a
	}
	return edge{*a, *b}
}

func (e *edges) clear() {
	if e.points == nil {
		e.points = map[edge]point{}
	}
	clear(e.points)
}

// cut notes where an edge is cut that was not yet.
func (e *edges) cut(a, b *point, at point) { e.points[edgeOf(a, b)] = at }

// cross reports whether an edge of a triangle was cut.
func (e *edges) cross(p *[3]corner) bool {
	for k := range p {
		a, b := &p[k].point, &p[(k+1)%3].point
		if _, ok := e.at(a, b); ok {
			return true
		}
	}
	return false
}

// at returns where an edge was cut. Only at borders it may have been.
func (e *edges) at(a, b *point) (v point, ok bool) {
	if !crosses(a.x, b.x) && !crosses(a.z, b.z) {
		return v, false
	}
	v, ok = e.points[edgeOf(a, b)]
	return v, ok
}

// crosses reports whether there is a border of columns between two places.
func crosses(a, b int32) bool {
	a, b = min(a, b), max(a, b)
	return (a/columnSide+1)*columnSide < b
}

// expand appends a polygon to another, with all points at which its edges were cut.
func (e *edges) expand(to, p []corner) []corner {
	for i := range p {
		to = append(to, p[i])
		to = e.between(to, p[i], &p[(i+1)%len(p)].point)
	}
	return to
}

// between appends the points at which an edge was cut. They look as its first corner.
func (e *edges) between(to []corner, a corner, b *point) []corner {
	v, ok := e.at(&a.point, b)
	if !ok {
		return to
	}
	mid := a
	mid.point, mid.of = v, added
	to = e.between(to, a, &v)
	return e.between(append(to, mid), mid, b)
}
