// Package world is the state of the game as plain values: blocks in sections, entities, players and the stamps of
// the time streams. It holds no rules and no history.
//
// Owner: one goroutine per World. Only package edits calls the setters (internal/arch checks that), except that loading
// brings whole sections in and out with SetSection and RemoveSection.
//
// Invariants: Hash is a function of the state, however it came about; slices returned by getters are valid until the
// next setter; all iteration is in a fixed order (streams by id, sections and entities by lookup).
package world

import (
	"maps"
	"slices"

	"voxtide/internal/columnmap"
	"voxtide/land"
	"voxtide/timestream"
)

// World is one state of the game: the server's, or what a client knows of it.
type World struct {
	sections   columnmap.Map[Section]
	cache      []cachedSection // of the last looked up sections, by hash; its length is a power of two
	blocksHash uint64          // XOR of the hashes of all sections
	turning    []SectionPos    // the sections with turns, in order

	slotOf        map[EntityID]EntitySlot
	slots         []entityRecord
	freeSlots     []EntitySlot
	staleSlots    []EntitySlot
	entitiesHash  uint64 // XOR of the hashes of the entities whose hash is up to date
	sleeping      []sleepingBodies
	sleepingIndex map[SectionPos]int32 // index into sleeping
	columns       columnTable          // of awake bodies

	streams       []*streamState // by stream
	streamNumbers streamNumbers  // of streams
	players       []*playerState // by stream
	playerNumbers streamNumbers  // of the streams of players

	dayOffset timestream.Duration // see DayOffset
	claims    land.Book
	barriers  land.Barriers
	rules     Rules
}

// The memory of the last look-ups has a place for each cacheShare loaded sections: few for the world of one player, more for a server whose players
// are in many places.
const (
	cacheLeast = 64
	cacheMost  = 2048
	cacheShare = 8
)

type cachedSection struct {
	pos SectionPos
	sec *Section
}

// cached returns the place of a section in the memory of the last look-ups.
func (w *World) cached(p SectionPos) *cachedSection {
	h := uint32(p.X)*0x9e3779b1 + uint32(p.Z)*0x85ebca6b + uint32(p.Y)*0xc2b2ae35
	return &w.cache[(h>>16^h)&uint32(len(w.cache)-1)]
}

// New returns an empty world: no section, no stream.
func New() *World {
	return &World{sections: columnmap.New[Section](MinY / SectionSize), cache: make([]cachedSection, cacheLeast), slotOf: map[EntityID]EntitySlot{}, sleepingIndex: map[SectionPos]int32{}}
}

// Section returns a section, nil if it is not loaded. Read it only.
func (w *World) Section(p SectionPos) *Section {
	c := w.cached(p)
	if c.sec != nil && c.pos == p {
		return c.sec
	}
	s := w.sections.Get(p.X, p.Y, p.Z)
	if s != nil {
		c.pos, c.sec = p, s
	}
	return s
}

// SharedSection returns a section as Section does, without a memory of the last ones: several goroutines may read by it at once, as long as
// nobody changes the world.
func (w *World) SharedSection(p SectionPos) *Section { return w.sections.Get(p.X, p.Y, p.Z) }

// HasSection reports whether a section is loaded.
func (w *World) HasSection(p SectionPos) bool { return w.Section(p) != nil }

// SectionCount returns the number of loaded sections.
func (w *World) SectionCount() int { return w.sections.Len() }

// AppendSections appends the positions of all loaded sections, in order.
func (w *World) AppendSections(dst []SectionPos) []SectionPos {
	from := len(dst)
	for p := range w.sections.All() {
		dst = append(dst, SectionPos{p[0], p[1], p[2]})
	}
	slices.SortFunc(dst[from:], SectionPos.Compare)
	return dst
}

// Block returns the block at p, and whether its section is loaded; Air if it is not.
func (w *World) Block(p Pos) (Block, bool) {
	s := w.Section(p.Section())
	if s == nil {
		return Air, false
	}
	return s.Get(p.Index()), true
}

// SetBlock sets a block, without a turn, and returns the one before. If the section is not loaded it changes nothing and returns false.
func (w *World) SetBlock(p Pos, b Block) (old Block, ok bool) {
	old, _, _, ok = w.SetTurn(p, b, Air, 0)
	return old, ok
}

// SetSection adds or replaces a section. The world owns s from now on.
func (w *World) SetSection(p SectionPos, s *Section) {
	w.RemoveSection(p)
	w.sections.Set(p.X, p.Y, p.Z, s)
	if n := len(w.cache); n < cacheMost && w.sections.Len() > n*cacheShare {
		w.cache = make([]cachedSection, 2*n)
	}
	w.blocksHash ^= SectionHash(p, s.hash)
	if s.HasTurns() {
		w.noteTurning(p, true)
	}
}

// Shrink gives back memory that is there for many more sections than are loaded.
func (w *World) Shrink() {
	w.sections.Shrink()
	if w.sections.Len() <= cacheLeast*cacheShare {
		w.cache = make([]cachedSection, cacheLeast)
	}
}

