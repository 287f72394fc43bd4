package server

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Where so many blocks of a section change at once that telling them takes more than the section, it is closed before and
// opened anew after, under another epoch, for all but those beside it: a body stands still where its client has yet to
// confirm a section.

// shutting is a subscription that was closed to be opened anew in this step.
type shutting struct {
	c   *session
	pos world.SectionPos
}

// beside is how many sections away a section is told edit by edit to a player, whatever it costs.
const beside = 1

// shut closes a section for those who see it from afar.
func (s *Server) shut(p world.SectionPos) {
	if s.spots[p].watched == 0 {
		return
	}
	s.transaction(rolledBack)
	author := s.rec.Author
	s.rec.Author = timestream.Server
	for _, c := range s.sessions {
		if s.rec.W.Sub(c.stream, p).Epoch == 0 || s.besides(c, p) {
			continue
		}
		scan := c.scan
		s.rec.Do(edits.Sub(c.stream, world.Sub{Section: p}))
		s.transaction("subscriptions")
		c.scan = scan
		s.shuts = append(s.shuts, shutting{c, p})
	}
	s.rec.Author = author
}

// besides tells whether a player's body is in a section or beside it.
func (s *Server) besides(c *session, p world.SectionPos) bool {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return false
	}
	q := s.rec.W.Entity(slot).Motion.Pos.Block().Section()
	return away(p.X, q.X) <= beside && away(p.Y, q.Y) <= beside && away(p.Z, q.Z) <= beside
}

// reopen opens what was shut. What a client has no credit for, its interest opens later.
func (s *Server) reopen() {
	author := s.rec.Author
	s.rec.Author = timestream.Server
	for _, o := range s.shuts {
		c := o.c
		if c.conn == nil || c.whole || len(c.flight) >= s.cfg.BulkCredit || c.epoch >= epochsMax {
			c.scan = 0
			continue
		}
		c.epoch++
		s.rec.Do(edits.Sub(c.stream, world.Sub{Section: o.pos, Epoch: c.epoch}))
		s.metrics.Resent++
	}
	s.shuts = s.shuts[:0]
	if len(s.rec.Log) > 0 {
		s.transaction("subscriptions")
	}
	s.rec.Author = author
}
