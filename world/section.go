package world

import (
	"errors"
	"slices"

	"voxtide/internal/wire"
)

// Section is 16^3 blocks: a palette and, per cell, an index into it of 0, 1, 2, 4, 8 or 16 bits, so that no index
// crosses a word. Cells are numbered as by Pos.Index. Equal content has an equal hash and equal bytes, however it came
// about; the palette in memory may hold unused entries, which Compact drops.
type Section struct {
	words     []uint64
	palette   []Block
	more      *sectionMore // nil for plain land
	hash      uint64       // XOR of the hashes of the cells that are not air, and of what there is more
	mask      uint64       // of one index
	nonAir    uint16       // cells that are not air
	wordShift uint8        // cell number to word number
	bitShift  uint8        // cell number to bit number
	shared    bool         // another section may have the same words and palette: they are not written into
}

// ErrSection says that the bytes of a section are not what AppendSection writes.
var ErrSection = errors.New("world: malformed section")

// width is a number of bits per index, and how a cell's number becomes a word and a bit.
type width struct {
	bits, wordShift, bitShift uint8
}

// widths are the possible widths, by number. The first is the uniform one: one word of zero bits.
var widths = [6]width{{0, 12, 0}, {1, 6, 0}, {2, 5, 1}, {4, 4, 2}, {8, 3, 3}, {16, 2, 4}}

// widthFor returns the number of the smallest width for n palette entries.
func widthFor(n int) int {
	w := 0
	for 1<<widths[w].bits < n {
		w++
	}
	return w
}

// NewSection returns a section filled with one block.
func NewSection(fill Block) *Section {
	s := &Section{palette: []Block{fill}}
	s.resize(0)
	s.addRun(fill, 0, SectionCells)
	return s
}

// SectionOf returns a section of the given cells.
func SectionOf(cells *[SectionCells]Block) *Section {
	s := &Section{}
	s.setCells(cells)
	if !s.count() {
		panic("world: a palette out of order")
	}
	return s
}

// addRun adds cells from..to-1, which are of one block, to count and hash.
func (s *Section) addRun(b Block, from, to int) {
	if b != Air {
		s.nonAir += uint16(to - from)
		s.hash ^= runHash(b, from, to)
	}
}

// Get returns the block in cell i (0 to SectionCells-1).
func (s *Section) Get(i int) Block {
	return s.palette[s.words[i>>(s.wordShift&15)]>>(i<<(s.bitShift&7)&63)&s.mask]
}

// Set puts a block into cell i and returns the one before.
func (s *Section) Set(i int, b Block) (old Block) {
	old = s.Get(i)
	if old == b {
		return old
	}
	if s.shared {
		s.words, s.palette, s.shared = slices.Clone(s.words), slices.Clone(s.palette), false
	}
	k := slices.Index(s.palette, b)
	if k < 0 {
		k = s.addToPalette(b)
	}
	s.setIndex(i, uint64(k))
	if old != Air {
		s.hash ^= cellHash(i, old)
		s.nonAir--
	}
	if b != Air {
		s.hash ^= cellHash(i, b)
		s.nonAir++
	}
	return old
}

// setIndex writes the index of cell i.
func (s *Section) setIndex(i int, k uint64) {
	w, at := &s.words[i>>s.wordShift], i<<s.bitShift&63
	*w = *w&^(s.mask<<at) | k<<at
}

// addToPalette adds a block to the palette and returns its index.
func (s *Section) addToPalette(b Block) int {
	if uint64(len(s.palette)) > s.mask { // full
		var cells [SectionCells]Block
		s.Cells(&cells)
		s.setCells(&cells) // some entries may be unused
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
		s.setIndex(i, old.words[i>>old.wordShift]>>(i<<old.bitShift&63)&old.mask)
	}
}

// resize makes the words for a width, all zero.
func (s *Section) resize(w int) {
	d := widths[w]
	s.wordShift, s.bitShift, s.mask = d.wordShift, d.bitShift, 1<<d.bits-1
	s.words = make([]uint64, SectionCells>>d.wordShift)
}

// setCells makes palette and words for the cells: the palette in order of first use, the smallest width.
func (s *Section) setCells(cells *[SectionCells]Block) {
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
		s.words[i>>s.wordShift] |= uint64(k) << (i << s.bitShift & 63)
	}
}

// Cells writes all blocks of the section to dst, by cell.
func (s *Section) Cells(dst *[SectionCells]Block) {
	n := 1 << s.wordShift
	for w, word := range s.words {
		for i := range dst[w*n : (w+1)*n] {
			dst[w*n+i] = s.palette[word&s.mask]
			word >>= 1 << s.bitShift & 63
		}
	}
}

