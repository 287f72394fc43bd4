package server

import (
	"time"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/timestream"
	"voxtide/world"
)

// What happens to subscriptions besides the interest: which of them a full update keeps, resuming, and mass changes.
//
// Resuming after a kill: a client that resumes may hold its sections from a server before this one. They count as for this server's own
// sessions, and before any un-acked action of the session is performed: each was done where the client held the section.
//
// Invariant: such a section goes on under its epoch only if every change of it after the client's E is known: those that the previous
// server stored (sections.Table.PreviousChanges), then this one's history, complete from its beginning. The client was told of durable
// blocks alone, though its E may be greater than the stored one: not every edit is stored. With relaxed durability blocks need not have
// been durable; so a client whose acks were lost holds nothing, and the first update carries the hash of each section that goes on: a
// client whose section differs asks for it again.
//
// Mass changes: if the edits of a section in one step take more bytes than the section itself, it is closed before and opened again
// after, under another epoch, for all clients but those in it or beside it: a body stands still where its client has yet to confirm a
// section.

// updateSubscriptions opens, closes and confirms every connected client's subscriptions.
//
// Where there is a clock for it, those whose turn did not come within interestTime are the first in the next step; what each has confirmed
// counts at once.
func (s *Server) updateSubscriptions() {
	list := s.clients.sessions
	first, _ := s.clients.find(s.clients.interestFrom)
	s.clients.interestFrom = 0
	began, late := s.cfg.Stopwatch(), false
	s.clients.checks = s.appendChecks(s.clients.checks[:0])
	for i := range list {
		c := list[(first+i)%len(list)]
		if c.link.conn == nil {
			continue
		}
		if late = late || s.cfg.Stopwatch()-began > interestTime; late {
			if s.clients.interestFrom == 0 {
				s.clients.interestFrom = c.stream
			}
			s.metrics.InterestPostponed++
			continue
		}
		if full, prepared := c.told.NeedsFull(); full && !prepared {
			if s.persist.durableSeq < c.told.FullAfter() {
				continue // prepareFull would close what is opened now
			}
			if !s.resumeSectionsLoaded(c) {
				continue
			}
			s.prepareFull(c)
		}
		s.confirmDelivered(c)
		s.updateInterest(c, s.clients.checks)
		if len(s.rec.Log) > 0 {
			s.endTransaction("subscriptions")
		}
		s.clock.profile.Charge(c.stream)
	}
}

// interestTime bounds the time of a step in which subscriptions are opened and closed; the turn of one client is always over.
const interestTime = 4 * time.Millisecond

// prepareFull closes the subscriptions that a full update cannot keep, and transfers the client's bodies to the server if there are
// too many.
func (s *Server) prepareFull(c *session) {
	if len(s.rec.W.Bodies(c.stream)) > replication.FullOwnEntities {
		s.transferToServer(c.stream)
	}
	source := &s.tell.source
	lost, covered := source.PrepareFull(c.told, s.journal.lastEdit)
	s.closeAll(c, lost)
	if covered {
		s.adoptHeld(c)
	}
	s.closeAll(c, source.OverBudget(c.told, c.area.center, s.journal.lastEdit))
	s.endTransaction("prepare")
	source.Prepared(c.told)
}

func (s *Server) closeAll(c *session, sections []world.SectionPos) {
	for _, p := range sections {
		s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: p}))
	}
}

// resumeSectionsWait bounds how long the first update of a resumed session waits for the sections around its player.
const resumeSectionsWait = time.Second

// resumeFrom lets a session go on over a new connection from what its client holds, unless the client saw edits that are lost.
func (s *Server) resumeFrom(c *session, j *protocol.Join, lost bool) {
	built, previous := j.CompleteTo, uint64(0)
	if j.CompleteTo > 0 && j.CompleteTo <= s.journal.firstEdit && !lost && !faults.Active(faults.HeldBeforeIsNothing) {
		built, previous = s.journal.firstEdit, max(1, min(j.CompleteTo, s.journal.keptEdit))
	}
	c.told.Resume(j.Held, built, previous, s.clock.mono)
}

// resumeSectionsLoaded reports whether the sections that a client holds around its player are in memory, or were waited for long
// enough.
func (s *Server) resumeSectionsLoaded(c *session) bool {
	held, previous, since := c.told.Held()
	if previous == 0 {
		return true
	}
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return true
	}
	center := s.rec.W.Entity(slot).Motion.Pos.Block().Section()
	all := true
	for _, h := range held {
		near := axisDistance(h.Section.X, center.X) <= 1 && axisDistance(h.Section.Y, center.Y) <= 1 && axisDistance(h.Section.Z, center.Z) <= 1
		if near && h.Section.Origin().InHeight() && !s.requestSection(c, h.Section) {
			all = false
		}
	}
	return all || s.clock.mono-since >= resumeSectionsWait
}

