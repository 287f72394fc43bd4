package tin

import "slices"

// insert makes a corner within a triangle, or on an edge of it, a corner of triangles, and notes which have changed.
func (n *Net) insert(t, corner int32) {
	n.legalize, n.changed = n.legalize[:0], n.changed[:0]
	v := n.triangles[t].corners
	on := none
	for k, a := range v {
		if n.area(a, v[(k+1)%3], corner) == 0 {
			on = k
		}
	}
	if on == none {
		n.splitTriangle(t, corner)
	} else {
		n.splitEdge(t, on, corner)
	}
	n.changed = append(n.changed, n.legalize...)
	for len(n.legalize) > 0 {
		last := len(n.legalize) - 1
		t := n.legalize[last]
		n.legalize = n.legalize[:last]
		n.flip(t)
	}
	slices.Sort(n.changed)
	n.changed = slices.Compact(n.changed)
}

// splitTriangle cuts a triangle in three at a corner within.
func (n *Net) splitTriangle(t, corner int32) {
	v, beyond := n.triangles[t].corners, n.triangles[t].neighbour
	p, q := int32(len(n.triangles)), int32(len(n.triangles)+1)
	n.triangles[t] = triangle{[3]int32{v[0], v[1], corner}, [3]int32{beyond[0], p, q}}
	n.add(triangle{[3]int32{v[1], v[2], corner}, [3]int32{beyond[1], q, t}})
	n.add(triangle{[3]int32{v[2], v[0], corner}, [3]int32{beyond[2], t, p}})
	n.replace(beyond[1], t, p)
	n.replace(beyond[2], t, q)
	n.legalize = append(n.legalize, t, p, q)
}

// splitEdge cuts a triangle, and that beyond an edge of it, in two at a corner on that edge.
func (n *Net) splitEdge(t int32, edge int, corner int32) {
	v, beyond := n.triangles[t].corners, n.triangles[t].neighbour
	a, b, c := v[edge], v[(edge+1)%3], v[(edge+2)%3]
	other, bc, ca := beyond[edge], beyond[(edge+1)%3], beyond[(edge+2)%3]
	n.triangles[t] = triangle{[3]int32{c, a, corner}, [3]int32{ca, none, none}}
	p := n.add(triangle{[3]int32{b, c, corner}, [3]int32{bc, t, none}})
	n.triangles[t].neighbour[2] = p
	n.replace(bc, t, p)
	n.legalize = append(n.legalize, t, p)
	if other == none {
		return
	}
	u := n.triangles[other]
	k := u.edgeTo(t)
	d, ad, db := u.corners[(k+2)%3], u.neighbour[(k+1)%3], u.neighbour[(k+2)%3]
	n.triangles[other] = triangle{[3]int32{a, d, corner}, [3]int32{ad, none, t}}
	q := n.add(triangle{[3]int32{d, b, corner}, [3]int32{db, p, other}})
	n.triangles[other].neighbour[1] = q
	n.replace(db, other, q)
	n.triangles[t].neighbour[1], n.triangles[p].neighbour[2] = other, q
	n.legalize = append(n.legalize, other, q)
}

// flip replaces the first edge of a triangle by that between the last corner and the one opposite beyond, if the latter is within the triangle's circle.
func (n *Net) flip(t int32) {
	v, beyond := n.triangles[t].corners, n.triangles[t].neighbour
	other := beyond[0]
	if other == none {
		return
	}
	u := n.triangles[other]
	k := u.edgeTo(t)
	d := u.corners[(k+2)%3]
	if !n.inCircle(v[0], v[1], v[2], d) {
		return
	}
	ad, db := u.neighbour[(k+1)%3], u.neighbour[(k+2)%3]
	n.triangles[t] = triangle{[3]int32{v[0], d, v[2]}, [3]int32{ad, other, beyond[2]}}
	n.triangles[other] = triangle{[3]int32{d, v[1], v[2]}, [3]int32{db, beyond[1], t}}
	n.replace(ad, other, t)
	n.replace(beyond[1], t, other)
	n.legalize = append(n.legalize, t, other)
	n.changed = append(n.changed, other)
}
