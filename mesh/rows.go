package mesh

import (
	"math/bits"

	"voxtide/world"
)

// The bits of a padded row: cell x+1 of the row at bit x+1, for each of three sets.
const (
	rowOpaque uint64 = 1
	rowClear  uint64 = 1 << 20 // full blocks and water that are not opaque
	rowModel  uint64 = 1 << 40
	rowMask          = 1<<Edge - 1
)

// sides holds, for each face, the sides to be drawn: a bit x in row z + 16*y.
type sides [world.Faces][world.SectionSize * world.SectionSize]uint16

// rows reads the padded cells once: bit rows of the three sets, and the light samples. Most rows are as the one before.
func (m *Mesher) rows(p *Padded) {
	var all uint64
	var last *[Edge]world.Block
	var lastLight *[Edge]uint8
	for r := range m.row {
		blocks, light := (*[Edge]world.Block)(p.Blocks[r*Edge:]), (*[Edge]uint8)(p.Light[r*Edge:])
		same := last != nil && *blocks == *last
		if same {
			m.row[r] = m.row[r-1]
		} else {
			m.row[r] = rowOf(blocks)
			all |= m.row[r]
		}
		samples := m.samples[r*Edge:][:Edge]
		switch row := m.row[r]; {
		case row&rowMask == rowMask:
			clear(samples)
		case same && *light == *lastLight:
			copy(samples, m.samples[(r-1)*Edge:])
		case row == 0:
			for x, l := range light {
				samples[x] = uint32(l)>>4 | uint32(l)&15<<16 | sampleOpen | sampleFree
			}
		default:
			for x, l := range light {
				k := &sampling[uint8(blocks[x])]
				samples[x] = (uint32(l)>>4|uint32(l)&15<<16)&k.lets | k.has
			}
		}
		last, lastLight = blocks, light
	}
	m.clear = all&(rowMask*rowClear) != 0
	m.models = all&(rowMask*rowModel) != 0
}

// rowOf returns the three sets of a row of blocks.
func rowOf(blocks *[Edge]world.Block) (row uint64) {
	for x := Edge - 1; x >= 0; x-- {
		row = row<<1 | rowBits[uint8(blocks[x])]
	}
	return row
}

// faceRow is the step from a padded row to that which a face looks at; faceBit what its bits are shifted by.
var (
	faceRow = [world.Faces]int{-Edge, Edge, -1, 1, 0, 0}
	faceBit = [world.Faces]int{1, 1, 1, 1, 0, 2}
)

// see finds the sides of full blocks that nothing opaque and no full side of a model hides.
func (m *Mesher) see(p *Padded) {
	opaque := &m.seen[passOpaque]
	m.any[passOpaque] = [world.Faces]uint16{}
	for i := range size * size {
		r := (i>>4+1)*Edge + i&15 + 1
		own := uint16(m.row[r] & rowMask >> 1)
		if own == 0 {
			for f := range opaque {
				opaque[f][i] = 0
			}
			continue
		}
		for f := range opaque {
			row := own &^ uint16(m.row[r+faceRow[f]]&rowMask>>faceBit[f])
			opaque[f][i] = row
			m.any[passOpaque][f] |= row
		}
	}
	if m.clear {
		m.seeClear(p)
	}
	if m.models {
		m.hide(p)
	}
}

// seeClear is see for blocks that are not opaque: equal ones hide each other's sides.
func (m *Mesher) seeClear(p *Padded) {
	for q := passCutout; q < passes; q++ {
		m.seen[q], m.any[q] = sides{}, [world.Faces]uint16{}
	}
	for i := range size * size {
		r := (i>>4+1)*Edge + i&15 + 1
		own := uint16(m.row[r] >> 21)
		if own == 0 {
			continue
		}
		for f := range world.Faces {
			row := own &^ uint16(m.row[r+faceRow[f]]&rowMask>>faceBit[f])
			for ; row != 0; row &= row - 1 {
				x := bits.TrailingZeros16(row)
				b := p.Blocks[r*Edge+x+1]
				if p.Blocks[r*Edge+x+1+axes[f].out] != b {
					q := kinds[b].pass
					m.seen[q][f][i] |= 1 << x
					m.any[q][f] |= 1 << x
				}
			}
		}
	}
}

// hide takes out the sides before which the full side of a model lies.
func (m *Mesher) hide(p *Padded) {
	n := passes
	if !m.clear {
		n = passCutout
	}
	for r, row := range m.row {
		for row = row / rowModel & rowMask; row != 0; row &= row - 1 {
			x := bits.TrailingZeros64(row)
			for c := kinds[p.Blocks[r*Edge+x]].covers; c != 0; c &= c - 1 {
				f := world.Face(bits.TrailingZeros8(c))
				behind := r*Edge + x + axes[f].out
				x, z, y := behind%Edge-1, behind/Edge%Edge-1, behind/stepY-1
				if min(x, y, z) < 0 || max(x, y, z) >= size {
					continue
				}
				for q := range n {
					m.seen[q][f^1][y<<4|z] &^= 1 << x
				}
			}
		}
	}
}
