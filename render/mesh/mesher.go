package mesh

import "voxtide/world"

// faceMasks holds, for each face, the faces of blocks to be drawn: a bit x in row z + 16*y.
type faceMasks [world.FaceCount][world.SectionSize * world.SectionSize]uint16

// Mesher holds the textures of all blocks and the scratch memory of one worker.
type Mesher struct {
	styles [LookCount][SlotCount]faceStyle

	rowSets       [PaddedEdge * PaddedEdge]uint64 // by padded y*PaddedEdge + z
	leaves        [PaddedEdge * PaddedEdge]uint64 // of a closed section itself, the same way
	samples       [PaddedCells]uint32
	visible       [passCount]faceMasks
	visibleSlices [passCount][world.FaceCount]uint16           // the x at which visible has faces, or had before hideBehindModels
	transposed    [world.SectionSize][world.SectionSize]uint16 // faces of west or east: a bit z, by x and y
	keys          [world.SectionSize * world.SectionSize]uint32
	unflooded     [world.SectionSize * world.SectionSize]uint16 // cells that the flood has not reached, by row

	closed    bool // the padded section has leaves, and these are closed
	hasClear  bool // the padded section has full blocks that are not opaque
	hasModels bool // the padded section has models
	hasFlow   bool // the padded section has water that flows
}

// New returns a mesher for blocks with some textures.
func New(l *BlockFaces) *Mesher { return &Mesher{styles: faceStyles(l)} }
