package farland

import (
	"voxtide/protocol"
	"voxtide/world"
)

// What players changed. The store says which columns they touched; of those the sections that it has are looked at from above. What stands
// more than standing blocks above the natural ground is a box, what is less, or lower, is the ground.
const (
	standing = 3
	// reach is how far beyond a tile its last corners look.
	reach = 1
	// grain is the width of what boxes are made of, in blocks. A tile with too many boxes is made with a coarser one.
	grain = 2
)

// built is what stands on a tile, by squares of grain blocks.
type built struct {
	side int // squares along a side
	tops []standingTop
}

// standingTop is what stands on a square; the zero value is nothing.
type standingTop struct {
	low, high int16 // y of the lowest and the highest block; equal heights with block Air are nothing
	block     world.Block
}

// addBuilt adds what the store has to a tile that is natural.
func (t *tiles) addBuilt() (err error) {
	p := t.out.Place
	x0, z0 := p.Corner()
	from := world.Pos{X: x0, Z: z0}.Section()
	to := world.Pos{X: x0 + p.Width() - 1 + reach, Z: z0 + p.Width() - 1 + reach}.Section()
	from.Y, to.Y = 0, 0
	all := int(to.X-from.X+1) * int(to.Z-from.Z+1)
	if t.columns, err = t.looks.source.Columns(t.columns[:0], from, to, all); err != nil || len(t.columns) == 0 {
		return err
	}
	t.built.side = int(p.Width()) / grain
	t.built.tops = append(t.built.tops[:0], make([]standingTop, t.built.side*t.built.side)...)
	some := false
	for _, c := range t.columns {
		stands, err := t.addColumn(column{c.X, c.Z})
		if err != nil {
			return err
		}
		some = some || stands
	}
	if some {
		t.addBoxes()
	}
	return nil
}

// addColumn adds a column that was touched, and reports whether something stands there.
func (t *tiles) addColumn(c column) (some bool, err error) {
	l, err := t.looks.of(c)
	if err != nil || !l.any {
		return false, err
	}
	p := t.out.Place
	x0, z0 := p.Corner()
	cell := p.Cell()
	for i := range l.tops {
		s := &l.tops[i]
		if s.block == world.Air {
			continue
		}
		x, z := c.x<<4+int32(i&15), c.z<<4+int32(i>>4)
		dx, dz := x-x0, z-z0
		ground := l.ground[i]
		stands := s.y > ground+standing
		if stands && dx >= 0 && dz >= 0 && dx < p.Width() && dz < p.Width() {
			b := &t.built.tops[int(dx)/grain+int(dz)/grain*t.built.side]
			if b.block == world.Air || s.y > b.high {
				*b = standingTop{low: min(ground, s.y), high: s.y, block: s.block}
			}
			some = true
		}
		if stands || s.y == ground {
			continue
		}
		if dx%cell == 0 && dz%cell == 0 && dx >= 0 && dz >= 0 && dx <= p.Width() && dz <= p.Width() {
			t.out.Heights[dx/cell+dz/cell*protocol.FarSide] = s.y
		}
		if mid := cell / 2; dx%cell == mid && dz%cell == mid && dx >= 0 && dz >= 0 && dx < p.Width() && dz < p.Width() {
			n := int(dx/cell + dz/cell*protocol.FarCells)
			t.setCover(n, protocol.FarCover{Block: s.block, Biome: t.out.Covers[t.out.Cells[n]].Biome})
		}
	}
	return some, nil
}

// addBoxes joins squares of equal height and block to boxes.
func (t *tiles) addBoxes() {
	b := &t.built
	for wide := grain; ; wide *= 2 {
		t.out.Boxes = t.out.Boxes[:0]
		if t.join(wide) || b.side == 1 {
			return
		}
		b.coarsen()
	}
}

// coarsen makes one square of each four: the highest.
func (b *built) coarsen() {
	half := b.side / 2
	for i := range half * half {
		x, z := i%half*2, i/half*2
		best := standingTop{}
		for _, k := range [...]int{x + z*b.side, x + 1 + z*b.side, x + (z+1)*b.side, x + 1 + (z+1)*b.side} {
			if s := b.tops[k]; s.block != world.Air && (best.block == world.Air || s.high > best.high) {
				best = s
			}
		}
		b.tops[i] = best // the four lie behind
	}
	b.side, b.tops = half, b.tops[:half*half]
}

// join adds the boxes of all squares; false if they are too many.
func (t *tiles) join(wide int) bool {
	b := &t.built
	done := make([]bool, len(b.tops))
	alike := func(i int, s *standingTop) bool {
		return !done[i] && b.tops[i].block == s.block && b.tops[i].high == s.high
	}
	for i := range b.tops {
		s := b.tops[i]
		if done[i] || s.block == world.Air {
			continue
		}
		if len(t.out.Boxes) == protocol.FarBoxesMax {
			return false
		}
		x, z := i%b.side, i/b.side
		w, d := 1, 1
		for x+w < b.side && alike(i+w, &s) {
			w++
		}
		whole := func(row int) bool {
			for k := range w {
				if !alike(i+k+row*b.side, &s) {
					return false
				}
			}
			return true
		}
		for z+d < b.side && whole(d) {
			d++
		}
		low := s.low
		for r := range d {
			for k := range w {
				n := i + k + r*b.side
				done[n] = true
				low = min(low, b.tops[n].low)
			}
		}
		t.out.Boxes = append(t.out.Boxes, protocol.FarBox{X: uint16(x * wide), Z: uint16(z * wide), Width: uint16(w * wide), Depth: uint16(d * wide),
			Low: low, Height: uint16(s.high - low + 1), Block: s.block})
	}
	return true
}