// Uniform returns the section's only block, and whether it has only one. In memory a section may have more palette
// entries than blocks; see Compact.
func (s *Section) Uniform() (Block, bool) { return s.palette[0], s.mask == 0 }

// MayContain reports whether f holds for a block that the section contains, or contained before it was last compacted.
func (s *Section) MayContain(f func(Block) bool) bool { return slices.ContainsFunc(s.palette, f) }

// Clone returns a copy that shares nothing.
func (s *Section) Clone() *Section {
	c := *s
	c.words, c.palette, c.more, c.shared = slices.Clone(s.words), slices.Clone(s.palette), s.more.clone(), false
	return &c
}

// CloneOnWrite returns a copy as Clone does, but the memory of the blocks is copied only when a block of either is changed. Another goroutine
// may read the copy while the owner of s changes s.
func (s *Section) CloneOnWrite() *Section {
	s.shared = true
	c := *s
	c.more = s.more.clone()
	return &c
}

// Hash returns the hash of the content; 0 for nothing but air.
func (s *Section) Hash() uint64 { return s.hash }

// NonAirCount returns the number of cells that are not air.
func (s *Section) NonAirCount() int { return int(s.nonAir) }

// Compact drops unused palette entries and takes the smallest width.
func (s *Section) Compact() {
	var cells [SectionCells]Block
	s.Cells(&cells)
	s.setCells(&cells)
	s.shared = false
}

// Memory returns the bytes held, those that are shared with a copy included.
func (s *Section) Memory() int { return 80 + 8*cap(s.words) + 2*cap(s.palette) + s.more.memory() }

// AppendSection appends the bytes of a section.
//
//	width      1 byte: number of bits per index, 0, 1, 2, 4, 8 or 16; the smallest that will do
//	palette    uvarint count, then that many uvarint block ids, in order of first use
//	words      512 bytes per bit, 8 bytes each, low byte first; none for width 0
//	more       what there is beside blocks, see sectionMore; none for plain land
func AppendSection(dst []byte, s *Section) []byte {
	var cells [SectionCells]Block
	var c Section
	s.Cells(&cells)
	c.setCells(&cells)
	dst = append(dst, widths[widthFor(len(c.palette))].bits)
	dst = wire.AppendUvarint(dst, uint64(len(c.palette)))
	for _, b := range c.palette {
		dst = wire.AppendUvarint(dst, uint64(b))
	}
	if c.mask != 0 {
		for _, w := range c.words {
			dst = wire.AppendU64(dst, w)
		}
	}
	return s.more.append(dst)
}

// ReadSection reads what AppendSection appends, to the end of the reader, and accepts nothing else.
func ReadSection(r *wire.Reader) (*Section, error) { return readSection(r, ReadStack) }

// ReadForeignSection reads a section that has the numbers of another table of blocks, until Numbering.Section translates it.
func ReadForeignSection(r *wire.Reader) (*Section, error) { return readSection(r, ReadForeignStack) }

// readSection reads a section whose stacks are read by a function.
func readSection(r *wire.Reader, stack func(*wire.Reader) Stack) (*Section, error) {
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
		s = NewSection(s.palette[0])
		s.readMore(r, stack)
		return s, r.Err()
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
	if !s.count() {
		return nil, ErrSection
	}
	s.readMore(r, stack)
	return s, r.Err()
}

// count computes hash and count from words and palette, which have neither yet. It reports whether they are as AppendSection writes them:
// every index is in the palette, and the palette in order of first use.
//
// Most words of land hold one index, as those beside them do: their cells count by runs.
func (s *Section) count() bool {
	seen, most, cells := uint64(0), uint64(len(s.palette)), 1<<s.wordShift
	ones := uint64(0) // an index of 1 in each place of a word
	if s.mask != 0 {
		ones = ^uint64(0) / s.mask
	}
	for w := 0; w < len(s.words); w++ {
		word := s.words[w]
		if k := word & s.mask; word == k*ones {
			first := w
			for w+1 < len(s.words) && s.words[w+1] == word {
				w++
			}
			if k > seen || k >= most {
				return false
			}
			seen = max(seen, k+1)
			s.addRun(s.palette[k], first*cells, (w+1)*cells)
			continue
		}
		for i := w * cells; i < (w+1)*cells; i++ {
			k := word & s.mask
			word >>= 1 << s.bitShift & 63
			if k > seen || k >= most {
				return false
			}
			seen = max(seen, k+1)
			if b := s.palette[k]; b != Air {
				s.nonAir++
				s.hash ^= cellHash(i, b)
			}
		}
	}
	return seen == most
}