// adoptHeld opens the subscriptions that a client holds from the previous server, where the section is in memory.
func (s *Server) adoptHeld(c *session) {
	held, previous, _ := c.told.Held()
	if previous == 0 {
		return
	}
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	e := s.rec.W.Entity(slot)
	center, ahead := e.Motion.Pos.Block().Section(), aheadOf(&e.Motion, s.clock.now.Sub(e.At))
	for _, h := range held {
		p := h.Section
		off := world.SectionPos{X: p.X - center.X, Z: p.Z - center.Z}
		wanted := withinView(off, c.area.view+int(ahead[0])) && axisDistance(p.Y, center.Y) <= int32(s.cfg.ViewY)+ahead[1] && p.Origin().InHeight()
		if !wanted || h.Epoch == 0 || h.Epoch > epochsMax || s.rec.W.Subscription(c.stream, p).Epoch != 0 || s.sections.Immediate() && !s.requestSection(c, p) {
			continue
		}
		if s.sections.KnownSince(p, previous) {
			s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: p, Epoch: h.Epoch, Confirmed: true}))
		}
	}
}

// aheadOf returns how many sections, sideways and in height, a client may be ahead of a body that is late by a time: it holds the land there.
func aheadOf(m *world.Motion, late timestream.Duration) (ahead [2]int32) {
	if late <= 0 {
		return ahead
	}
	late = min(late, protocol.Horizon)
	side := max(m.Vel[0], -m.Vel[0], m.Vel[2], -m.Vel[2], runSpeed)
	fall := max(m.Vel[1], -m.Vel[1]) + fallSpeed*int64(late)/int64(timestream.Second)
	return [2]int32{1 + int32(side*int64(late)/world.Unit/world.SectionSize), 1 + int32(fall*int64(late)/world.Unit/world.SectionSize)}
}

// How fast a body may become within a second whose keys change: runSpeed sideways, and fallSpeed more each second in height.
const (
	runSpeed  = 12_000
	fallSpeed = 32_000
)

// besideSections is how many sections away a client is sent all edits of a section, whatever they cost.
const besideSections = 1

// closeForResend closes a section for the clients that see it from farther away.
func (s *Server) closeForResend(p world.SectionPos) {
	if s.sections.Subscribers(p) == 0 {
		return
	}
	s.endTransaction(kindRollback)
	author := s.rec.Author
	s.rec.Author = timestream.Server
	for _, c := range s.clients.sessions {
		if s.rec.W.Subscription(c.stream, p).Epoch == 0 || s.isBeside(c, p) {
			continue
		}
		scan, ahead := c.area.scanFrom, c.area.aheadFrom
		s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: p}))
		s.endTransaction("subscriptions")
		c.area.scanFrom, c.area.aheadFrom = scan, ahead
		s.resubscriptions = append(s.resubscriptions, resubscription{c, p})
	}
	s.rec.Author = author
}

// isBeside reports whether a player's avatar is in a section or beside it.
func (s *Server) isBeside(c *session, p world.SectionPos) bool {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return false
	}
	q := s.rec.W.Entity(slot).Motion.Pos.Block().Section()
	return axisDistance(p.X, q.X) <= besideSections && axisDistance(p.Y, q.Y) <= besideSections && axisDistance(p.Z, q.Z) <= besideSections
}

// reopenResent opens the sections that closeForResend closed. If a client has no credit, its interest opens them later.
func (s *Server) reopenResent() {
	author := s.rec.Author
	s.rec.Author = timestream.Server
	for _, o := range s.resubscriptions {
		c := o.c
		if full, _ := c.told.NeedsFull(); c.link.conn == nil || full || c.told.InFlight() >= s.cfg.BulkCredit || c.area.lastEpoch >= epochsMax {
			c.area.restart()
			continue
		}
		c.area.lastEpoch++
		s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: o.pos, Epoch: c.area.lastEpoch}))
		s.metrics.SectionsResent++
	}
	s.resubscriptions = s.resubscriptions[:0]
	if len(s.rec.Log) > 0 {
		s.endTransaction("subscriptions")
	}
	s.rec.Author = author
}
