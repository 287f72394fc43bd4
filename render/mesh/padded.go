package mesh

import "voxtide/world"

// PaddedEdge is the edge of a padded section in cells: the 16 cells of the section and one of each neighbour on both sides.
// PaddedCells is the number of its cells.
const (
	PaddedEdge  = world.SectionSize + 2
	PaddedCells = PaddedEdge * PaddedEdge * PaddedEdge
)

// Steps from a padded cell to the next along each axis.
const (
	stepX = 1
	stepZ = PaddedEdge
	stepY = PaddedEdge * PaddedEdge
)

// size is the edge of a section in cells.
const size = world.SectionSize

// Neighbourhood is a section and its 26 neighbours: (dx+1) + 3*(dz+1) + 9*(dy+1) for offsets of -1 to 1, so the section itself
// is number 13. A nil section is read as air, and faces towards it are drawn: a section is best meshed when its neighbours have
// arrived or lie outside the world. The sections are only read, and only during the call.
type Neighbourhood [27]*world.Section

// Padded is a padded section: blocks and light of the cells of a section and of the cells around it, by CellIndex. Fill sets
// the blocks; the caller writes the light.
type Padded struct {
	Blocks [PaddedCells]world.Block // each below LookCount
	Light  [PaddedCells]uint8       // sky light in the high four bits, lamp light in the low four; ignored in opaque blocks

	centre    [world.SectionCells]world.Block // of the section being filled in
	closed    bool                            // its leaves have no holes, which is so from afar alone
	invisible bool                            // no face of the section can be seen: it is all air or buried
	allAir    bool                            // of an invisible section: it is all air, not buried
}

// CellIndex returns the number of a padded cell, for x, y and z of -1 to 16 from the section's corner.
func CellIndex(x, y, z int) int { return (x + 1) + PaddedEdge*(z+1) + PaddedEdge*PaddedEdge*(y+1) }

// neighbourSpans holds, by the offset of a neighbour plus 1, the range of padded coordinates that the neighbour fills, and the
// first of its cells in that range.
var neighbourSpans = [3]struct{ low, high, from int }{{0, 1, 15}, {1, 17, 0}, {17, 18, 0}}

// Fill copies the blocks of a section and the cells of its neighbours that touch it. It reports whether a face of the section
// may be seen; if not, Build does not read the light.
func (p *Padded) Fill(a *Neighbourhood) bool {
	p.closed = false
	if p.invisible, p.allAir = invisibleSection(a); p.invisible {
		return false
	}
	for i, s := range a {
		x, z, y := neighbourSpans[i%3], neighbourSpans[i/3%3], neighbourSpans[i/9]
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

// fillCentre copies the blocks of the section itself.
func (p *Padded) fillCentre(s *world.Section) {
	s.Cells(&p.centre)
	for y := range world.SectionSize {
		for z := range world.SectionSize {
			copy(p.Blocks[CellIndex(0, y, z):][:16], p.centre[y<<8|z<<4:][:16])
		}
	}
}

// invisibleSection reports whether a section is all air, or opaque blocks of one kind surrounded by opaque sections; and
// whether it is all air.
func invisibleSection(a *Neighbourhood) (invisible, allAir bool) {
	one := func(i int) world.Block {
		if a[i] == nil {
			return world.Air
		}
		if b, ok := a[i].Uniform(); ok {
			return b
		}
		if i == 13 && a[i].NonAirCount() == 0 {
			return world.Air
		}
		return mixedBlocks
	}
	switch b := one(13); {
	case b == world.Air:
		return true, true
	case b == mixedBlocks || !blockKinds[b].opaque:
		return false, false
	}
	for _, i := range [...]int{4, 22, 10, 16, 12, 14} {
		if b := one(i); b == mixedBlocks || !blockKinds[b].opaque {
			return false, false
		}
	}
	return true, false
}

// mixedBlocks stands for the block of a section that has several.
const mixedBlocks = world.Block(LookCount)
