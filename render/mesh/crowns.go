package mesh

import "voxtide/world"

// Closed leaves: from afar leaves are drawn without holes, so they hide what is behind them as opaque blocks
// do. In such a section no face of a block is drawn that looks at leaves of the section; and all faces of leaves that look at a
// neighbour are, but for those at opaque blocks, for leaves of the neighbour may have holes, or be gone at its level. So each closed
// section by itself is without a gap, and hides what is behind it at whatever level its neighbours are.

// Bits of crownKinds.
const (
	crownLeaf  = 1 << iota // leaves
	crownOther             // another block with holes, as glass
	crownGlow              // gives light, by which leaves are drawn with holes
)

// crownKinds tells of each look what matters for closed leaves.
var crownKinds = func() (out [tableBlocks]uint8) {
	for look := range blockKinds {
		k := &blockKinds[look]
		b, _ := BlockOf(world.Block(look))
		full := k.pass == passCutout && !k.model && k.shape != world.ShapeEmpty
		switch info := b.Info(); {
		case full && info.Class == world.ClassLeaves:
			out[look] = crownLeaf
		case full:
			out[look] = crownOther
		}
		for slot := range SlotCount {
			if glows(world.Block(look), slot) {
				out[look] |= crownGlow
			}
		}
	}
	return out
}()

// closable reports whether a section has leaves, which are all of its blocks with holes, and no lamp shines on it.
func (p *Padded) closable() bool {
	all := uint8(0)
	for y := range size {
		for z := range size {
			for _, b := range p.Blocks[CellIndex(0, y, z):][:size] {
				all |= crownKinds[b&blockMask]
			}
		}
	}
	if all != crownLeaf {
		return false
	}
	lamp := uint8(0)
	for _, l := range p.Light {
		lamp |= l & 15
	}
	return lamp == 0
}

// mergeCrowns fills the air of each group of 4x2x4 blocks that has leaves with leaves, and trunks that are less than the leaves.
func (p *Padded) mergeCrowns() {
	for y := 0; y < size; y += 2 {
		for z := 0; z < size; z += 4 {
			for x := 0; x < size; x += 4 {
				p.mergeCrown(CellIndex(x, y, z))
			}
		}
	}
}

// mergeCrown fills one group, of which a cell is the lowest. It consists of four groups that are of one block each.
func (p *Padded) mergeCrown(i int) {
	leaves, solid, leaf := 0, 0, world.Air
	for _, step := range [...]int{0, 2 * stepX, 2 * stepZ, 2 * (stepX + stepZ)} {
		switch b := p.Blocks[i+step] & blockMask; {
		case crownKinds[b] == crownLeaf:
			leaves, leaf = leaves+1, b
		case lodRanks[b] == 4:
			solid++
		}
	}
	if leaves == 0 {
		return
	}
	for y := range 2 {
		for z := range 4 {
			row := p.Blocks[i+y*stepY+z*stepZ:][:4]
			for x, b := range row {
				if b == world.Air || crownKinds[b&blockMask] == crownLeaf || leaves > solid && lodRanks[b&blockMask] == 4 {
					row[x] = leaf
				}
			}
		}
	}
}

// findLeaves finds the leaves of a closed section, by padded row as the sets of readRows.
func (m *Mesher) findLeaves(p *Padded) {
	if m.closed = p.closed && m.hasClear; !m.closed {
		return
	}
	m.leaves = [PaddedEdge * PaddedEdge]uint64{}
	for y := range size {
		for z := range size {
			row := uint64(0)
			for x, b := range p.Blocks[CellIndex(0, y, z):][:size] {
				row |= uint64(crownKinds[b&blockMask]&crownLeaf) << (x + 1)
			}
			m.leaves[(y+1)*PaddedEdge+z+1] = row
		}
	}
}
