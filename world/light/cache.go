package light

import "voxtide/world"

// A worker caches cacheSets times cacheWays sections: meshing goes from near to far, so each section is soon needed
// again for its neighbours. There are more ways than the 27 sections of a Neighbourhood, so none of those drives out
// another.
const (
	cacheSets = 8
	cacheWays = 32
)

// entry holds the properties of the blocks of a section that light depends on: bit x in row z + 16*y. The zero value is right
// for air.
type entry struct {
	opaque, dims, emits [size * size]uint16
	anyDims, anyEmits   bool
}

// cache holds the entries of sections by their hash; equal content has an equal hash. A server could make two sections
// with one hash, and its players would see wrong light there; nothing else depends on it.
type cache struct {
	round   uint64 // counts calls of Compute
	hashes  [cacheSets][cacheWays]uint64
	used    [cacheSets][cacheWays]uint64 // the round that used it last
	entries [cacheSets][cacheWays]entry
	air     entry

	cells [world.SectionCells]world.Block
}

// entryOf returns the entry of a section, which stays as it is for this round.
func (c *cache) entryOf(s *world.Section) *entry {
	if s == nil || s.Hash() == 0 {
		return &c.air
	}
	h := s.Hash()
	set := h % cacheSets
	oldest := 0
	for k, have := range &c.hashes[set] {
		if have == h {
			c.used[set][k] = c.round
			return &c.entries[set][k]
		}
		if c.used[set][k] < c.used[set][oldest] {
			oldest = k
		}
	}
	c.hashes[set][oldest], c.used[set][oldest] = h, c.round
	e := &c.entries[set][oldest]
	s.Cells(&c.cells)
	e.read(&c.cells)
	return e
}

// read fills the entry from the cells of a section.
func (e *entry) read(cells *[world.SectionCells]world.Block) {
	var anyDims, anyGives uint16
	for i := range e.opaque {
		row := (*[size]world.Block)(cells[i*size:])
		var bits uint64
		for x := size - 1; x >= 0; x-- {
			bits = bits<<1 | cellBits[row[x]&blockMask]
		}
		e.opaque[i], e.dims[i], e.emits[i] = uint16(bits), uint16(bits>>16), uint16(bits>>32)
		anyDims |= e.dims[i]
		anyGives |= e.emits[i]
	}
	e.anyDims, e.anyEmits = anyDims != 0, anyGives != 0
}
