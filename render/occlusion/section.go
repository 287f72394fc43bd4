package occlusion

import (
	"math/bits"

	"voxtide/render/scene"
)

const side = 16 // blocks of a section

// AddSection adds the opaque blocks of a section. base is its corner relative to the eye, and away says on which side of the eye's
// section it lies along each axis: below 0, 0 for the same, above 0.
//
// What touches a section counts only on the side of the eye: those neighbours come before it on each line of sight. The others
// come behind it, and are asked about later.
func (p *Panorama) AddSection(s *scene.Solid, base [3]float32, away [3]int32) {
	if !s.Any && !s.Buried {
		return
	}
	rows := uint32(withinRows)
	switch {
	case away[1] > 0:
		rows |= 1
	case away[1] < 0:
		rows |= 1 << (side + 1)
	}
	for face := range axes {
		if p.only&(1<<face) == 0 {
			continue
		}
		a := &axes[face]
		c := sliced{face: face, ahead: base[a.ahead], beside: base[a.side], up: base[1] - 1, first: 1, last: side, rows: rows}
		if a.sign < 0 {
			c.ahead = -c.ahead - side
		}
		if far := c.ahead + side; far < nearest || max(c.ahead, c.beside, -c.beside-side) > far {
			continue // nothing of it lies in the directions of the face
		}
		switch {
		case away[a.side] > 0:
			c.first--
		case away[a.side] < 0:
			c.last++
		}
		p.clip(&c)
		if s.Buried {
			p.addBuried(&c)
		} else {
			p.addSlices(&c, s)
		}
	}
}

// withinRows are the bits of a column that lie within the section.
const withinRows = 1<<(side+1) - 2

// sliced is a section cut into slices across the line of sight of a face.
type sliced struct {
	face              int
	ahead, beside, up float32 // corner of the section as the face sees it, one block below it
	first, last       int     // columns sideways that count
	rows              uint32  // bits of a column that count
}

// clip leaves out the columns of a section that do not count: two side by side reach from one block below their number to one above it.
func (p *Panorama) clip(c *sliced) {
	from, to := float32(p.from-binsPerUnit)/binsPerUnit, float32(p.to-binsPerUnit)/binsPerUnit
	low := min(from*max(c.ahead, 0), from*(c.ahead+side)) - c.beside
	high := max(to*max(c.ahead, 0), to*(c.ahead+side)) - c.beside
	c.first, c.last = max(c.first, floor(low)-1), min(c.last, ceil(high)+2)
}

// addBuried adds a section that is opaque all over, as are those that touch its faces. Of those that touch an edge of it alone nothing is
// known.
func (p *Panorama) addBuried(c *sliced) {
	low, high := c.beside+float32(c.first-1), c.beside+float32(c.last)
	for _, d := range [...]float32{c.ahead, c.ahead + side - 1} {
		p.addRuns(c, withinRows, d, low, high)
		p.addRuns(c, c.rows, d, c.beside, c.beside+side)
	}
}

// addSlices adds what is opaque of each slice. Two columns side by side are one rectangle, so that each overlaps with the next.
func (p *Panorama) addSlices(c *sliced, s *scene.Solid) {
	a := &axes[c.face]
	along, across := 1, scene.SolidEdge
	if a.ahead == 2 {
		along, across = across, along
	}
	for n := range side {
		d, at := c.ahead+float32(n), (n+1)*along
		if a.sign < 0 {
			at = (side - n) * along
		}
		begin, open := c.first, uint32(0)
		for k := c.first; k < c.last; k++ {
			set := s.Columns[at+k*across] & s.Columns[at+(k+1)*across] & c.rows
			if set != open {
				p.addRuns(c, open, d, c.beside+float32(begin-1), c.beside+float32(k))
				begin, open = k, set
			}
		}
		p.addRuns(c, open, d, c.beside+float32(begin-1), c.beside+float32(c.last))
	}
}

// addRuns adds the runs of blocks of columns from one place sideways to another, in the slice at a distance. What lies below the eye is seen
// highest at its far side, what lies above it at its near one.
func (p *Panorama) addRuns(c *sliced, set uint32, d, s0, s1 float32) {
	for set != 0 {
		from := bits.TrailingZeros32(set)
		to := from + bits.TrailingZeros32(^(set >> from))
		set = set >> to << to
		y0, y1 := c.up+float32(from), c.up+float32(to)
		at := d
		if y1 <= 0 {
			at++
		}
		if at >= nearest {
			p.addCut(c.face, binsPerUnit/at, s0, s1, y0, y1)
		}
	}
}
