package mesh

import (
	"math/bits"

	"voxtide/render/scene"
)

// findSolid finds the blocks of the padded section that are opaque, and the section's closed leaves.
func (m *Mesher) findSolid(to *scene.Solid) {
	var columns [scene.SolidColumns]uint32
	for r, row := range m.rowSets {
		bit, at := uint32(1)<<(r/PaddedEdge), r%PaddedEdge*scene.SolidEdge
		opaque := row & rowMask
		if m.closed {
			opaque |= m.leaves[r]
		}
		for ; opaque != 0; opaque &= opaque - 1 {
			columns[at+bits.TrailingZeros64(opaque)] |= bit
		}
	}
	to.SetColumns(&columns)
}
