package farcut

// triangulate calls add for the triangles of a convex polygon, which it uses up. Corners may lie on a straight line, but none of the triangles is as thin as one: a driver leaves such a triangle out,
// though after rounding it would cover some pixels, and between its neighbours there is nothing else.
func triangulate(p []corner, add func(a, b, c *corner)) {
	upright := isUpright(p)
	for len(p) > 3 {
		i := earOf(p, upright)
		if i < 0 {
			break
		}
		n := len(p)
		add(&p[(i+n-1)%n], &p[i], &p[(i+1)%n])
		p = append(p[:i], p[i+1:]...)
	}
	for k := 2; k < len(p); k++ {
		add(&p[0], &p[k-1], &p[k])
	}
}

// earOf returns a corner after one that lies on a straight line: cut off, it makes the latter a corner. Below 0 there is none.
func earOf(p []corner, upright bool) int {
	n := len(p)
	straight := isStraight(&p[n-2], &p[n-1], &p[0], upright)
	for i := range p {
		now := isStraight(&p[(i+n-1)%n], &p[i], &p[(i+1)%n], upright)
		if straight && !now {
			return i
		}
		straight = now
	}
	return -1
}

// isUpright reports whether a polygon is a wall: a line, seen from above.
func isUpright(p []corner) bool {
	for k := 2; k < len(p); k++ {
		if area(&p[0], &p[1], &p[k]) != 0 {
			return false
		}
	}
	return area(&p[0], &p[len(p)/2], &p[len(p)-1]) == 0
}

// area returns twice the area of a triangle seen from above.
func area(a, b, c *corner) int32 { return (b.x-a.x)*(c.z-a.z) - (c.x-a.x)*(b.z-a.z) }

// isStraight reports whether a corner lies on the line between two others; on that of a wall it does where it was rounded away from it.
func isStraight(a, b, c *corner, upright bool) bool {
	if !upright {
		return area(a, b, c) == 0
	}
	along, after := b.x-a.x+b.z-a.z, c.x-b.x+c.z-b.z
	cross := along*(c.y-b.y) - after*(b.y-a.y)
	return max(cross, -cross) <= max(along, -along)+max(after, -after)
}
