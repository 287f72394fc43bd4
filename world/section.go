package world

import (
	"errors"
	"slices"

	"voxtide/wire"
)

// Section is 16^3 blocks: a palette and, per cell, an index into it of 0, 1, 2, 4, 8 or 16 bits, so that no index
// crosses a word. Cells are numbered as by Pos.Index. Equal content has an equal hash and equal bytes, whatever
// the way to it; the palette in memory may hold entries that are no longer used (Compact drops them).
type Section struct {
	words   []uint64
	palette []Block
	hash    uint64 // XOR of the hashes of the cells that are not air
	mask    uint64 // of one index
	count   uint16 // cells that are not air
	shift   uint8  // cell number to word number
	log     uint8  // cell number to bit number
}

// ErrSection says that the bytes of a section are not what AppendSection writes.
var ErrSection = errors.New("world: malformed section")

// width is a number of bits per index, given by how a cell number becomes word and bit.
type width struct {
	bits, shift, log uint8
}

// widths are the possible ones, by number of the width; the first is uniform: one word of zero bits.
var widths = [6]width{{0, 12, 0}, {1, 6, 0}, {2, 5, 1}, {4, 4, 2}, {8, 3, 3}, {16, 2, 4}}

// widthFor returns the number of the smallest width for n palette entries.
func widthFor(n int) int {
	w := 0
	for 1<<widths[w].bits < n {
		w++
	}
	return w
}

// NewSection returns a section all of one block.
func NewSection(fill Block) *Section {
	s := &Section{palette: []Block{fill}}
	s.resize(0)
	if fill != Air {
		s.count = SectionCells
		for i := range SectionCells {
			s.hash ^= cellHash(i, fill)
		}
	}
	return s
}

// SectionOf returns a section of the given cells.
func SectionOf(cells *[SectionCells]Block) *Section {
	s := &Section{}
	s.fill(cells)
	for i, b := range cells {
		if b != Air {
			s.count++
			s.hash ^= cellHash(i, b)
		}
	}
	return s
}

func cellHash(i int, b Block) uint64 { return mix(mix(6, uint64(i)<<16|uint64(b)), uint64(b)) }

// Get returns the block in cell i (0 to SectionCells-1).
func (s *Section) Get(i int) Block {
	return s.palette[s.words[i>>(s.shift&15)]>>(i<<(s.log&7)&63)&s.mask]
}

// Set puts a block into cell i and returns the one before.
func (s *Section) Set(i int, b Block) (old Block) {
	old = s.Get(i)
	if old == b {
		return old
	}
	k := slices.Index(s.palette, b)
	if k < 0 {
		k = s.enter(b)
	}
	s.put(i, uint64(k))
	if old != Air {
		s.hash ^= cellHash(i, old)
		s.count--
	}
	if b != Air {
		s.hash ^= cellHash(i, b)
		s.count++
	}
	return old
}

// put writes the index of cell i.
func (s *Section) put(i int, k uint64) {
	w, at := &s.words[i>>s.shift], i<<s.log&63
	*w = *w&^(s.mask<<at) | k<<at
}

// enter adds a block to the palette and returns its index.
func (s *Section) enter(b Block) int {
	if uint64(len(s.palette)) > s.mask { // full
		var cells [SectionCells]Block
		s.Cells(&cells)
		s.fill(&cells) // some entries may be unused
		if uint64(len(s.palette)) > s.mask {
			s.widen(&cells)
		}
	}
	s.palette = append(s.palette, b)
	return len(s.palette) - 1
}

// widen rewrites the cells with the width for one palette entry more.
func (s *Section) widen(cells *[SectionCells]Block) {
	old := *s
	s.resize(widthFor(len(s.palette) + 1))
	for i := range cells {
		s.put(i, old.words[i>>old.shift]>>(i<<old.log&63)&old.mask)
	}
}

// resize makes the words for a width, all zero.
func (s *Section) resize(w int) {
	d := widths[w]
	s.shift, s.log, s.mask = d.shift, d.log, 1<<d.bits-1
	s.words = make([]uint64, SectionCells>>d.shift)
}

