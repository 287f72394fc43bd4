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
)

func (m *sectionMore) append(dst []byte) []byte {
	if m != nil && len(m.turns) > 0 {
		dst = appendTurns(append(dst, partTurns), m.turns)
	}
	if m != nil && len(m.boxes) > 0 && !faults.Active(faults.BoxLostWithSection) {
		dst = appendBoxes(append(dst, partBoxes), m.boxes)
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
		default:
			r.Fail(ErrValue)
		}
	}
}
