package mesh

import (
	"math/bits"

	"voxtide/render/scene"
)

// findSolid finds the blocks of the padded section that are opaque, and the section's closed leaves.
func (m *Mesher) findSolid(to *scene.Solid) {
	for r, row := range m.rowSets {
		bit, at := uint32(1)<<(r/PaddedEdge), r%PaddedEdge*scene.SolidEdge
		opaque := row & rowMask
		if m.closed {
			opaque |= m.leaves[r]
		}
		to.Any = to.Any || opaque != 0
		for ; opaque != 0; opaque &= opaque - 1 {
			to.Columns[at+bits.TrailingZeros64(opaque)] |= bit
		}
	}
}
