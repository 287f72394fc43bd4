package light

import "voxtide/world"

// A worker remembers cacheSets times cacheWays sections: meshing goes from near to far, so each section is asked for by
// its neighbours soon after. The ways are more than the 27 sections of one Around, so that none drives out another.
const (
	cacheSets = 8
	cacheWays = 32
)

// entry is what light asks of a section, a bit x in row z + 16*y. The zero value is right for air.
type entry struct {
	stops, dims, gives [size * size]uint16
	anyDims, anyGives  bool
}

// cache is the entries of sections seen before, by their hash: equal content has an equal hash. A server could make
// two sections of one hash and its players would see wrong light there; nothing else depends on it.
type cache struct {
	round   uint64 // counts calls of Compute
	hashes  [cacheSets][cacheWays]uint64
	used    [cacheSets][cacheWays]uint64 // the round that used it last
	entries [cacheSets][cacheWays]entry
	air     entry

	cells [world.SectionCells]world.Block
}

// of returns the entry of a section, which stays as it is for this round.
func (c *cache) of(s *world.Section) *entry {
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

// read takes the cells of a section.
func (e *entry) read(cells *[world.SectionCells]world.Block) {
	var anyDims, anyGives uint16
	for i := range e.stops {
		row := (*[size]world.Block)(cells[i*size:])
		var bits uint64
		for x := size - 1; x >= 0; x-- {
			bits = bits<<1 | cellBits[uint8(row[x])]
		}
		e.stops[i], e.dims[i], e.gives[i] = uint16(bits), uint16(bits>>16), uint16(bits>>32)
		anyDims |= e.dims[i]
		anyGives |= e.gives[i]
	}
	e.anyDims, e.anyGives = anyDims != 0, anyGives != 0
}

// look finds the entries of all sections and tells whether any of them dims light.
func (s *Scratch) look(a *Around) (dims bool) {
	s.cache.round++
	for i, section := range a.Sections {
		e := s.cache.of(section)
		s.near[i] = e
		dims = dims || e.anyDims
	}
	return dims
}
