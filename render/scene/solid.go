package scene

// Solid says where a section and the blocks that touch it are opaque, for finding what it hides.
//
// Columns holds a column of blocks along Y for each x and z of -1 to 16, as element (x+1) + SolidEdge*(z+1): bit y+1 says that the block
// at height y is opaque, for y of -1 to 16.
type Solid struct {
	Buried  bool // all blocks of the section and of those that touch one of its faces are opaque, and Columns is empty
	Any     bool // some block is opaque
	Columns [SolidEdge * SolidEdge]uint32
}

// SolidEdge is the number of columns of Solid along an axis.
const SolidEdge = 18
