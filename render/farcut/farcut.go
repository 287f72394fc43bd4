// Package farcut cuts the triangles of far land along the borders of columns, so that none lies over a column whose sections are drawn.
//
// Job: Cut makes the part of a mesh that lies over the other columns. A driver on the CPU pays for pixels that a program discards as for
// others, and more for those of each program that may discard any. Owner: who made it; one goroutine uses it. Invariants: what Cut returns and
// what it leaves out are the mesh together, and no point of the mesh moves by more than a unit of height.
package farcut

import "voxtide/render/scene"

// columnSide is the width of a column, in blocks.
const columnSide = 16

// verticesMax is how many vertices indices can name.
const verticesMax = 1 << 16

// Cutter cuts meshes. The zero value is ready; what Cut returns is valid until the next Cut.
type Cutter struct {
	Vertices []uint32 // those of the mesh, and after them those that cuts add
	Indices  []uint16
	Own      int // as of a scene.FarMesh

	drawn []bool
	wide  int32
}

// corner is a corner of a polygon.
type corner struct {
	x, y, z int32 // in blocks, y in scene.FarHeightUnits
	index   int   // of its vertex; below 0: it has none yet
	flags   uint32
	colour  uint32
}

// Cut cuts a mesh; drawn says in which of its columns sections are drawn, by x + z * its width in columns.
func (c *Cutter) Cut(m *scene.FarMesh, drawn []bool) {
	c.drawn, c.wide = drawn, m.Width/columnSide
	c.Vertices, c.Indices, c.Own = append(c.Vertices[:0], m.Vertices...), c.Indices[:0], 0
	for i := 0; i+2 < len(m.Indices); i += 3 {
		before := len(c.Indices)
		var p [3]corner
		for k, n := range m.Indices[i : i+3] {
			w := m.Vertices[int(n)*scene.FarVertexWords:]
			p[k] = corner{int32(w[0] & 0xFFFF), int32(int16(w[1])), int32(w[0] >> 16), int(n), w[1] & 0xFFFF0000, w[2]}
		}
		c.add(p[:])
		if i >= len(m.Indices)-m.Own {
			c.Own += len(c.Indices) - before
		}
	}
}

// add adds what is left of a convex polygon.
func (c *Cutter) add(p []corner) {
	x0, z0, x1, z1 := p[0].x, p[0].z, p[0].x, p[0].z
	for _, v := range p[1:] {
		x0, z0, x1, z1 = min(x0, v.x), min(z0, v.z), max(x1, v.x), max(z1, v.z)
	}
	some, all := c.look(x0, z0, x1, z1)
	switch {
	case all:
		return
	case !some || len(c.Vertices) > (verticesMax-64)*scene.FarVertexWords:
		for k := 2; k < len(p); k++ {
			c.Indices = append(c.Indices, c.number(&p[0]), c.number(&p[k-1]), c.number(&p[k]))
		}
		return
	}
	// Some are and some are not, so it is more than a column wide: it is cut at the border that is nearest to its middle.
	if x1-x0 >= z1-z0 {
		c.split(p, func(v *corner) *int32 { return &v.x }, func(v *corner) *int32 { return &v.z }, border(x0, x1))
	} else {
		c.split(p, func(v *corner) *int32 { return &v.z }, func(v *corner) *int32 { return &v.x }, border(z0, z1))
	}
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
func (c *Cutter) split(p []corner, along, across func(*corner) *int32, at int32) {
	var low, high [12]corner
	l, h := low[:0], high[:0]
	for i := range p {
		a, b := &p[i], &p[(i+1)%len(p)]
		from, to := *along(a), *along(b)
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
			v := corner{index: -1, flags: a.flags, colour: a.colour}
			*along(&v) = at
			*across(&v) = *across(a) + between(*across(b)-*across(a), at-from, to-from)
			v.y = a.y + between(b.y-a.y, at-from, to-from)
			v.index = c.append(&v)
			l, h = append(l, v), append(h, v)
		}
	}
	if len(l) > 2 {
		c.add(l)
	}
	if len(h) > 2 {
		c.add(h)
	}
}

// between returns a part of a difference, rounded up.
func between(difference, part, of int32) int32 {
	n := difference * part
	if n > 0 {
		n += of - 1
	}
	return n / of
}

func (c *Cutter) number(v *corner) uint16 { return uint16(v.index) }

func (c *Cutter) append(v *corner) int {
	n := len(c.Vertices) / scene.FarVertexWords
	c.Vertices = append(c.Vertices, uint32(v.x)|uint32(v.z)<<16, uint32(uint16(int16(v.y)))|v.flags, v.colour)
	return n
}
