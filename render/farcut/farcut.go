// Package farcut cuts the triangles of far land along the borders of columns, so that none lies over a column whose sections are drawn.
//
// Job: Cut makes the part of a mesh that lies over the other columns. A driver on the CPU pays for pixels that a program discards as for
// others, and more for those of each program that may discard any. Owner: who made it; one goroutine uses it. Invariants: what Cut returns and
// what it leaves out are the mesh together; no point of the mesh moves up, or down by more than a unit of height for each of a few cuts, so that none lies over the wall on a border
// (client/far), between which and the land one would see the sky; and two triangles that share an edge share
// it corner by corner afterwards: where one of them is cut, the other gets the corner, too (edges.go). A corner that only lies on the edge of another triangle, a
// T-junction, would be opened by rounding, of heights here and of pixels in the driver, and through it one would see the sky.
package farcut

import "voxtide/render/scene"

// columnSide is the width of a column, in blocks.
const columnSide = 16

// verticesMax is how many vertices indices can name. Near it nothing is cut any more, and a little nearer nothing gets corners.
const (
	verticesMax = 1 << 16
	cutsMost    = verticesMax - 8192
)

// Cutter cuts meshes. The zero value is ready; what Cut returns is valid until the next Cut.
type Cutter struct {
	Vertices []uint32 // those of the mesh, and after them those that cuts add
	Indices  []uint16
	Own      int // as of a scene.FarMesh

	drawn   []bool
	wide    int32
	edges   edges
	pieces  []piece
	corners []corner          // of pieces
	polygon []corner          // that is emitted
	numbers map[corner]uint16 // of the vertices that were added
}

// point is a place: in blocks, y in scene.FarHeightUnits.
type point struct{ x, y, z int32 }

// corner is a corner of a polygon.
type corner struct {
	point
	flags  uint32
	colour uint32
	of     int32 // its vertex of the mesh; added: none
}

// added is the vertex of corners that are not the mesh's.
const added = -1

// piece is a polygon that is left: corners from and to, or a whole triangle of the mesh by its first index, if there are none.
type piece struct{ from, to, index int }

// Cut cuts the right triangles of a mesh; drawn says in which of its columns sections are drawn, by x + z * its width in columns.
func (c *Cutter) Cut(m *scene.FarMesh, drawn []bool) {
	c.drawn, c.wide = drawn, m.Width/columnSide
	c.Vertices, c.Indices, c.Own = append(c.Vertices[:0], m.Vertices...), c.Indices[:0], 0
	c.pieces, c.corners = c.pieces[:0], c.corners[:0]
	c.edges.clear()
	if c.numbers == nil {
		c.numbers = map[corner]uint16{}
	}
	clear(c.numbers)
	var p [3]corner
	for i := 0; i+2 < len(m.Right.Indices); i += 3 {
		cornersOf(&p, m, i)
		some, all := c.look(boundsOf(p[:]))
		switch {
		case all:
		case some:
			c.add(p[:], i)
		default:
			c.pieces = append(c.pieces, piece{index: i})
		}
	}
	for _, q := range c.pieces {
		before := len(c.Indices)
		if q.from < q.to {
			c.emit(c.corners[q.from:q.to])
		} else if cornersOf(&p, m, q.index); c.edges.cross(&p) {
			c.emit(p[:])
		} else {
			c.Indices = append(c.Indices, m.Right.Indices[q.index:q.index+3]...)
		}
		if q.index >= len(m.Right.Indices)-m.Right.Own {
			c.Own += len(c.Indices) - before
		}
	}
}

// cornersOf returns the corners of a triangle by its first index.
func cornersOf(p *[3]corner, m *scene.FarMesh, i int) {
	for k, n := range m.Right.Indices[i : i+3] {
		w := m.Vertices[int(n)*scene.FarVertexWords:]
		p[k] = corner{point{int32(w[0] & 0xFFFF), int32(int16(w[1])), int32(w[0] >> 16)}, w[1] & 0xFFFF0000, w[2], int32(n)}
	}
}

func boundsOf(p []corner) (x0, z0, x1, z1 int32) {
	x0, z0, x1, z1 = p[0].x, p[0].z, p[0].x, p[0].z
	for _, v := range p[1:] {
		x0, z0, x1, z1 = min(x0, v.x), min(z0, v.z), max(x1, v.x), max(z1, v.z)
	}
	return x0, z0, x1, z1
}

