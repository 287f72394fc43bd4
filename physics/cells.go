package physics

import "voxtide/world"

const (
	unit = world.Unit
	part = unit / 16 // of the boxes of a block
	x    = world.AxisX
	y    = world.AxisY
	z    = world.AxisZ
)

// cells reads blocks and keeps the section that it read last. What is not there reads as air.
type cells struct {
	w   *world.World
	sec *world.Section
	pos world.SectionPos
	has bool
}

// shape returns the shape of the block at a position.
func (c *cells) shape(px, py, pz int32) world.Shape {
	p := world.SectionPos{X: px >> 4, Y: py >> 4, Z: pz >> 4}
	if !c.has || p != c.pos {
		c.turn(p)
	}
	if c.sec == nil {
		return world.ShapeEmpty
	}
	return c.sec.Get(int(px&15) | int(pz&15)<<4 | int(py&15)<<8).Shape()
}

// turn takes up another section; one of air is as good as none.
func (c *cells) turn(p world.SectionPos) {
	c.pos, c.has = p, true
	c.sec = c.w.Section(p)
	if c.sec != nil && c.sec.Count() == 0 {
		c.sec = nil
	}
}

// box is a box in position units.
type box struct{ lo, hi world.Vec }

// bodyBox returns the box of a body of kind k whose underside has its middle at p.
func bodyBox(k *world.EntityInfo, p world.Vec) box {
	return box{
		world.Vec{p[x] - k.HalfWidth, p[y], p[z] - k.HalfWidth},
		world.Vec{p[x] + k.HalfWidth, p[y] + k.Height, p[z] + k.HalfWidth},
	}
}

// overlaps tells whether two boxes have an inner point in common.
func (a *box) overlaps(b *box) bool {
	return a.lo[x] < b.hi[x] && b.lo[x] < a.hi[x] &&
		a.lo[y] < b.hi[y] && b.lo[y] < a.hi[y] &&
		a.lo[z] < b.hi[z] && b.lo[z] < a.hi[z]
}

// span is a range of cells, both ends inclusive.
type span struct{ lo, hi [3]int32 }

// span returns the cells that have an inner point in common with the box.
func (a *box) span() (s span) {
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
		world.Vec{o[x] + int64(b.Lo[x])*part, o[y] + int64(b.Lo[y])*part, o[z] + int64(b.Lo[z])*part},
		world.Vec{o[x] + int64(b.Hi[x])*part, o[y] + int64(b.Hi[y])*part, o[z] + int64(b.Hi[z])*part},
	}
}

// clear tells whether the box overlaps nothing solid.
func (c *cells) clear(a *box) bool {
	s := a.span()
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

// bounds returns the smallest box around all solid boxes that overlap a; ok is false if there is none.
func (c *cells) bounds(a *box) (b box, ok bool) {
	s := a.span()
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

// Free tells whether the box of a body of kind k at pos overlaps nothing solid; touching is no overlap.
func Free(w *world.World, k *world.EntityInfo, pos world.Vec) bool {
	b := bodyBox(k, pos)
	c := cells{w: w}
	return c.clear(&b)
}

// Supported tells whether something solid touches the underside of the box of a body of kind k at pos.
func Supported(w *world.World, k *world.EntityInfo, pos world.Vec) bool {
	c := cells{w: w}
	return c.supports(k, pos)
}

func (c *cells) supports(k *world.EntityInfo, pos world.Vec) bool {
	if pos[y]%part != 0 { // every top is a multiple
		return false
	}
	b := bodyBox(k, pos)
	b.lo[y], b.hi[y] = pos[y]-1, pos[y]
	s := b.span()
	py := s.lo[y]
	top := int8((pos[y] - int64(py)*unit) / part)
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
