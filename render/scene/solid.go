package scene

import "encoding/binary"

// Solid says where a section and the blocks that touch it are opaque, for finding what it hides. There is one for each section that is drawn, so it is packed.
type Solid struct {
	Buried bool // all blocks of the section and of those that touch one of its faces are opaque, and the columns are empty
	Any    bool // some block is opaque
	packed [(SolidEdge*SolidColumns+7)/8 + 3]uint8
}

// SolidEdge is the number of columns of Solid along an axis, and of blocks in a column; SolidColumns that of all columns.
const (
	SolidEdge    = 18
	SolidColumns = SolidEdge * SolidEdge
)

// Column returns a column of blocks along Y by its number, (x+1) + SolidEdge*(z+1) for x and z of -1 to 16: bit y+1 says that the block at height y is opaque, for y of -1 to 16.
func (s *Solid) Column(i int) uint32 {
	at := i * SolidEdge
	return binary.LittleEndian.Uint32(s.packed[at>>3:]) >> (at & 7) & (1<<SolidEdge - 1)
}

// SetColumns sets all columns, and whether some block is opaque.
func (s *Solid) SetColumns(columns *[SolidColumns]uint32) {
	clear(s.packed[:])
	all := uint32(0)
	for i, c := range columns {
		at := i * SolidEdge
		to := s.packed[at>>3:]
		binary.LittleEndian.PutUint32(to, binary.LittleEndian.Uint32(to)|c<<(at&7))
		all |= c
	}
	s.Any = all != 0
}