// add adds what is left of a convex polygon, a part of the triangle at an index.
func (c *Cutter) add(p []corner, index int) {
	x0, z0, x1, z1 := boundsOf(p)
	some, all := c.look(x0, z0, x1, z1)
	switch {
	case all:
		return
	case !some || len(c.Vertices) > cutsMost*scene.FarVertexWords:
		from := len(c.corners)
		c.corners = append(c.corners, p...)
		c.pieces = append(c.pieces, piece{from, len(c.corners), index})
		return
	}
	// Some are and some are not, so it is more than a column wide: it is cut at the border that is nearest to its middle.
	if x1-x0 >= z1-z0 {
		c.split(p, index, func(v *point) *int32 { return &v.x }, func(v *point) *int32 { return &v.z }, border(x0, x1))
	} else {
		c.split(p, index, func(v *point) *int32 { return &v.z }, func(v *point) *int32 { return &v.x }, border(z0, z1))
	}
}

// emit adds the triangles of a polygon, with the corners that others have on its edges.
func (c *Cutter) emit(p []corner) {
	c.polygon = c.edges.expand(c.polygon[:0], p)
	if len(c.Vertices) > (verticesMax-len(c.polygon))*scene.FarVertexWords {
		return
	}
	triangulate(c.polygon, func(a, b, d *corner) {
		c.Indices = append(c.Indices, c.number(a), c.number(b), c.number(d))
	})
}

// border returns a border of columns between two places, near their middle.
func border(from, to int32) int32 {
	at := (from + to + columnSide) / 2 / columnSide * columnSide
	if at >= to {
		at -= columnSide
	}
	return at
}

// look reports whether sections are drawn in some column between two corners, and in all. What stands on the last edge belongs to the last columns: those beyond are another mesh's.
func (c *Cutter) look(x0, z0, x1, z1 int32) (some, all bool) {
	last := c.wide*columnSide - 1
	x0, z0, x1, z1 = min(x0, last), min(z0, last), min(max(x1-1, x0), last), min(max(z1-1, z0), last)
	all = true
	for z := z0 / columnSide; z <= z1/columnSide; z++ {
		for x := x0 / columnSide; x <= x1/columnSide; x++ {
			if c.drawn[x+z*c.wide] {
				some = true
			} else {
				all = false
			}
		}
	}
	return some, all
}

// split adds both halves of a polygon: along says by which coordinate it is cut, across is the other one.
func (c *Cutter) split(p []corner, index int, along, across func(*point) *int32, at int32) {
	var all, low, high [16]corner
	p = c.edges.expand(all[:0], p)
	l, h := low[:0], high[:0]
	for i := range p {
		a, b := &p[i], &p[(i+1)%len(p)]
		from, to := *along(&a.point), *along(&b.point)
		if from <= at {
			l = append(l, *a)
		}
		if from >= at {
			h = append(h, *a)
		}
		if from < at && to > at || from > at && to < at {
			if from > to { // the same for both triangles that have this side
				a, b, from, to = b, a, to, from
			}
			v := corner{flags: a.flags, colour: a.colour, of: added}
			*along(&v.point) = at
			*across(&v.point) = *across(&a.point) + between(*across(&b.point)-*across(&a.point), at-from, to-from)
			v.y = a.y + between(b.y-a.y, at-from, to-from)
			c.edges.cut(&a.point, &b.point, v.point)
			l, h = append(l, v), append(h, v)
		}
	}
	if len(l) > 2 {
		c.add(l, index)
	}
	if len(h) > 2 {
		c.add(h, index)
	}
}

// between returns a part of a difference, rounded down.
func between(difference, part, of int32) int32 {
	n := difference * part
	if n < 0 {
		n -= of - 1
	}
	return n / of
}

// number returns the number of the vertex of a corner, which is added if it is not there.
func (c *Cutter) number(v *corner) uint16 {
	if v.of != added {
		return uint16(v.of)
	}
	n, ok := c.numbers[*v]
	if !ok {
		n = uint16(len(c.Vertices) / scene.FarVertexWords)
		c.numbers[*v] = n
		c.Vertices = append(c.Vertices, uint32(v.x)|uint32(v.z)<<16, uint32(uint16(int16(v.y)))|v.flags, v.colour)
	}
	return n
}
