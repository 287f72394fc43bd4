package far

import (
	"cmp"
	"slices"

	"voxtide/render/scene"
)

// columnWide is the width of a column, in blocks.
const columnWide = 16

// walls are the strips of an edge. Strips that meet at an upright line share all corners on it: where one ends, the other gets a corner. Otherwise rounding opens the line here and there, and through it one
// sees the sky.
type walls struct {
	origin [2]int32
	strips []strip
	rows   []stripCorner        // of strips: ends are parts of it
	lines  map[[2]int32][]int16 // heights of corners by place, in no order
	chains [2][]stripCorner
}

// strip is a piece of wall on a side of a column, between two upright lines, seen from where from is on the left.
type strip struct {
	column   [2]int32
	side     columnSide
	from, to int32
	ends     [2][]stripCorner // from the top down
}

// stripCorner is a corner of a strip: its height in scene.FarHeightUnits, and how it looks.
type stripCorner struct {
	y      int16
	flags  uint32
	colour uint32
}

// begin begins an edge with a corner, in blocks.
func (w *walls) begin(origin [2]int32) {
	w.origin, w.strips, w.rows = origin, w.strips[:0], w.rows[:0]
	if w.lines == nil {
		w.lines = map[[2]int32][]int16{}
	}
	clear(w.lines)
}

// place returns where an upright line of a side stands, in blocks from the corner of the edge.
func (w *walls) place(p *strip, along int32) [2]int32 {
	return [2]int32{p.column[0]*columnWide + p.side.x + p.side.dx*along - w.origin[0], p.column[1]*columnWide + p.side.z + p.side.dz*along - w.origin[1]}
}

// add adds a copy of a strip.
func (w *walls) add(p *strip) {
	w.strips = append(w.strips, *p)
	for e, along := range [...]int32{p.from, p.to} {
		from := len(w.rows)
		w.rows = append(w.rows, p.ends[e]...)
		w.strips[len(w.strips)-1].ends[e] = w.rows[from:len(w.rows):len(w.rows)]
		at := w.place(p, along)
		line := w.lines[at]
		for _, c := range p.ends[e] {
			if !slices.Contains(line, c.y) {
				line = append(line, c.y)
			}
		}
		w.lines[at] = line
	}
}

// emit adds the triangles of all strips to a mesh, as many as there are numbers for.
func (w *walls) emit(m *scene.FarMesh) {
	for _, line := range w.lines {
		slices.SortFunc(line, func(a, b int16) int { return cmp.Compare(b, a) }) // from the top down
	}
	for i := range w.strips {
		p := &w.strips[i]
		from := len(m.Vertices) / scene.FarVertexWords
		var n [2]int
		for e, along := range [...]int32{p.from, p.to} {
			at := w.place(p, along)
			w.chains[e] = chain(w.chains[e][:0], p.ends[e], w.lines[at])
			n[e] = len(w.chains[e])
			for _, c := range w.chains[e] {
				m.Vertices = append(m.Vertices, uint32(at[0])|uint32(at[1])<<16, uint32(uint16(c.y))|c.flags, c.colour)
			}
		}
		if from+n[0]+n[1] > 1<<16 {
			m.Vertices = m.Vertices[:from*scene.FarVertexWords]
			return
		}
		left, right := w.chains[0], w.chains[1]
		for a, b := 0, 0; a+1 < n[0] || b+1 < n[1]; {
			i, k := uint16(from+a), uint16(from+n[0]+b)
			if b+1 == n[1] || a+1 < n[0] && int(left[0].y)-int(left[a+1].y) <= int(right[0].y)-int(right[b+1].y) {
				m.Indices = append(m.Indices, i, i+1, k)
				a++
			} else {
				m.Indices = append(m.Indices, k, i, k+1)
				b++
			}
		}
	}
}

// chain appends the corners of one end of a strip, and those that others have between them: their colour is as dark as that of both, by their height.
func chain(to, end []stripCorner, line []int16) []stripCorner {
	for i, c := range end {
		if i > 0 {
			before := end[i-1]
			for _, y := range line {
				if y < before.y && y > c.y {
					part := float32(before.y-y) / float32(before.y-c.y)
					shade := float32(before.colour>>24)*(1-part) + float32(c.colour>>24)*part
					to = append(to, stripCorner{y, c.flags, c.colour&0xFFFFFF | uint32(shade)<<24})
				}
			}
		}
		to = append(to, c)
	}
	return to
}
