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

// rows reads the padded cells once: bit rows of the three sets, and the light samples.
func (m *Mesher) rows(p *Padded) {
	var all uint64
	last, bits := world.Air, uint64(0)
	for r := range m.row {
		blocks := p.Blocks[r*Edge:][:Edge]
		var row uint64
		for x, b := range blocks {
			if b != last { // most are as the one before
				last, bits = b, kinds[b].row
			}
			row |= bits << (x & 31)
		}
		m.row[r] = row
		all |= row
		light, samples := p.Light[r*Edge:][:Edge], m.samples[r*Edge:][:Edge]
		switch {
		case row&rowMask == rowMask:
			clear(samples)
		case row == 0:
			for x, l := range light {
				samples[x] = uint32(l)>>4 | uint32(l)&15<<16 | sampleOpen | sampleFree
			}
		default:
			for x, l := range light {
				k := &kinds[blocks[x]]
				samples[x] = (uint32(l)>>4|uint32(l)&15<<16)&k.lets | k.sample
			}
		}
	}
	m.clear = all&(rowMask*rowClear) != 0
	m.models = all&(rowMask*rowModel) != 0
}

// faceRow is the step from a padded row to that which a face looks at; faceBit what its bits are shifted by.
var (
	faceRow = [world.Faces]int{-Edge, Edge, -1, 1, 0, 0}
	faceBit = [world.Faces]int{1, 1, 1, 1, 0, 2}
)

// see finds the sides of full blocks that nothing opaque and no full side of a model hides.
func (m *Mesher) see(p *Padded) {
	if m.models {
		m.cover(p)
	}
	for f := range world.Faces {
		seen, any := &m.seen[passOpaque][f], uint16(0)
		for y := range world.SectionSize {
			for z := range world.SectionSize {
				r := (y+1)*Edge + z + 1
				next := m.row[r+faceRow[f]]
				if m.models {
					next |= uint64(m.covered[f][r+faceRow[f]])
				}
				row := uint16(m.row[r]&rowMask>>1) &^ uint16(next&rowMask>>faceBit[f])
				seen[y<<4|z] = row
				any |= row
			}
		}
		m.any[passOpaque][f] = any
	}
	if m.clear {
		m.seeClear(p)
	}
}

// seeClear is see for blocks that are not opaque: equal ones hide each other's sides.
func (m *Mesher) seeClear(p *Padded) {
	for q := passCutout; q < passes; q++ {
		m.seen[q], m.any[q] = sides{}, [world.Faces]uint16{}
	}
	for f := range world.Faces {
		for i := range world.SectionSize * world.SectionSize {
			r := (i>>4+1)*Edge + i&15 + 1
			row := uint16(m.row[r] >> 21)
			if row == 0 {
				continue
			}
			next := m.row[r+faceRow[f]]
			if m.models {
				next |= uint64(m.covered[f][r+faceRow[f]])
			}
			row &^= uint16(next & rowMask >> faceBit[f])
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

// cover notes the cells whose models hide what lies behind them: in covered[f] those whose side toward the face's
// origin is full, so that what looks out of face f at them sees nothing else.
func (m *Mesher) cover(p *Padded) {
	for f := range m.covered {
		m.covered[f] = [Edge * Edge]uint32{}
	}
	for r, row := range m.row {
		for row = row / rowModel & rowMask; row != 0; row &= row - 1 {
			x := bits.TrailingZeros64(row)
			for c := kinds[p.Blocks[r*Edge+x]].covers; c != 0; c &= c - 1 {
				m.covered[bits.TrailingZeros8(c)^1][r] |= 1 << x
			}
		}
	}
}
