package physics

import (
	"voxtide/timestream"
	"voxtide/world"
)

const (
	unit      = world.Unit
	sixteenth = unit / 16 // of the boxes of a block
	x         = world.AxisX
	y         = world.AxisY
	z         = world.AxisZ
)

// blockReader reads blocks and keeps the section that it read last. A missing section reads as air.
type blockReader struct {
	w   *world.World
	sec *world.Section
	pos world.SectionPos
	has bool
	at  timestream.Time // at which liquids are read
}

// shape returns the shape of the block at a position.
func (c *blockReader) shape(px, py, pz int32) world.Shape {
	p := world.SectionPos{X: px >> 4, Y: py >> 4, Z: pz >> 4}
	if !c.has || p != c.pos {
		c.loadSection(p)
	}
	if c.sec == nil {
		return world.ShapeEmpty
	}
	return c.sec.Get(int(px&15) | int(pz&15)<<4 | int(py&15)<<8).Shape()
}

// loadSection looks up another section; one without blocks counts as missing.
func (c *blockReader) loadSection(p world.SectionPos) {
	c.pos, c.has = p, true
	c.sec = c.w.Section(p)
	if c.sec != nil && c.sec.NonAirCount() == 0 {
		c.sec = nil
	}
}

// box is a box in position units.
type box struct{ lo, hi world.Vec }

// bodyBox returns the box of a body of kind k with its bottom centre at p.
func bodyBox(k *world.EntityInfo, p world.Vec) box {
	return box{
		world.Vec{p[x] - k.HalfWidth, p[y], p[z] - k.HalfWidth},
		world.Vec{p[x] + k.HalfWidth, p[y] + k.Height, p[z] + k.HalfWidth},
	}
}

// overlaps reports whether two boxes have an inner point in common.
func (a *box) overlaps(b *box) bool {
	return a.lo[x] < b.hi[x] && b.lo[x] < a.hi[x] &&
		a.lo[y] < b.hi[y] && b.lo[y] < a.hi[y] &&
		a.lo[z] < b.hi[z] && b.lo[z] < a.hi[z]
}

// cellRange is a range of cells, both ends inclusive.
type cellRange struct{ lo, hi [3]int32 }

// cellRange returns the cells that have an inner point in common with the box.
func (a *box) cellRange() (s cellRange) {
	for i := range s.lo {
		s.lo[i] = int32(world.FloorDiv(a.lo[i], unit))
		s.hi[i] = int32(world.FloorDiv(a.hi[i]-1, unit))
	}
	return s
}

// obstacle returns a box of the block at a position, in position units.
func obstacle(px, py, pz int32, b *world.Box) box {
	o := world.Vec{int64(px) * unit, int64(py) * unit, int64(pz) * unit}
	return box{
		world.Vec{o[x] + int64(b.Lo[x])*sixteenth, o[y] + int64(b.Lo[y])*sixteenth, o[z] + int64(b.Lo[z])*sixteenth},
		world.Vec{o[x] + int64(b.Hi[x])*sixteenth, o[y] + int64(b.Hi[y])*sixteenth, o[z] + int64(b.Hi[z])*sixteenth},
	}
}

// isClear reports whether the box overlaps nothing solid.
func (c *blockReader) isClear(a *box) bool {
	s := a.cellRange()
	for py := s.lo[y]; py <= s.hi[y]; py++ {
		for pz := s.lo[z]; pz <= s.hi[z]; pz++ {
			for px := s.lo[x]; px <= s.hi[x]; px++ {
				sh := c.shape(px, py, pz)
				if sh < world.ShapeFull {
					continue
				}
				if sh == world.ShapeFull {
					return false
				}
				for i := range sh.Boxes() {
					if o := obstacle(px, py, pz, &sh.Boxes()[i]); o.overlaps(a) {
						return false
					}
				}
			}
		}
	}
	return true
}

// solidBounds returns the smallest box around all solid boxes that overlap a; ok is false if there is none.
func (c *blockReader) solidBounds(a *box) (b box, ok bool) {
	s := a.cellRange()
	for py := s.lo[y]; py <= s.hi[y]; py++ {
		for pz := s.lo[z]; pz <= s.hi[z]; pz++ {
			for px := s.lo[x]; px <= s.hi[x]; px++ {
				boxes := c.shape(px, py, pz).Boxes()
				for i := range boxes {
					o := obstacle(px, py, pz, &boxes[i])
					if !o.overlaps(a) {
						continue
					}
					if !ok {
						b, ok = o, true
						continue
					}
					for j := range 3 {
						b.lo[j], b.hi[j] = min(b.lo[j], o.lo[j]), max(b.hi[j], o.hi[j])
					}
				}
			}
		}
	}
	return b, ok
}

// Free reports whether the box of a body of kind k at pos overlaps nothing solid; touching is no overlap.
func Free(w *world.World, k *world.EntityInfo, pos world.Vec) bool {
	b := bodyBox(k, pos)
	c := blockReader{w: w}
	return c.isClear(&b)
}

// supports reports whether something solid touches the underside of the box of a body of kind k at pos.
func (c *blockReader) supports(k *world.EntityInfo, pos world.Vec) bool {
	if pos[y]%sixteenth != 0 { // every top of a box is a multiple
		return false
	}
	b := bodyBox(k, pos)
	b.lo[y], b.hi[y] = pos[y]-1, pos[y]
	s := b.cellRange()
	py := s.lo[y]
	top := int8((pos[y] - int64(py)*unit) / sixteenth)
	for pz := s.lo[z]; pz <= s.hi[z]; pz++ {
		for px := s.lo[x]; px <= s.hi[x]; px++ {
			sh := c.shape(px, py, pz)
			if sh < world.ShapeFull {
				continue
			}
			if sh == world.ShapeFull {
				if top == 16 {
					return true
				}
				continue
			}
			boxes := sh.Boxes()
			for i := range boxes {
				if boxes[i].Hi[y] != top {
					continue
				}
				if o := obstacle(px, py, pz, &boxes[i]); o.overlaps(&b) {
					return true
				}
			}
		}
	}
	return false
}
