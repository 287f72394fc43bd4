package server

import (
	"slices"

	"voxtide/actions"
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// judge advances a client's stream as far as the client has declared and its bounds allow, and performs the actions
// on the way, each at exactly its stamp. What comes too early stays in the queue. Then it judges whether the stream
// stalls.
func (s *Server) judge(c *session) {
	b := &s.cfg.Bounds
	st := s.rec.W.Stream(c.stream)
	c.bucket.fill(b, s.span, s.late)
	c.stamps.fill(b, s.span)
	if c.failed == "" && !c.gone && (!c.resumed || faults.Active(faults.ResumedTooEarly)) {
		if c.named.Last <= max(c.queue.last, s.rec.W.Player(c.stream).Last) {
			c.declared = c.named
		}
		// How far the stream may go: what is spent on the way leaves the sum as it is.
		limit := min(s.now.Add(b.Ahead), st.Stamp.Add(c.bucket.left()))
		for a := c.queue.first(); a != nil; a = c.queue.first() {
			at := max(a.At, st.Stamp)
			if faults.Active(faults.EarlyTimeCut) {
				at = min(at, max(limit, st.Stamp))
			}
			if at > limit {
				break
			}
			s.advance(c, at, false)
			if own := c.stamps.stamp(b, &c.declared, a, at); own != a.At {
				a.At, c.stallNews = own, true
			}
			s.perform(c, a, at)
			c.queue.drop()
		}
		s.advance(c, min(limit, max(c.declared.Stamp, c.queue.lastAt)), false)
	}
	s.stall(c, st)
	c.bucket.settle(b)
}

// advance advances a client's stream, if to is later than its stamp, and pays for it.
func (s *Server) advance(c *session, to timestream.Time, byServer bool) {
	st := s.rec.W.Stream(c.stream)
	from := st.Stamp
	if to <= from {
		return
	}
	c.bucket.spend(to.Sub(from))
	s.sim.Advance(c.stream, to)
	s.cfg.Observe.Advanced(c.stream, from, to, byServer)
	s.transaction("advance")
	if s.sim.Strays {
		s.sim.Strays = false
		s.handOver(c.stream)
	}
}

func (s *Server) handOver(of timestream.Stream) {
	s.sim.HandOver(of)
	s.sim.Strays = false // what strays on the server's stream has nobody to be handed to
	s.transaction("hand-over")
}

// perform performs an action at its stream's moment.
func (s *Server) perform(c *session, a *actions.Action, at timestream.Time) {
	if a.Kind.Touches() && a.Number%16 == 0 && faults.Active(faults.LostUpdate) {
		a = &actions.Action{Kind: actions.Undig, Number: a.Number, At: a.At}
	}
	why := s.forbids(c, a)
	if a.Kind == actions.Goto && why == actions.Done {
		s.leaveBehind(c)
	}
	if why == actions.Done {
		why = actions.Do(&s.rec, c.stream, at, a)
	} else {
		why = actions.Deny(&s.rec, c.stream, at, a, why)
	}
	if a.Kind == actions.Chat && why == actions.Done && actions.IsCommand(a.Text) {
		s.asked = append(s.asked, asked{c.stream, a.Text})
	}
	if why == actions.Done && !a.Kind.Free() {
		c.acted, c.actedAt = true, s.mono
	}
	s.metrics.Actions[why]++
	if why == actions.Done || !faults.Active(faults.RefusalDropped) {
		c.answered = a.Number
	}
	if why != actions.Done && len(c.refusals) < refusalsMax {
		c.refusals = append(c.refusals, refusal{a.Number, why})
	}
	s.cfg.Observe.Action(c.stream, a, at, why)
	s.transaction("action")
}

// stall advances a stream that is later than its stall line to that line, as far as its tokens go. What the player set
// in motion goes over to the server's stream when that begins; after a while the controls are released.
//
// Where the server stood still for longer than a player goes on without it, it brings the stream after itself in this step,
// which has the tokens for all of that time: later the stream would come after at the thousandths that it may be faster, and
// every answer would be late for as long as that takes.
func (s *Server) stall(c *session, st *world.StreamState) {
	b := &s.cfg.Bounds
	line := c.late.line(b, s.now, s.late)
	if s.stood {
		line = max(line, s.now.Add(-b.Late))
	}
	if st.Stamp >= line {
		c.stalled, c.released = false, false
		return
	}
	to := min(line, st.Stamp.Add(c.bucket.left()))
	if faults.Active(faults.StallWithoutTokens) {
		to = line
	}
	if to <= st.Stamp {
		return
	}
	if !c.stalled {
		c.stalled, c.stallAt = true, s.mono
		s.metrics.Stalls++
		s.handOver(c.stream)
	}
	s.metrics.StallTime += to.Sub(st.Stamp)
	c.stallNews = true
	if s.stood && !c.released && to.Sub(st.Stamp) > b.Release {
		s.advance(c, st.Stamp.Add(b.Release), true)
		c.released = true
		s.release(c)
	}
	s.advance(c, to, true)
	if !c.released && timestream.Duration((s.mono-c.stallAt).Microseconds()) >= b.Release {
		c.released = true
		s.release(c)
	}
}

// release lets go of the controls of a player whose stream has stalled.
func (s *Server) release(c *session) {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot || s.rec.W.Entity(slot).Motion.Keys == 0 {
		return
	}
	e := s.rec.W.Entity(slot)
	m := e.Motion
	m.Keys = 0
	s.rec.SetMotion(slot, e.At, &m)
	s.metrics.Released++
	s.movedBody(e.ID)
	s.transaction("release")
}

// lifted notes the bodies that landing sand lifted.
func (s *Server) lifted() {
	for _, id := range s.sim.Lifted {
		s.movedBody(id)
	}
	s.sim.Lifted = s.sim.Lifted[:0]
}

// movedBody notes for those who know a body that the server moved it.
func (s *Server) movedBody(id world.EntityID) {
	s.metrics.Moved++
	slot := s.rec.W.Find(id)
	if slot == world.NoSlot {
		return
	}
	for _, c := range s.sessions {
		if c.tellOf(slot, id) != nil && len(c.moved) < bodiesMax && !slices.Contains(c.moved, id) {
			c.moved = append(c.moved, id)
		}
	}
}
