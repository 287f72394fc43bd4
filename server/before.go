package server

import (
	"sort"
	"time"

	"voxtide/edits"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// A client that resumes may have held its sections since before this server began: the one before was killed. They count as
// they do for this server's own sessions, and before any un-acked action of the session is performed (judge waits for
// prepare): each was done where the client held the land.
//
// Invariant: such a section goes on under its epoch only if every change of it since the client's E is known: those that the
// server before kept (spot.past, complete from spot.since on), then this one's history, complete from its beginning on. What the
// client has seen of blocks was durable, though its E may be greater than what was kept: not every edit is. Where durability is
// relaxed it need not have been; so a client whose acks were lost holds nothing, and the first frame tells the hash of each
// section that goes on: one that holds what was lost asks for it anew.

// landWait bounds how long the first frame of such a session waits for the land around its player.
const landWait = time.Second

// goOn lets a session go on over a new connection from what its client holds, unless that has seen what was lost.
func (s *Server) goOn(c *session, j *protocol.Join, lost bool) {
	c.held, c.resumed, c.prepared = j.Held, true, false
	c.built, c.sent, c.before = j.Edits, j.Edits, 0
	if j.Edits > 0 && j.Edits <= s.began && !lost && !faults.Active(faults.HeldBeforeIsNothing) {
		c.built, c.sent = s.began, s.began
		c.before, c.comeAt = max(1, min(j.Edits, s.kept)), s.mono
	}
}

// landed reports whether the sections that a client holds around its player are in, as far as they are waited for.
func (s *Server) landed(c *session) bool {
	if c.before == 0 {
		return true
	}
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return true
	}
	center := s.rec.W.Entity(slot).Motion.Pos.Block().Section()
	all := true
	for _, h := range c.held {
		near := away(h.Section.X, center.X) <= 1 && away(h.Section.Y, center.Y) <= 1 && away(h.Section.Z, center.Z) <= 1
		if near && h.Section.Origin().InHeight() && !s.ask(c, h.Section) {
			all = false
		}
	}
	return all || s.mono-c.comeAt >= landWait
}

// adopt opens the subscriptions that a client holds since the server before, where the land is in.
func (s *Server) adopt(c *session) {
	if c.before == 0 {
		return
	}
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return
	}
	center := s.rec.W.Entity(slot).Motion.Pos.Block().Section()
	for _, h := range c.held {
		p := h.Section
		off := world.SectionPos{X: p.X - center.X, Z: p.Z - center.Z}
		wanted := within(off, c.view) && away(p.Y, center.Y) <= int32(s.cfg.ViewY) && p.Origin().InHeight()
		if !wanted || h.Epoch == 0 || h.Epoch > epochsMax || s.rec.W.Sub(c.stream, p).Epoch != 0 || s.cfg.Land.Instant() && !s.ask(c, p) {
			continue
		}
		if s.knowsSince(p, c.before) {
			s.rec.Do(edits.Sub(c.stream, world.Sub{Section: p, Epoch: h.Epoch, Confirmed: true}))
		}
	}
}

// knowsSince reports whether all changes of a section since an edit of the server before are known.
func (s *Server) knowsSince(p world.SectionPos, e uint64) bool {
	pl := s.spots[p]
	return pl != nil && pl.since <= e
}

// past returns what the server before did of a section's changes; the rest is in the history.
func (s *Server) past(all []store.SectionChange) []store.SectionChange {
	return all[:sort.Search(len(all), func(i int) bool { return all[i].Seq > s.kept })]
}

// missed returns the changes of a section that a client has missed of the server before.
func (s *Server) missed(c *session, p world.SectionPos) []store.SectionChange {
	if c.before == 0 || s.rec.W.Sub(c.stream, p).Epoch == 0 || c.openedAt(p) != 0 {
		return nil
	}
	past := s.spots[p].past
	return past[sort.Search(len(past), func(i int) bool { return past[i].Seq > c.before }):]
}

// hashBytes is the most that the hash of a section takes in a frame.
const hashBytes = 28

// writeMissed tells what a client has missed of the server before, of the sections with which it goes on, and their hashes.
func (s *Server) writeMissed(c *session) {
	if c.before == 0 {
		return
	}
	for _, sub := range s.rec.W.Stream(c.stream).Subs {
		for _, ch := range s.missed(c, sub.Section) {
			e := &s.scratch.edit
			*e = edits.Edit{Kind: edits.SetBlock, Author: ch.Author, Pos: ch.Pos, Block: ch.Block}
			s.scratch.writer.Edit(ch.Seq, e)
		}
		if c.openedAt(sub.Section) == 0 {
			s.scratch.writer.Hash(sub.Section, s.rec.W.Section(sub.Section).Hash())
		}
	}
}
