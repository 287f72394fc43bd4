package server

import (
	"slices"

	"voxtide/edits"
	"voxtide/faults"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// saves is in how many parts of a second the motion of avatars is saved.
const saves = 4

// changes gathers what has to be durable with a step: by name, so that each is written once and as it is at the end.
type changes struct {
	store.Batch
	players  []timestream.Stream
	entities []world.EntityID
	leaving  []row // of players who are gone by the end of the step
	checks   bool
	clean    bool
	saved    timestream.Time // the step before
	ceiling  timestream.Time
}

func (c *changes) block(d *edits.Done, seq uint64) {
	e := &d.Edit
	c.Sections = append(c.Sections, store.SectionChange{Pos: e.Pos, Block: e.Block, Seq: seq, Author: e.Author, Before: d.Inverse.Block})
}

func (c *changes) player(s timestream.Stream) {
	if !slices.Contains(c.players, s) {
		c.players = append(c.players, s)
	}
}

func (c *changes) entity(id world.EntityID) {
	if id.Counter() != 0 || id.Birth() == timestream.Server { // not an avatar's
		c.entities = append(c.entities, id)
	}
}

func (c *changes) empty() bool {
	return len(c.Sections)+len(c.Snapshots)+len(c.players)+len(c.entities)+len(c.Forgotten)+len(c.leaving)+len(c.Said) == 0 && !c.checks && !c.clean
}

// commit hands what changed in this step to the store, as one batch. The motion of each avatar is part of it each second,
// and the ceiling of time is kept ahead.
func (s *Server) commit() {
	b := &s.batch
	w := s.rec.W
	for _, c := range s.sessions { // not all in one step
		after := timestream.Time(c.stream%saves) * timestream.Time(timestream.Second) / saves
		if b.clean || (s.now+after)/timestream.Time(timestream.Second) != (b.saved+after)/timestream.Time(timestream.Second) {
			b.player(c.stream)
		}
	}
	b.saved = s.now
	b.Hash = s.hash
	s.sum()
	s.save(b.clean)
	raise := b.ceiling.Sub(s.now) < ceilingLeft
	if b.empty() && !raise {
		s.log.seal(s.ticket)
		return
	}
	if raise || b.clean {
		b.ceiling = s.now.Add(ceilingAhead)
		if b.clean {
			b.ceiling = s.now
		}
		b.Ceiling, b.Clean = b.ceiling, b.clean
	}
	for _, of := range b.players {
		if c := s.session(of); c != nil {
			b.Players = append(b.Players, s.rowOf(c))
		}
	}
	for _, r := range b.leaving {
		if s.session(r.Stream) == nil { // not back in the very step
			b.Players = append(b.Players, r)
		}
	}
	s.entityRows()
	if b.checks && !faults.Active(faults.ChecksNotKept) {
		b.ChecksChanged = true
		for i := range w.StreamCount() {
			st := w.StreamAt(i)
			for _, p := range st.Checks {
				b.Checks = append(b.Checks, store.Check{Stream: st.Stream, Pos: p})
			}
		}
	}
	if s.cfg.Wall != nil {
		b.Time = s.cfg.Wall()
	}
	b.Edits, b.Streams, b.Counter = s.edits, s.streams, w.Stream(timestream.Server).Counter
	if !faults.Active(faults.HashOfLastBatch) {
		b.Hash = s.hash
	}
	s.ticket = s.cfg.Store.Commit(s.mono, &b.Batch)
	s.metrics.Batches++
	s.settle()
	s.log.seal(s.ticket)
	for _, c := range s.sessions {
		if c.ackFresh {
			c.ackFresh, c.ackTicket = false, s.ticket
		}
	}
	b.Reset()
	b.players, b.entities, b.leaving, b.checks, b.clean = b.players[:0], b.entities[:0], b.leaving[:0], false, false
}

// entityRows puts the entities that changed into the batch: those that carry something, as they are now.
func (s *Server) entityRows() {
	b := &s.batch
	slices.Sort(b.entities)
	for _, id := range slices.Compact(b.entities) {
		slot := s.rec.W.Find(id)
		if slot == world.NoSlot {
			if !faults.Active(faults.DeathNotKept) {
				b.Deaths = append(b.Deaths, id)
			}
			continue
		}
		b.Entities = append(b.Entities, *s.rec.W.Entity(slot))
		b.Entities[len(b.Entities)-1].Motion.Flags &^= world.Rests // see lies
	}
}

// rowOf returns the row of a player who is here, and keeps it.
func (s *Server) rowOf(c *session) row {
	w := s.rec.W
	r := c.row
	r.Counter, r.Seen = w.Stream(c.stream).Counter, s.now
	last := r.Player.Last
	r.Player = *w.Player(c.stream)
	if faults.Active(faults.LastNumberInMemory) {
		r.Player.Last = last
	}
	if slot := w.Find(world.AvatarID(c.stream)); slot != world.NoSlot {
		r.Avatar = *w.Entity(slot)
	}
	return *r
}
