// Package schematic is a box of blocks outside of a world: what builders copy, turn, paste, save and load.
//
// Data flow: package server/building fills one from the sections of a world, package schematic/schemfile from a file; turned and mirrored, its cells
// go into a world by the edits of a rollback's job. Owner: the code that made it; nothing here is shared. Invariants: a schematic never holds stacks or
// fires, so pasting one twice makes nothing twice; after Trim no half of a door or a bed is without the other; four quarter turns, and two
// mirrorings along an axis, give the same schematic again.
package schematic

import (
	"maps"
	"slices"

	"voxtide/edits"
	"voxtide/world"
)

// CellsMax bounds the cells of a schematic; SizeMax its size along an axis, in blocks.
const (
	CellsMax = 1 << 21
	SizeMax  = 1 << 12
)

// Schematic is a box of blocks. Use New.
type Schematic struct {
	Size   [3]int32       // along X, Y, Z, in blocks, each at least 1
	Offset [3]int32       // from the cell of whom it was copied by to its lowest corner
	Blocks []world.Block  // by Index
	Texts  map[int]string // of signs, by Index; nil for none
}

// Fits reports whether there may be a schematic of a size.
func Fits(size [3]int32) bool {
	n := int64(1)
	for _, s := range size {
		if s < 1 || s > SizeMax {
			return false
		}
		n *= int64(s)
	}
	return n <= CellsMax
}

// New returns a schematic of air. It panics for a size that does not fit: see Fits.
func New(size [3]int32) *Schematic {
	if !Fits(size) {
		panic("schematic: size out of bounds")
	}
	return &Schematic{Size: size, Blocks: make([]world.Block, int(size[0])*int(size[1])*int(size[2]))}
}

// Cells returns the number of cells.
func (s *Schematic) Cells() int { return len(s.Blocks) }

// Index returns the index of a cell, by its place from the lowest corner: X counts fastest, then Z, then Y.
func (s *Schematic) Index(x, y, z int32) int { return int((y*s.Size[2]+z)*s.Size[0] + x) }

// At returns the place of the cell of an index.
func (s *Schematic) At(i int) (x, y, z int32) {
	w, d := int(s.Size[0]), int(s.Size[2])
	return int32(i % w), int32(i / w / d), int32(i / w % d)
}

// SetText sets the text of a sign; "" for none.
func (s *Schematic) SetText(i int, text string) {
	if text == "" {
		delete(s.Texts, i)
		return
	}
	if s.Texts == nil {
		s.Texts = map[int]string{}
	}
	s.Texts[i] = text
}

// Trim removes each half of a door or a bed whose other half lies outside, or is none, and returns how many it removed.
func (s *Schematic) Trim() (removed int) {
	for i, b := range s.Blocks {
		if !edits.HasHalves(b.Class()) {
			continue
		}
		x, y, z := s.At(i)
		q := edits.OtherHalf(world.Pos{X: x, Y: y, Z: z}, b)
		inside := q.X >= 0 && q.Y >= 0 && q.Z >= 0 && q.X < s.Size[0] && q.Y < s.Size[1] && q.Z < s.Size[2]
		if inside {
			other := s.Blocks[s.Index(q.X, q.Y, q.Z)]
			if other.Kind() == b.Kind() && other.Get(world.PropHalf) != b.Get(world.PropHalf) && other.Facing() == b.Facing() {
				continue
			}
		}
		s.Blocks[i] = world.Air
		removed++
	}
	return removed
}

// Equal reports whether two schematics have the same size, blocks and texts.
func (s *Schematic) Equal(o *Schematic) bool {
	if s.Size != o.Size || len(s.Texts) != len(o.Texts) {
		return false
	}
	for i, b := range s.Blocks {
		if o.Blocks[i] != b {
			return false
		}
	}
	for i, text := range s.Texts {
		if o.Texts[i] != text {
			return false
		}
	}
	return true
}

// Clone returns a copy that shares nothing.
func (s *Schematic) Clone() *Schematic {
	c := *s
	c.Blocks, c.Texts = slices.Clone(s.Blocks), maps.Clone(s.Texts)
	return &c
}
