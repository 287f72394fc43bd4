package light

import "voxtide/world"

// Tops holds, for each column of 16 by 16 and by x + 16*z, the height of the highest block that stops light, in
// blocks of the world; NoTop for a column without one. Whoever keeps the columns keeps them up to date.
type Tops [world.SectionSize * world.SectionSize]int16

// NoTop says that nothing in a column stops light.
const NoTop = world.MinY - 1

// Clear says that nothing stops light, in any column.
func (t *Tops) Clear() {
	for i := range t {
		t[i] = NoTop
	}
}

// Cover takes a section at a height, in sections, that lies below all those taken since Clear. It reports whether all
// columns have found their top, so that what lies below need not be taken.
func (t *Tops) Cover(y int32, s *world.Section) bool {
	b, uniform := s.Uniform()
	if uniform && !Stops(b) {
		return false
	}
	done := true
	for i := range t {
		if t[i] != NoTop {
			continue
		}
		t[i] = top(i, y, s)
		done = done && t[i] != NoTop
	}
	return done
}

// Rise takes a section that has come at a height, in sections, wherever it lies among those taken. It reports whether a top moved.
func (t *Tops) Rise(y int32, s *world.Section) (moved bool) {
	if b, uniform := s.Uniform(); uniform && !Stops(b) {
		return false
	}
	low, high := y*world.SectionSize, (y+1)*world.SectionSize-1
	for i := range t {
		for k := high; k >= low && k > int32(t[i]); k-- {
			if Stops(s.Get(i | int(k-low)<<8)) {
				t[i] = int16(k)
				moved = true
			}
		}
	}
	return moved
}

// Change takes a change of one block: that at a height in blocks of column i, to one that stops light or does not. Where the
// top was taken away, at is asked for the blocks below, from the top down.
func (t *Tops) Change(i int, y int32, stops bool, at func(y int32) world.Block) {
	switch {
	case stops:
		t[i] = max(t[i], int16(y))
	case int16(y) == t[i]:
		for y--; y >= world.MinY && !Stops(at(y)); y-- {
		}
		t[i] = int16(y)
	}
}

// top returns the highest block of one column of a section that stops light.
func top(i int, y int32, s *world.Section) int16 {
	for k := world.SectionSize - 1; k >= 0; k-- {
		if Stops(s.Get(i | k<<8)) {
			return int16(y*world.SectionSize + int32(k))
		}
	}
	return NoTop
}

// Stops tells whether a block lets no light through.
func Stops(b world.Block) bool { return b.Info().Opaque }

// The bits of a cell: the lowest of a row of size bits each.
const (
	stops uint64 = 1               // no light passes
	dims  uint64 = 1 << size       // light passes and loses one more
	gives uint64 = 1 << (2 * size) // it gives light itself
)

// byteBlocks is the length of cellBits: a row for each value of a byte, so that looking up needs no check.
const byteBlocks = 256

var _ [byteBlocks - world.BlockCount]struct{} // the blocks fit

// cellBits is what light asks of a block, by block.
var cellBits = func() (t [byteBlocks]uint64) {
	for b, info := range world.Blocks {
		if info.Opaque {
			t[b] |= stops
		} else if info.Liquid || info.Tint == world.TintLeaves {
			t[b] |= dims
		}
		if info.Light > 0 {
			t[b] |= gives
		}
	}
	return t
}()
