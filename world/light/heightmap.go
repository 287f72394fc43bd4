package light

import "voxtide/world"

// Heightmap holds, for each of 16 by 16 columns and by x + 16*z, the height of the highest opaque block, in blocks of
// the world; NoHeight for a column without one. The owner of the columns keeps it up to date.
type Heightmap [world.SectionSize * world.SectionSize]int16

// NoHeight is the height of a column without an opaque block.
const NoHeight = world.MinY - 1

// Reset sets all columns to NoHeight.
func (t *Heightmap) Reset() {
	for i := range t {
		t[i] = NoHeight
	}
}

// AddBelow adds a section at a height, in sections, below all those added since Reset. It reports whether all columns
// have their height, so that nothing below need be added.
func (t *Heightmap) AddBelow(y int32, s *world.Section) bool {
	b, uniform := s.Uniform()
	if uniform && !IsOpaque(b) {
		return false
	}
	done := true
	for i := range t {
		if t[i] != NoHeight {
			continue
		}
		t[i] = columnTop(i, y, s)
		done = done && t[i] != NoHeight
	}
	return done
}

// AddSection adds a section that was loaded at a height, in sections, anywhere among those added. It reports whether a
// height changed.
func (t *Heightmap) AddSection(y int32, s *world.Section) (moved bool) {
	if b, uniform := s.Uniform(); uniform && !IsOpaque(b) {
		return false
	}
	low, high := y*world.SectionSize, (y+1)*world.SectionSize-1
	for i := range t {
		for k := high; k >= low && k > int32(t[i]); k-- {
			if IsOpaque(s.Get(i | int(k-low)<<8)) {
				t[i] = int16(k)
				moved = true
			}
		}
	}
	return moved
}

// SetBlock updates the height of column i after the block at height y, in blocks, changed; stops says whether the new block is
// opaque. If the highest opaque block was removed, it asks at for the blocks below, from the top down.
func (t *Heightmap) SetBlock(i int, y int32, stops bool, at func(y int32) world.Block) {
	switch {
	case stops:
		t[i] = max(t[i], int16(y))
	case int16(y) == t[i]:
		for y--; y >= world.MinY && !IsOpaque(at(y)); y-- {
		}
		t[i] = int16(y)
	}
}

// columnTop returns the height of the highest opaque block in one column of a section.
func columnTop(i int, y int32, s *world.Section) int16 {
	for k := world.SectionSize - 1; k >= 0; k-- {
		if IsOpaque(s.Get(i | k<<8)) {
			return int16(y*world.SectionSize + int32(k))
		}
	}
	return NoHeight
}

// IsOpaque reports whether a block lets no light through.
func IsOpaque(b world.Block) bool { return b.Info().Opaque }

// The bits of a cell: the lowest of a row of size bits each.
const (
	bitOpaque uint64 = 1               // no light passes
	bitDim    uint64 = 1 << size       // light passes and loses one more
	bitEmits  uint64 = 1 << (2 * size) // it emits light
)

// tableBlocks is the length of cellBits: a power of two, so that looking up with blockMask needs no check.
const (
	tableBlocks = 4096
	blockMask   = tableBlocks - 1
)

var _ [tableBlocks - world.BlockCount]struct{} // the blocks fit

// cellBits holds the properties of a block that light depends on, by block.
var cellBits = func() (t [tableBlocks]uint64) {
	for b, info := range world.Blocks {
		if info.Opaque {
			t[b] |= bitOpaque
		} else if info.Liquid || info.Tint == world.TintLeaves {
			t[b] |= bitDim
		}
		if info.Light > 0 {
			t[b] |= bitEmits
		}
	}
	return t
}()
