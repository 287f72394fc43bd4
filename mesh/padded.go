package mesh

import "voxtide/world"

// Edge is the length of a padded section: its 16 cells and one of each neighbour on both sides.
const (
	Edge  = world.SectionSize + 2
	Cells = Edge * Edge * Edge
)

// Steps from a padded cell to the next along each axis.
const (
	stepX = 1
	stepZ = Edge
	stepY = Edge * Edge
)

// Around is a section and its 26 neighbours: (dx+1) + 3*(dz+1) + 9*(dy+1) for offsets of -1 to 1, so the section itself
// is number 13. A nil one is read as air: a section is best meshed when its neighbours have arrived or lie outside
// the world, because sides toward a nil one are drawn. The sections are only read, and only during the call.
type Around [27]*world.Section

// Padded is what a section is meshed from: blocks and light of its cells and of those around it. Fill sets the
// blocks; the light is written by whoever computes it. Both are numbered by At.
type Padded struct {
	Blocks [Cells]world.Block // each below world.BlockCount
	Light  [Cells]uint8       // sky light in the high four bits, lamp light in the low four; of opaque blocks ignored

	cells [world.SectionCells]world.Block // of the section being filled in
	dull  bool                            // nothing of the section can be seen: all air or buried
	open  bool                            // of a dull section: it is all air
}

// At returns the number of a padded cell, for x, y and z of -1 to 16 from the section's corner.
func At(x, y, z int) int { return (x + 1) + Edge*(z+1) + Edge*Edge*(y+1) }

// span is the range of padded coordinates that a neighbour at an offset of -1, 0 or 1 (plus 1) fills, and the cell
// within the neighbour that it starts with.
var spans = [3]struct{ low, high, from int }{{0, 1, 15}, {1, 17, 0}, {17, 18, 0}}

// Fill takes the blocks of a section and the cells of its neighbours that touch it. It reports whether anything of the section
// may be seen; of one where nothing is, the light is not read.
func (p *Padded) Fill(a *Around) bool {
	if p.dull, p.open = dull(a); p.dull {
		return false
	}
	for i, s := range a {
		x, z, y := spans[i%3], spans[i/3%3], spans[i/9]
		b, uniform := world.Air, true
		if s != nil {
			b, uniform = s.Uniform()
		}
		if i == 13 && !uniform {
			p.fillCentre(s)
			continue
		}
		for py := y.low; py < y.high; py++ {
			for pz := z.low; pz < z.high; pz++ {
				row := p.Blocks[py*stepY+pz*stepZ:][x.low:x.high]
				if uniform {
					for k := range row {
						row[k] = b
					}
					continue
				}
				cell := (y.from+py-y.low)<<8 | (z.from+pz-z.low)<<4 | x.from
				for k := range row {
					row[k] = s.Get(cell + k)
				}
			}
		}
	}
	return true
}

// fillCentre takes the blocks of the section itself.
func (p *Padded) fillCentre(s *world.Section) {
	s.Cells(&p.cells)
	for y := range world.SectionSize {
		for z := range world.SectionSize {
			copy(p.Blocks[At(0, y, z):][:16], p.cells[y<<8|z<<4:][:16])
		}
	}
}

// dull tells whether a section is all air, or one opaque block inside of others.
func dull(a *Around) (dull, open bool) {
	one := func(i int) world.Block {
		if a[i] == nil {
			return world.Air
		}
		if b, ok := a[i].Uniform(); ok {
			return b
		}
		if i == 13 && a[i].Count() == 0 {
			return world.Air
		}
		return mixed
	}
	switch b := one(13); {
	case b == world.Air:
		return true, true
	case b == mixed || !kinds[b].opaque:
		return false, false
	}
	for _, i := range [...]int{4, 22, 10, 16, 12, 14} {
		if b := one(i); b == mixed || !kinds[b].opaque {
			return false, false
		}
	}
	return true, false
}

// mixed stands for a section of several blocks where the one block of a uniform one is asked for.
const mixed = world.Block(world.BlockCount)
