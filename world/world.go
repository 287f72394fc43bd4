// Package world is the state of the game as plain values: blocks in sections, entities, players and the stamps of
// the time streams. It holds no rules and no history.
//
// Owner: one goroutine per World. Setters are called by package edits alone (arch_test.go keeps that), besides
// loading: PutSection and TakeSection bring whole sections in and out.
//
// Invariants: Hash is a function of the state and not of the way that led to it; slices returned by getters are
// valid until the next setter; all iteration is in a fixed order (streams by id, sections and entities by lookup).
package world

import (
	"slices"

	"voxtide/timestream"
)

// World is one state of the game: the server's, or what a client holds of it.
type World struct {
	sections map[SectionPos]*Section
	cache    [cacheSize]cached
	blocks   uint64 // XOR of the hashes of all sections

	ids      map[EntityID]Slot
	slots    []slot
	free     []Slot
	dirty    []Slot
	entities uint64 // XOR of the hashes of all entities whose hash is clean
	lots     []lot
	lotAt    map[SectionPos]int32 // into lots

	streams []*streamState // by stream
	players []*player      // by stream

	day timestream.Duration // see Day
}

const cacheSize = 64

type cached struct {
	pos SectionPos
	sec *Section
}

// New returns an empty world: no section, no stream.
func New() *World {
	return &World{sections: map[SectionPos]*Section{}, ids: map[EntityID]Slot{}, lotAt: map[SectionPos]int32{}}
}

// Section returns a section, nil where there is none. Read it only.
func (w *World) Section(p SectionPos) *Section {
	c := &w.cache[uint32(p.X^p.Y<<2^p.Z<<4)%cacheSize]
	if c.sec != nil && c.pos == p {
		return c.sec
	}
	s := w.sections[p]
	if s != nil {
		c.pos, c.sec = p, s
	}
	return s
}

// Has tells whether the section is there.
func (w *World) Has(p SectionPos) bool { return w.Section(p) != nil }

// SectionCount returns the number of sections there are.
func (w *World) SectionCount() int { return len(w.sections) }

// SectionList appends the positions of all sections, in order, to dst.
func (w *World) SectionList(dst []SectionPos) []SectionPos {
	from := len(dst)
	for p := range w.sections {
		dst = append(dst, p)
	}
	slices.SortFunc(dst[from:], func(a, b SectionPos) int {
		if a == b {
			return 0
		}
		if a.Less(b) {
			return -1
		}
		return 1
	})
	return dst
}

// Block returns the block at p and whether its section is there; air where it is not.
func (w *World) Block(p Pos) (Block, bool) {
	s := w.Section(p.Section())
	if s == nil {
		return Air, false
	}
	return s.Get(p.Index()), true
}

// SetBlock puts a block and returns the one before. Where the section is missing it changes nothing and says so.
func (w *World) SetBlock(p Pos, b Block) (old Block, ok bool) {
	s := w.Section(p.Section())
	if s == nil {
		return Air, false
	}
	before := s.hash
	old = s.Set(p.Index(), b)
	w.blocks ^= SectionHash(p.Section(), before) ^ SectionHash(p.Section(), s.hash)
	return old, true
}

// PutSection brings a section in, in place of the one that may be there. The world owns s from now on.
func (w *World) PutSection(p SectionPos, s *Section) {
	w.TakeSection(p)
	w.sections[p] = s
	w.blocks ^= SectionHash(p, s.hash)
}

// TakeSection removes a section and returns it, nil if there was none.
func (w *World) TakeSection(p SectionPos) *Section {
	s := w.sections[p]
	if s == nil {
		return nil
	}
	delete(w.sections, p)
	c := &w.cache[uint32(p.X^p.Y<<2^p.Z<<4)%cacheSize]
	if c.pos == p {
		c.sec = nil
	}
	w.blocks ^= SectionHash(p, s.hash)
	return s
}

// streamState is a stream with the bookkeeping that is not state.
type streamState struct {
	StreamState
	subs   uint64 // XOR of the hashes of the subscriptions
	bodies []Slot // those that time moves, then those at rest
	awake  int    // the former
}

type player struct {
	stream timestream.Stream
	Player
	slots uint64 // XOR of the hashes of the slots
}