// fill makes palette and words for the cells: the palette in order of first use, the smallest width.
func (s *Section) fill(cells *[SectionCells]Block) {
	var first [256]Block
	palette := first[:0]
	var last Block
	for i, b := range cells {
		if i == 0 || b != last && !slices.Contains(palette, b) {
			palette = append(palette, b)
		}
		last = b
	}
	s.palette = slices.Clone(palette)
	s.resize(widthFor(len(palette)))
	if len(palette) == 1 {
		return
	}
	k := 0
	for i, b := range cells {
		if palette[k] != b {
			k = slices.Index(palette, b)
		}
		s.words[i>>s.shift] |= uint64(k) << (i << s.log & 63)
	}
}

// Cells writes all blocks of the section to dst, by cell.
func (s *Section) Cells(dst *[SectionCells]Block) {
	for i := range dst {
		dst[i] = s.Get(i)
	}
}

// Uniform returns the one block of a section in one block (in memory, see Compact), and whether it is so.
func (s *Section) Uniform() (Block, bool) { return s.palette[0], s.mask == 0 }

// May tells whether f holds for one of the kinds of blocks that the section may hold: for all that it does hold and perhaps
// for some that it no longer does.
func (s *Section) May(f func(Block) bool) bool { return slices.ContainsFunc(s.palette, f) }

// Clone returns a copy that shares nothing.
func (s *Section) Clone() *Section {
	c := *s
	c.words, c.palette = slices.Clone(s.words), slices.Clone(s.palette)
	return &c
}

// Hash returns the hash of the content; 0 for nothing but air.
func (s *Section) Hash() uint64 { return s.hash }

// Count returns the number of cells that are not air.
func (s *Section) Count() int { return int(s.count) }

// Compact drops unused palette entries and takes the smallest width.
func (s *Section) Compact() {
	var cells [SectionCells]Block
	s.Cells(&cells)
	s.fill(&cells)
}

// Memory returns the bytes held.
func (s *Section) Memory() int { return 80 + 8*cap(s.words) + 2*cap(s.palette) }

// AppendSection appends the bytes of a section.
//
//	width      1 byte: number of bits per index, 0, 1, 2, 4, 8 or 16; the smallest that will do
//	palette    uvarint count, then that many uvarint block ids, in order of first use
//	words      512 bytes per bit, 8 bytes each, low byte first; none for width 0
func AppendSection(dst []byte, s *Section) []byte {
	var cells [SectionCells]Block
	var c Section
	s.Cells(&cells)
	c.fill(&cells)
	dst = append(dst, widths[widthFor(len(c.palette))].bits)
	dst = wire.AppendUvarint(dst, uint64(len(c.palette)))
	for _, b := range c.palette {
		dst = wire.AppendUvarint(dst, uint64(b))
	}
	if c.mask == 0 {
		return dst
	}
	for _, w := range c.words {
		dst = wire.AppendU64(dst, w)
	}
	return dst
}

// ReadSection reads what AppendSection appends and takes nothing else.
func ReadSection(r *wire.Reader) (*Section, error) {
	bits := r.Byte()
	n := r.Count(BlockCount, 1)
	if r.Err() != nil {
		return nil, r.Err()
	}
	if n == 0 || widths[widthFor(n)].bits != bits {
		return nil, ErrSection
	}
	s := &Section{palette: make([]Block, n)}
	for k := range s.palette {
		b := r.Uvarint()
		if b >= uint64(BlockCount) || slices.Contains(s.palette[:k], Block(b)) {
			return nil, ErrSection
		}
		s.palette[k] = Block(b)
	}
	if bits == 0 {
		if r.Err() != nil {
			return nil, r.Err()
		}
		return NewSection(s.palette[0]), nil
	}
	raw := r.Bytes(SectionCells / 8 * int(bits))
	if r.Err() != nil {
		return nil, r.Err()
	}
	s.resize(widthFor(n))
	in := wire.NewReader(raw)
	for i := range s.words {
		s.words[i] = in.U64()
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	return s, nil
}

// check takes a section of foreign words: every index in the palette, the palette in order of first use. It
// computes hash and count.
func (s *Section) check() error {
	seen := uint64(0)
	for i := range SectionCells {
		k := s.words[i>>s.shift] >> (i << s.log & 63) & s.mask
		if k > seen || k >= uint64(len(s.palette)) {
			return ErrSection
		}
		if k == seen {
			seen++
		}
		if b := s.palette[k]; b != Air {
			s.count++
			s.hash ^= cellHash(i, b)
		}
	}
	if seen != uint64(len(s.palette)) {
		return ErrSection
	}
	return nil
}
