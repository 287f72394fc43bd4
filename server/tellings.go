package server

// What a frame tells of streams, bodies and support checks.

import (
	"slices"

	"voxtide/edits"
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// stream tells the client of a stream if it does not know it.
func (s *Server) stream(c *session, of timestream.Stream) {
	st := s.rec.W.Stream(of)
	if st == nil || c.knownStream(of) != nil {
		return
	}
	e := &s.scratch.edit
	*e = edits.Edit{Kind: edits.AddStream, Stream: of, At: st.Stamp, Number: uint64(st.Counter), Text: st.Name}
	s.scratch.writer.Edit(s.edits, e)
	c.learnStream(toldStream{stream: of, stamp: st.Stamp, counter: st.Counter, at: s.mono})
}

func (c *session) unlearnStream(of timestream.Stream) {
	c.streams = slices.DeleteFunc(c.streams, func(t toldStream) bool { return t.stream == of })
}

// count returns the counter of the stream in which an entity was born, and notes that the client is told it.
func (s *Server) count(c *session, id world.EntityID) uint64 {
	st := s.rec.W.Stream(id.Birth())
	if st == nil {
		return 0
	}
	if k := c.knownStream(id.Birth()); k != nil {
		k.counter = st.Counter
	}
	return uint64(st.Counter)
}

// birth tells the client of a body as it is now; false if a whole frame has no room for it.
func (s *Server) birth(c *session, slot world.Slot, author timestream.Stream) bool {
	ent := s.rec.W.Entity(slot)
	if c.whole && s.scratch.writer.Size() > wholeBodies && ent.Stream != c.stream {
		c.stale = true
		return false
	}
	s.stream(c, ent.Stream)
	e := &s.scratch.edit
	*e = edits.Edit{Kind: edits.Birth, Author: author, ID: ent.ID, Entity: *ent, Number: s.count(c, ent.ID)}
	s.scratch.writer.Edit(0, e)
	if ent.Kind != world.KindAvatar && !faults.Active(faults.BirthBeforeCommit) {
		s.rest(s.ticket)
	}
	t := c.learn(slot, ent.ID)
	t.frame = c.number
	s.knows(c, t)
	c.laid = c.laid || t.motion.Flags&world.Rests != 0
	return true
}

// death takes the i-th body that the client knows away from it.
func (s *Server) death(c *session, i int, author timestream.Stream) {
	id := c.bodies[i].id
	e := &s.scratch.edit
	*e = edits.Edit{Kind: edits.Death, Author: author, ID: id, Number: s.count(c, id)}
	s.scratch.writer.Edit(0, e)
	c.unlearn(i)
}

// writeBirth tells of a birth, if the body lives at the end of the step and is of interest.
func (s *Server) writeBirth(c *session, e *logged) bool {
	w := s.rec.W
	slot := w.Find(e.ID)
	own := w.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot || own == world.NoSlot || c.tellOf(slot, e.ID) != nil {
		return false
	}
	ent := w.Entity(slot)
	switch {
	case ent.Stream == c.stream:
	case blocks(&ent.Motion.Pos, &w.Entity(own).Motion.Pos) > farBlocks*farBlocks:
		return false
	case len(c.bodies) >= bodiesMax: // who has to go, so that it has room, is found out in this frame
		c.rankAt, c.stale = 0, true
		return false
	}
	return s.birth(c, slot, e.Author) && !faults.Active(faults.BirthBeforeCommit)
}

// writeCheck tells of a support check that is entered or taken out. One in a section that was opened since the last
// frame was told with the opening.
func (s *Server) writeCheck(c *session, e *logged) bool {
	p := e.Pos.Section()
	if e.Kind == edits.RemoveCheck {
		if c.knownStream(e.Stream) == nil || c.openedAt(p) != 0 {
			return false
		}
	} else {
		if !s.inView(c.stream, e.Pos) || c.openedAt(p) != 0 || s.rec.W.Stream(e.Stream) == nil {
			return false
		}
		s.stream(c, e.Stream)
	}
	s.scratch.writer.Edit(e.seq, &e.Edit)
	return true
}

// sectionChecks tells the pending checks of a section with its opening, and takes them away with its closing.
func (s *Server) sectionChecks(c *session, sub *logged) {
	kind := edits.AddCheck
	switch {
	case sub.Number == 0:
		kind = edits.RemoveCheck
	case sub.Flag, faults.Active(faults.ChecksNotInOpenings):
		return
	}
	w := s.rec.W
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		for _, p := range st.Checks {
			if p.Section() != world.SectionPos(sub.Pos) {
				continue
			}
			if kind == edits.AddCheck {
				s.stream(c, st.Stream)
			} else if c.knownStream(st.Stream) == nil {
				continue
			}
			e := &s.scratch.edit
			*e = edits.Edit{Kind: kind, Stream: st.Stream, Pos: p}
			s.scratch.writer.Edit(sub.seq, e)
			s.rest(s.ticket)
		}
	}
}

// writeCounters tells the counters of streams in which something was born that the client is not told of, or that
// lives no more: a birth and a death at once say it.
func (s *Server) writeCounters(c *session) {
	w := s.rec.W
	for i := range c.streams {
		k := &c.streams[i]
		st := s.streamOf(k)
		if st == nil || st.Counter == k.counter {
			continue
		}
		k.counter = st.Counter
		id := world.MakeID(k.stream, st.Counter-1)
		if slot := w.Find(id); slot != world.NoSlot && c.tellOf(slot, id) != nil {
			continue
		}
		e := &s.scratch.edit
		*e = edits.Edit{Kind: edits.Birth, ID: id, Number: uint64(st.Counter)}
		e.Entity = world.Entity{ID: id, Kind: world.KindItem, Stream: k.stream, At: st.Stamp}
		s.scratch.writer.Edit(0, e)
		*e = edits.Edit{Kind: edits.Death, ID: id, Number: uint64(st.Counter)}
		s.scratch.writer.Edit(0, e)
	}
}
