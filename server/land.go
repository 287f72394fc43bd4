package server

import (
	"fmt"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Land gives a server its sections: as they are kept, or else as they are generated. Only the server's owner calls it.
type Land interface {
	// Want asks for a section; once for each, until it was given.
	Want(p world.SectionPos)
	// Ready gives one that was asked for and is there now; false if there is none. It never waits.
	Ready() (Loaded, bool)
	// Get gives a section at once, however long that takes: for what must be there before the first step.
	Get(p world.SectionPos) Loaded
	// Instant tells that what is wanted is ready at once, so that nobody has to ask ahead of the need.
	Instant() bool
}

// Loaded is a section as a Land gives it.
type Loaded struct {
	Pos     world.SectionPos
	Section *world.Section        // the server's from now on
	Packed  []byte                // the same as protocol.Packer packs it, nil if nobody has
	Changed bool                  // it is not as it was generated
	Since   uint64                // from this edit on
	Past    []store.SectionChange // changed it, in order
	Biomes  protocol.Biomes
	Err     error // it cannot be read; nothing else counts then
}

// Fetch makes a section of what a store has of it: what was kept, or what generate gives, with the changes since. Any
// goroutine may call it with a packer of its own.
func Fetch(st store.Store, generate func(world.SectionPos) *world.Section, pack *protocol.Packer, p world.SectionPos) Loaded {
	kept, err := st.Section(p)
	if err != nil {
		return Loaded{Pos: p, Err: fmt.Errorf("server: section %v cannot be read: %w", p, err)}
	}
	return Make(kept, generate, pack, p)
}

// Make makes a section of what was kept of it, as Fetch does.
func Make(kept store.Stored, generate func(world.SectionPos) *world.Section, pack *protocol.Packer, p world.SectionPos) Loaded {
	l := Loaded{Pos: p, Packed: kept.Packed, Changed: kept.Packed != nil || len(kept.Changes) > 0, Since: kept.Edits, Past: kept.Changes}
	var err error
	if kept.Packed != nil {
		if l.Section, err = pack.Unpack(kept.Packed); err != nil {
			return Loaded{Pos: p, Err: fmt.Errorf("server: section %v is kept in a form that cannot be read: %w", p, err)}
		}
	} else if l.Section = generate(p); l.Section == nil {
		l.Section = world.NewSection(world.Air)
	}
	if len(kept.Changes) == 0 {
		return l
	}
	var cells [world.SectionCells]world.Block
	l.Section.Cells(&cells)
	for _, c := range kept.Changes {
		cells[c.Pos.Index()] = c.Block
	}
	l.Section, l.Packed = world.SectionOf(&cells), nil
	return l
}

// instant is the land of tests and laboratories: made where and when it is asked for.
type instant struct {
	store    store.Store
	generate func(world.SectionPos) *world.Section
	pack     protocol.Packer
	ready    []Loaded
}

func (l *instant) Want(p world.SectionPos) { l.ready = append(l.ready, l.Get(p)) }

func (l *instant) Ready() (r Loaded, ok bool) {
	if len(l.ready) == 0 {
		return r, false
	}
	r = l.ready[len(l.ready)-1]
	l.ready = l.ready[:len(l.ready)-1]
	return r, true
}

func (l *instant) Get(p world.SectionPos) Loaded { return Fetch(l.store, l.generate, &l.pack, p) }

func (l *instant) Instant() bool { return true }

// ask tells whether a section is in; one that is not has been asked for when it returns, unless too many are, of all
// clients or of this one: who jumps about must not have others wait for what is behind it.
func (s *Server) ask(c *session, p world.SectionPos) bool {
	if s.rec.W.Has(p) {
		return true
	}
	if _, wanted := s.wanted[p]; !wanted && len(s.wanted) < wantedMax && c.asked < aheadMax {
		s.wanted[p] = c.stream
		c.asked++
		s.cfg.Land.Want(p)
		if s.cfg.Land.Instant() {
			s.arrive()
		}
	}
	return s.rec.W.Has(p)
}

// arrive puts in what was asked for and is ready.
func (s *Server) arrive() {
	for range arriveMax {
		l, ok := s.cfg.Land.Ready()
		if !ok {
			return
		}
		if c := s.session(s.wanted[l.Pos]); c != nil && c.asked > 0 {
			c.asked--
		}
		delete(s.wanted, l.Pos)
		s.put(l)
	}
}

// need brings a section in at once.
func (s *Server) need(p world.SectionPos) {
	if !s.rec.W.Has(p) {
		s.put(s.cfg.Land.Get(p))
	}
}

// put makes a section part of the world.
func (s *Server) put(l Loaded) {
	switch {
	case l.Err != nil && s.cfg.Frozen != actions.Done: // it is left out
		s.metrics.Unreadable++
		s.wanted[l.Pos] = timestream.Server // and not asked for again
		return
	case l.Err != nil:
		if s.failed == nil {
			s.failed = l.Err
		}
		return
	case s.rec.W.Has(l.Pos): // it was needed in the meantime
		return
	}
	pl := &spot{packed: l.Packed, changed: l.Changed, biomes: l.Biomes, since: l.Since, past: s.past(l.Past)}
	if l.Changed {
		pl.sum = world.SectionHash(l.Pos, l.Section.Hash())
	}
	s.spots[l.Pos] = pl
	s.rec.W.PutSection(l.Pos, l.Section)
	s.leaveBe(l.Pos) // until somebody subscribes
	if len(s.items.away) > 0 || s.rec.W.LotCount() > 0 {
		s.items.back = append(s.items.back, l.Pos)
	}
}

// Err tells why the world cannot be kept or read any more; nil while all is well. Whoever runs the server has to stop
// it then: nothing that happens from then on is durable.
func (s *Server) Err() error {
	if s.failed != nil {
		return s.failed
	}
	return s.cfg.Store.Err()
}
