package mesh

import (
	"math/bits"

	"voxtide/world"
)

// The bits of a padded row are three sets of its cells: cell x of the section has bit x+1 of each set.
const (
	rowOpaque uint64 = 1
	rowClear  uint64 = 1 << 20 // full blocks and water that are not opaque
	rowModel  uint64 = 1 << 40
	rowMask          = 1<<PaddedEdge - 1

	rowFlow = 1 << 63 // of a block alone: it is water that flows
)

// readRows fills the sets of all rows and the light samples of all cells. Most rows are equal to the row before.
func (m *Mesher) readRows(p *Padded) {
	var all uint64
	var last *[PaddedEdge]world.Block
	var lastLight *[PaddedEdge]uint8
	for r := range m.rowSets {
		blocks, light := (*[PaddedEdge]world.Block)(p.Blocks[r*PaddedEdge:]), (*[PaddedEdge]uint8)(p.Light[r*PaddedEdge:])
		same := last != nil && *blocks == *last
		if same {
			m.rowSets[r] = m.rowSets[r-1]
		} else {
			row, any := rowSetsOf(blocks)
			m.rowSets[r] = row
			all |= row | any
		}
		samples := m.samples[r*PaddedEdge:][:PaddedEdge]
		switch row := m.rowSets[r]; {
		case row&rowMask == rowMask:
			clear(samples)
		case same && *light == *lastLight:
			copy(samples, m.samples[(r-1)*PaddedEdge:])
		case row == 0:
			for x, l := range light {
				samples[x] = uint32(l)>>4 | uint32(l)&15<<16 | sampleOpen | sampleFree
			}
		default:
			for x, l := range light {
				k := &blockSamples[blocks[x]&blockMask]
				samples[x] = (uint32(l)>>4|uint32(l)&15<<16)&k.lets | k.has
			}
		}
		last, lastLight = blocks, light
	}
	m.hasClear = all&(rowMask*rowClear) != 0
	m.hasModels = all&(rowMask*rowModel) != 0
	m.hasFlow = all&rowFlow != 0
}

// blockRowSets holds the sets of a row that a block belongs to, by block.
var blockRowSets = func() (out [tableBlocks]uint64) {
	for b, k := range blockKinds {
		switch {
		case k.opaque:
			out[b] = rowOpaque
		case k.model:
			out[b] = rowModel
		case k.shape != world.ShapeEmpty:
			out[b] = rowClear
			if flowing(world.Block(b)) {
				out[b] |= rowFlow
			}
		}
	}
	return out
}()

// rowSetsOf returns the three sets of a row of blocks, and rowFlow if one of them flows.
func rowSetsOf(blocks *[PaddedEdge]world.Block) (row, any uint64) {
	for x := PaddedEdge - 1; x >= 0; x-- {
		b := blockRowSets[blocks[x]&blockMask]
		row, any = row<<1|b&^rowFlow, any|b
	}
	return row, any & rowFlow
}

// faceRowStep is the step from a padded row to the row that a face looks at; faceBitShift is the shift of its bits.
var (
	faceRowStep  = [world.FaceCount]int{-PaddedEdge, PaddedEdge, -1, 1, 0, 0}
	faceBitShift = [world.FaceCount]int{1, 1, 1, 1, 0, 2}
)

// coverAt returns the cells of a row before which an opaque block lies, or closed leaves of the section.
func (m *Mesher) coverAt(row int, f int) uint16 {
	cover := m.rowSets[row+faceRowStep[f]]
	if m.closed {
		cover |= m.leaves[row+faceRowStep[f]]
	}
	return uint16(cover & rowMask >> faceBitShift[f])
}

// findVisible finds the faces of full blocks that neither an opaque block, closed leaves, nor a full face of a model hides.
func (m *Mesher) findVisible(p *Padded) {
	opaque := &m.visible[passOpaque]
	m.visibleSlices[passOpaque] = [world.FaceCount]uint16{}
	for i := range size * size {
		r := (i>>4+1)*PaddedEdge + i&15 + 1
		own := uint16(m.rowSets[r] & rowMask >> 1)
		if own == 0 {
			for f := range opaque {
				opaque[f][i] = 0
			}
			continue
		}
		for f := range opaque {
			row := own &^ m.coverAt(r, f)
			opaque[f][i] = row
			m.visibleSlices[passOpaque][f] |= row
		}
	}
	if m.hasClear {
		m.findVisibleClear(p)
	}
	if m.hasModels {
		m.hideBehindModels(p)
	}
}

// findVisibleClear finds the visible faces of full blocks that are not opaque: equal blocks hide each other's faces, but for closed
// leaves, as does all water.
func (m *Mesher) findVisibleClear(p *Padded) {
	for q := passCutout; q < passCount; q++ {
		m.visible[q], m.visibleSlices[q] = faceMasks{}, [world.FaceCount]uint16{}
	}
	for i := range size * size {
		r := (i>>4+1)*PaddedEdge + i&15 + 1
		own, closed := uint16(m.rowSets[r]>>21), uint16(0)
		if own == 0 {
			continue
		}
		if m.closed {
			closed = uint16(m.leaves[r] >> 1)
		}
		for f := range world.FaceCount {
			row := own &^ m.coverAt(r, f)
			for ; row != 0; row &= row - 1 {
				x := bits.TrailingZeros16(row)
				b := p.Blocks[r*PaddedEdge+x+1]
				if next := p.Blocks[r*PaddedEdge+x+1+faceLayouts[f].out]; (next != b || closed>>x&1 != 0) && !(blockKinds[b].liquid && blockKinds[next].liquid) {
					q := blockKinds[b].pass
					m.visible[q][f][i] |= 1 << x
					m.visibleSlices[q][f] |= 1 << x
				}
			}
		}
	}
}

// hideBehindModels removes the faces in front of which a full face of a model lies.
func (m *Mesher) hideBehindModels(p *Padded) {
	n := passCount
	if !m.hasClear {
		n = passCutout
	}
	for r, row := range m.rowSets {
		for row = row / rowModel & rowMask; row != 0; row &= row - 1 {
			x := bits.TrailingZeros64(row)
			for c := blockKinds[p.Blocks[r*PaddedEdge+x]].covers; c != 0; c &= c - 1 {
				f := world.Face(bits.TrailingZeros8(c))
				behind := r*PaddedEdge + x + faceLayouts[f].out
				x, z, y := behind%PaddedEdge-1, behind/PaddedEdge%PaddedEdge-1, behind/stepY-1
				if min(x, y, z) < 0 || max(x, y, z) >= size {
					continue
				}
				for q := range n {
					m.visible[q][f^1][y<<4|z] &^= 1 << x
				}
			}
		}
	}
}
