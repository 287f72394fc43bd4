package occlusion

import (
	"math/bits"

	"voxtide/render/scene"
)

// Section is a section as an eye sees it.
type Section struct {
	Solid  *scene.Solid // its opaque blocks; nil if it hides nothing
	Corner [3]float32   // relative to the eye
	Away   [3]int32     // on which side of the eye's section it lies along each axis: below 0, 0 for the same, above 0
}

// hides reports whether a section has opaque blocks.
func (s *Section) hides() bool { return s.Solid != nil && (s.Solid.Any || s.Solid.Buried) }

// withinRows are the bits of a column that lie within the section.
const withinRows = 1<<(side+1) - 2

// cut is a section cut across the line of sight of a face, along the planes between its blocks.
type cut struct {
	face              int
	ahead, beside, up float32 // corner of the section as the face sees it, one block below it
	first, last       int     // columns sideways that count
	rows              uint32  // bits of a column that count
}

// cutFor returns a section as a face sees it, and whether anything of it lies in the directions of the face.
func (s *Section) cutFor(face int) (c cut, ok bool) {
	a := &axes[face]
	c = cut{face: face, ahead: s.Corner[a.ahead], beside: s.Corner[a.side], up: s.Corner[1] - 1, first: 1, last: side, rows: withinRows}
	if a.sign < 0 {
		c.ahead = -c.ahead - side
	}
	switch {
	case s.Away[1] > 0:
		c.rows |= 1
	case s.Away[1] < 0:
		c.rows |= 1 << (side + 1)
	}
	switch {
	case s.Away[a.side] > 0:
		c.first--
	case s.Away[a.side] < 0:
		c.last++
	}
	far := c.ahead + side
	return c, far >= nearest && max(c.ahead, c.beside, -c.beside-side) <= far
}

// clip leaves out the columns of a section that do not count: two side by side reach from one block below their number to one above it.
func (p *Panorama) clip(c *cut) {
	from, to := float32(p.from-binsPerUnit)/binsPerUnit, float32(p.to-binsPerUnit)/binsPerUnit
	low := min(from*max(c.ahead, 0), from*(c.ahead+side)) - c.beside
	high := max(to*max(c.ahead, 0), to*(c.ahead+side)) - c.beside
	c.first, c.last = max(c.first, floor(low)-1), min(c.last, ceil(high)+2)
}

// addPlane adds plane n of a section, from 0 at its near end to 16 at its far one: the far sides of the opaque blocks before it and the near sides of those behind
// it. A line of sight through any of these passes a block. Two columns side by side are one rectangle, so that each overlaps with the next; what has no neighbour is
// one by itself.
func (p *Panorama) addPlane(c *cut, s *scene.Solid, n int) {
	d := c.ahead + float32(n)
	if d < nearest || c.first > c.last {
		return
	}
	if s.Buried {
		if n%buriedStep == 0 {
			p.addRuns(c, withinRows, d, c.beside+float32(c.first-1), c.beside+float32(c.last))
			p.addRuns(c, c.rows, d, c.beside, c.beside+side) // of those that touch an edge of it alone nothing is known
		}
		return
	}
	a := &axes[c.face]
	along, across := 1, scene.SolidEdge
	if a.ahead == 2 {
		along, across = across, along
	}
	near, far := n, n+1 // the columns before the plane and behind it
	if a.sign < 0 {
		near, far = side+1-n, side-n
	}
	before, behind := c.rows, c.rows
	if n == 0 {
		before = 0
	}
	if n == side {
		behind = 0
	}
	near, far = near*along, far*along
	own := s.Column(near+c.first*across)&before | s.Column(far+c.first*across)&behind
	begin, open := c.first, uint32(0) // a rectangle of two columns or more
	for k := c.first; k < c.last; k++ {
		at := (k + 1) * across
		next := s.Column(near+at)&before | s.Column(far+at)&behind
		both := own & next
		if lone := own &^ (open | both); lone != 0 {
			p.addRuns(c, lone, d, c.beside+float32(k-1), c.beside+float32(k))
		}
		if both != open {
			p.addRuns(c, open, d, c.beside+float32(begin-1), c.beside+float32(k))
			begin, open = k, both
		}
		own = next
	}
	p.addRuns(c, open, d, c.beside+float32(begin-1), c.beside+float32(c.last))
	p.addRuns(c, own&^open, d, c.beside+float32(c.last-1), c.beside+float32(c.last))
}

// buriedStep is how many blocks apart the planes of a section are that is opaque all over.
const buriedStep = 4

// addRuns adds the runs of blocks of columns from one place sideways to another, in the plane at a distance.
func (p *Panorama) addRuns(c *cut, set uint32, d, s0, s1 float32) {
	for set != 0 {
		from := bits.TrailingZeros32(set)
		to := from + bits.TrailingZeros32(^(set >> from))
		set = set >> to << to
		p.addCut(c.face, binsPerUnit/d, s0, s1, c.up+float32(from), c.up+float32(to))
	}
}
