package world

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/internal/wire"
)

// sectionMore is what few sections hold beside their blocks. A section that holds none of it has none, so that plain land costs one
// pointer.
type sectionMore struct {
	turns []turnCell // by cell
	boxes []boxCell  // by cell
	hash  uint64     // XOR of the hashes of its parts
}

// moreOf returns what the section holds beside its blocks, made if there is none.
func (s *Section) moreOf() *sectionMore {
	if s.more == nil {
		s.more = &sectionMore{}
	}
	return s.more
}

// trim drops what holds nothing.
func (s *Section) trim() {
	if s.more != nil && len(s.more.boxes) == 0 && len(s.more.turns) == 0 {
		s.more = nil
	}
}

func (m *sectionMore) clone() *sectionMore {
	if m == nil {
		return nil
	}
	c := &sectionMore{hash: m.hash, turns: slices.Clone(m.turns), boxes: slices.Clone(m.boxes)}
	for i := range c.boxes {
		c.boxes[i].Slots = slices.Clone(c.boxes[i].Slots)
	}
	return c
}

// MoreHash returns the part of Hash that is not that of the blocks.
func (s *Section) MoreHash() uint64 {
	if s.more == nil {
		return 0
	}
	return s.more.hash
}

// memory returns about how many bytes are held.
func (m *sectionMore) memory() (bytes int) {
	if m == nil {
		return 0
	}
	bytes = 56 + 64*cap(m.boxes) + 16*cap(m.turns)
	for i := range m.boxes {
		bytes += 6*cap(m.boxes[i].Slots) + len(m.boxes[i].Text)
	}
	return bytes
}

// rehashMore computes the hash of all parts, and adds it to that of the section, which has none of them.
func (s *Section) rehashMore() {
	s.more.hash = 0
	for i := range s.more.turns {
		s.more.hash ^= s.more.turns[i].hash()
	}
	for i := range s.more.boxes {
		s.more.hash ^= s.more.boxes[i].hash(int(s.more.boxes[i].cell))
	}
	s.hash ^= s.more.hash
}

// addMoreHash adds a part to the hash, or takes it out.
func (s *Section) addMoreHash(h uint64) {
	s.more.hash ^= h
	s.hash ^= h
}

// The parts of a section behind its blocks, in this order: each is a tag and its content, and is left out if it holds nothing.
const (
	partTurns byte = iota + 1
	partBoxes
	partOffers
)

func (m *sectionMore) append(dst []byte) []byte {
	if m != nil && len(m.turns) > 0 {
		dst = appendTurns(append(dst, partTurns), m.turns)
	}
	if m != nil && countBoxes(m.boxes, holdsMore) > 0 && !faults.Active(faults.BoxLostWithSection) {
		dst = appendBoxes(append(dst, partBoxes), m.boxes)
	}
	if m != nil && countBoxes(m.boxes, hasOffer) > 0 && !faults.Active(faults.OfferLostWithSection) {
		dst = appendOffers(append(dst, partOffers), m.boxes)
	}
	return dst
}

// readMore reads all parts to the end.
func (s *Section) readMore(r *wire.Reader, stack func(*wire.Reader) Stack) {
	last := byte(0)
	for r.Len() > 0 && r.Err() == nil {
		tag := r.Byte()
		if tag <= last {
			r.Fail(ErrValue)
			return
		}
		switch last = tag; tag {
		case partTurns:
			s.readTurns(r)
		case partBoxes:
			s.readBoxes(r, stack)
		case partOffers:
			s.readOffers(r, stack)
		default:
			r.Fail(ErrValue)
		}
	}
}

// appendBoxes appends the count and, of each box that holds something beside an offer, the cell and its bytes.
func appendBoxes(dst []byte, boxes []boxCell) []byte {
	dst = wire.AppendUvarint(dst, uint64(countBoxes(boxes, holdsMore)))
	for i := range boxes {
		if holdsMore(&boxes[i]) {
			dst = AppendBlockEntity(wire.AppendUvarint(dst, uint64(boxes[i].cell)), &boxes[i].BlockEntity)
		}
	}
	return dst
}

// holdsMore reports whether a box holds something beside an offer.
func holdsMore(b *boxCell) bool {
	x := b.BlockEntity
	x.Offer = Offer{}
	return !x.empty()
}

func hasOffer(b *boxCell) bool { return b.Offer != (Offer{}) }

func countBoxes(boxes []boxCell, is func(*boxCell) bool) (n int) {
	for i := range boxes {
		if is(&boxes[i]) {
			n++
		}
	}
	return n
}

// appendOffers appends the count and, of each shop, the cell and its offer.
func appendOffers(dst []byte, boxes []boxCell) []byte {
	dst = wire.AppendUvarint(dst, uint64(countBoxes(boxes, hasOffer)))
	for i := range boxes {
		if hasOffer(&boxes[i]) {
			dst = AppendOffer(wire.AppendUvarint(dst, uint64(boxes[i].cell)), boxes[i].Offer)
		}
	}
	return dst
}

func (s *Section) readOffers(r *wire.Reader, stack func(*wire.Reader) Stack) {
	n := r.Count(BoxesMax, 5)
	last := -1
	for range n {
		cell, o := r.Uvarint(), readOffer(r, stack)
		if r.Err() != nil {
			return
		}
		if cell >= SectionCells || int(cell) <= last || o == (Offer{}) || !s.changeBox(int(cell), func(x *BlockEntity) { x.Offer = o }) {
			r.Fail(ErrSection)
			return
		}
		last = int(cell)
	}
	if n == 0 {
		r.Fail(ErrSection)
	}
}

func (s *Section) readBoxes(r *wire.Reader, stack func(*wire.Reader) Stack) {
	n := r.Count(BoxesMax, 5)
	if n == 0 {
		r.Fail(ErrSection)
		return
	}
	m := s.moreOf()
	m.boxes = make([]boxCell, n)
	for i := range m.boxes {
		cell := r.Uvarint()
		if cell >= SectionCells || i > 0 && cell <= uint64(m.boxes[i-1].cell) {
			r.Fail(ErrSection)
			return
		}
		b := &m.boxes[i]
		b.cell, b.BlockEntity = uint16(cell), readBlockEntity(r, stack)
		s.addMoreHash(b.hash(int(cell)))
	}
}