// RemoveSection removes a section and returns it, nil if it was not loaded.
func (w *World) RemoveSection(p SectionPos) *Section {
	s := w.sections.Get(p.X, p.Y, p.Z)
	if s == nil {
		return nil
	}
	w.sections.Delete(p.X, p.Y, p.Z)
	c := w.cached(p)
	if c.pos == p {
		c.sec = nil
	}
	if s.HasTurns() {
		w.noteTurning(p, false)
	}
	w.blocksHash ^= SectionHash(p, s.hash)
	return s
}

// streamState is a stream with bookkeeping that is no state.
type streamState struct {
	StreamState
	subscriptionsHash uint64       // XOR of the hashes of the subscriptions
	bodies            []EntitySlot // awake bodies first, then sleeping ones
	awake             int          // number of the awake bodies
}

type playerState struct {
	stream timestream.Stream
	Player
	slotsHash uint64 // XOR of the hashes of the slots
}

// EntitySlot is a handle of an entity in the world, valid until the entity is removed.
type EntitySlot int32

// NoEntity is the slot of an entity that does not exist.
const NoEntity EntitySlot = -1

type entityRecord struct {
	Entity
	hash        uint64
	hashStale   bool
	streamIndex int32 // index in the bodies of its stream
	sleepIndex  int32 // of a sleeping body: index in those of its section

	column                         column // of an awake body: in whose list it is
	nextInColumn, previousInColumn EntitySlot
}

// sleepingBodies are the bodies that sleep in one section.
type sleepingBodies struct {
	pos   SectionPos
	slots []EntitySlot
}

// Clone returns a copy of the whole state that shares nothing with w: a version of the game that can be gone back to.
func (w *World) Clone() *World {
	c := &World{
		sections: columnmap.New[Section](MinY / SectionSize), cache: make([]cachedSection, len(w.cache)), blocksHash: w.blocksHash, turning: slices.Clone(w.turning),
		slotOf: maps.Clone(w.slotOf), slots: slices.Clone(w.slots), freeSlots: slices.Clone(w.freeSlots),
		staleSlots: slices.Clone(w.staleSlots), entitiesHash: w.entitiesHash,
		sleeping: slices.Clone(w.sleeping), sleepingIndex: maps.Clone(w.sleepingIndex),
		columns:       columnTable{slices.Clone(w.columns.first), w.columns.count},
		streamNumbers: slices.Clone(w.streamNumbers), playerNumbers: slices.Clone(w.playerNumbers), dayOffset: w.dayOffset, rules: w.rules, claims: w.claims.Clone(), barriers: w.barriers.Clone(),
	}
	for p, s := range w.sections.All() {
		c.sections.Set(p[0], p[1], p[2], s.Clone())
	}
	for i := range c.sleeping {
		c.sleeping[i].slots = slices.Clone(c.sleeping[i].slots)
	}
	for _, st := range w.streams {
		one := *st
		one.SupportChecks, one.Subscriptions = slices.Clone(st.SupportChecks), st.Subscriptions.Clone()
		one.bodies = slices.Clone(st.bodies)
		c.streams = append(c.streams, &one)
	}
	for _, p := range w.players {
		one := *p
		c.players = append(c.players, &one)
	}
	return c
}

// Memory returns about how many bytes a copy of the world takes.
func (w *World) Memory() (bytes int) {
	const entityBytes, playerBytes, streamBytes, subscriptionBytes = 320, 200, 120, 8
	for _, s := range w.sections.All() {
		bytes += s.Memory()
	}
	for _, st := range w.streams {
		bytes += streamBytes + st.Subscriptions.Len()*subscriptionBytes
	}
	return bytes + len(w.slots)*entityBytes + len(w.players)*playerBytes
}

// Claims returns the book of claimed land. Read it only.
func (w *World) Claims() *land.Book { return &w.claims }

// SetClaim adds a claim to the book, or removes it. It returns false and changes nothing if that does not fit.
func (w *World) SetClaim(c land.Claim, there bool) bool {
	if there {
		return w.claims.Add(c)
	}
	return w.claims.Remove(c)
}

// Apart reports whether there is a border of claimed land between two cells.
func (w *World) Apart(p, q Pos) bool { return w.claims.Apart(p.X, p.Y, p.Z, q.X, q.Y, q.Z) }

// Barriers returns where no body goes. Read it only.
func (w *World) Barriers() *land.Barriers { return &w.barriers }

// SetBorder sets the border of the world and returns the one before; false, and no change, for one that there may not be.
func (w *World) SetBorder(b land.Border) (old land.Border, ok bool) { return w.barriers.SetBorder(b) }

// SetClosed closes an area to bodies, or opens it. It returns false and changes nothing if that does not fit.
func (w *World) SetClosed(a land.Area, closed bool) bool {
	if closed {
		return w.barriers.Close(a)
	}
	return w.barriers.Open(a)
}

// Rules returns the rules of the game.
func (w *World) Rules() Rules { return w.rules }

// SetRules sets the rules of the game and returns those before.
func (w *World) SetRules(g Rules) (old Rules) {
	old, w.rules = w.rules, g
	return old
}
