package server

import (
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/server/past"
	"voxtide/timestream"
	"voxtide/world"
)

// advanceClient runs a client's stream through a step, as the session's judge has it, and advances it if it stalls.
//
// What every judge keeps to: permission, reach, rates and hardness count in stream time; the stream never goes back, is at most
// Bounds.Ahead before the server's clock, and pays for all of its time from one budget, which a switch leaves as it is.
func (s *Server) advanceClient(c *session) {
	if s.seatWaits(c) {
		return
	}
	b := &s.cfg.Bounds.Bounds
	st := s.rec.W.Stream(c.stream)
	c.time.BeginStep(b, s.clock.stepSpan, s.clock.lateBy)
	acts := c.endReason == "" && !c.left && (!c.told.Resuming() || faults.Active(faults.ResumedTooEarly))
	switch due := s.timeStepDue(c); c.method.Judge {
	case protocol.JudgeArrival:
		if due {
			s.judgeArrival(c, st, acts)
		}
		s.releaseSilent(c)
	case protocol.JudgeTicks:
		s.judgeTicks(c, st, acts)
		s.releaseSilent(c)
	default:
		if acts && due {
			s.judgeDeclared(c, st)
		}
		if !s.seatIsLate(c, st) {
			s.advanceStalled(c, st)
		}
	}
	c.time.EndStep(b)
}

// timeStepDue reports whether a session's server time step is due (Gambetta III: inputs are queued, and processed ten times a second).
// What the step did is told in an update of its own.
func (s *Server) timeStepDue(c *session) bool {
	m := &c.method
	if m.StepMs == 0 {
		return true
	}
	if s.clock.mono < m.nextStep {
		return false
	}
	every := time.Duration(m.StepMs) * time.Millisecond
	m.nextStep = max(m.nextStep+every, s.clock.mono-every)
	c.told.Stepped()
	return true
}

// judgeArrival performs what has arrived at the present stamp of the stream, in order and whatever time it names, and advances the
// stream to the server's clock (Kahlo 2.3 and 2.4; Gambetta I and III; Kazap). The client's time decides nothing, so there is nothing to
// stall for; a stream that was behind when this judge took it over catches up as far as its budget goes.
func (s *Server) judgeArrival(c *session, st *world.StreamState, acts bool) {
	if acts {
		s.performArrived(c, st)
	}
	s.advanceStream(c, c.time.LimitAt(st.Stamp, s.clock.now), true)
}

// performArrived performs all queued actions at the present stamp of the stream.
func (s *Server) performArrived(c *session, st *world.StreamState) {
	for a := c.time.First(); a != nil; a = c.time.First() {
		if !faults.Active(faults.ArrivalByDeclaredTime) {
			c.time.Arrived(a, st.Stamp)
		}
		s.performAction(c, a, st.Stamp)
		c.time.Pop()
	}
}

// judgeTicks runs the ticks of the stream that are over by the server's clock, 60 a second: each with the client's input for it, or, if
// that has not come, with the last known one; what comes later is dropped (Jimenez Morales). Other actions are reliable, and are
// performed at the begin of the first tick that runs after their arrival.
func (s *Server) judgeTicks(c *session, st *world.StreamState, acts bool) {
	m := &c.method
	limit := c.time.LimitAt(st.Stamp, s.clock.now)
	if !m.aligned {
		next := protocol.TickAt(st.Stamp-1) + 1
		if begin := protocol.TickTime(next); begin <= limit {
			s.advanceStream(c, begin, true)
			m.ticks.Begin(next)
			m.aligned = true
		}
	}
	for m.aligned {
		end := protocol.TickTime(m.ticks.Next + 1)
		if end > limit {
			break
		}
		reused := m.ticks.Reused
		if in, known := m.ticks.Take(); known && acts {
			s.holdInput(c, st.Stamp, in)
		}
		s.metrics.InputsReused += m.ticks.Reused - reused
		if acts {
			s.performArrived(c, st)
		}
		s.advanceStream(c, end, true)
	}
	if acts && c.link.conn != nil && s.clock.mono-m.slackAt >= slackEvery {
		if slack, ok := m.ticks.Slack(s.clock.now); ok {
			m.slackAt = s.clock.mono
			s.receiving.buf = protocol.AppendSlack(s.receiving.buf[:0], slack)
			c.link.conn.Value(protocol.SlotSlack, s.receiving.buf) // an error means that the connection is closed, which the next step notices
		}
	}
}

// holdInput makes a player's body hold the input of a tick.
func (s *Server) holdInput(c *session, at timestream.Time, in protocol.TickInput) {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	e := s.rec.W.Entity(slot)
	m := e.Motion
	actions.HoldInput(s.rec.W, &m, in.Keys, in.Yaw, at)
	if m != e.Motion {
		s.rec.SetMotion(slot, at, &m)
		s.endTransaction("input")
	}
}

// releaseSilent releases the keys of a player of whom nothing was heard for as long as a declared stream would have stalled before
// they are released.
func (s *Server) releaseSilent(c *session) {
	b := &s.cfg.Bounds.Bounds
	if silent := timestream.Duration((s.clock.mono - c.link.heardAt) / time.Microsecond); silent >= b.Late+b.Release {
		c.method.ticks.Forget()
		s.releaseKeys(c)
	}
}

// A kick is told before it acts: at least kickMargin after the struck player's client can have heard of it, by how late what that
// client sends comes here, and at most kickAheadMax after now. Its speeds are in velocity units.
const (
	kickMargin   = 50 * timestream.Millisecond
	kickAheadMax = 250 * timestream.Millisecond
	kickAway     = 6000
	kickUp       = 4000
)

// SetPvP lets players strike each other, or not, unless a command said otherwise.
func (s *Server) SetPvP(on bool) {
	s.cfg.PvP = on
	s.applyRules()
}

// judgeHits keeps where avatars were, from now on, or judges no hits any longer.
func (s *Server) judgeHits(on bool) {
	s.past = nil
	if on {
		s.past = past.New(s.cfg.Hits)
	}
}

// SetHitBounds sets the bounds of the judgement of hits.
func (s *Server) SetHitBounds(b past.Bounds) {
	s.cfg.Hits = b
	s.judgeHits(s.PvP())
}

// PvP reports whether players may strike each other.
func (s *Server) PvP() bool { return s.past != nil }

// SetHits sets how the hits of a session are judged.
func (s *Server) SetHits(of timestream.Stream, how protocol.Hits) {
	if c := s.clients.session(of); c != nil {
		c.hits = &how
	}
}

// hitsOf returns how the hits of a session are judged: as its method says.
func (c *session) hitsOf() protocol.Hits {
	if c.hits != nil {
		return *c.hits
	}
	return c.method.Hits
}

// recordPast notes where everybody is at the end of a step, if hits may have to be judged.
func (s *Server) recordPast() {
	if s.past != nil {
		s.past.Record(s.rec.W, s.clock.mono)
	}
}

// judgeHit judges a swing that was performed, and carries out the hit: everybody who knows the struck is told, and the struck gets
// the kick. It returns why the hit does not count.
func (s *Server) judgeHit(c *session, a *actions.Action) actions.Refusal {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if s.past == nil || c.hitsOf() == protocol.HitsNone || slot == world.NoEntity {
		return actions.PvPOff
	}
	if victim := s.rec.W.Find(a.Target); victim != world.NoEntity && (s.peaceful(s.rec.W.Entity(victim).Motion.Pos) || s.peaceful(s.rec.W.Entity(slot).Motion.Pos)) {
		return actions.PvPOff
	}
	shot := past.Shot{Action: a, By: s.rec.W.Entity(slot), How: c.hitsOf(), Now: s.clock.mono}
	s.tell.replicator.Wait()
	c.told.Collect() // what was told in the last step counts
	told, ok := c.told.Told(a.LastUpdate, a.Target)
	shot.Told, shot.Old = told, !ok
	shot.Linked = s.linked(c.stream, a.Target.OriginStream())
	v := s.past.Judge(s.rec.W, &shot)
	if v.Why != actions.Done {
		return v.Why
	}
	h := protocol.Struck{By: c.stream, ID: a.Target, Number: a.Number, Age: uint16(min(v.Age.Milliseconds(), 1<<16-1))}
	h.At = s.kick(c, a)
	if k := s.clients.session(a.Target.OriginStream()); k != nil {
		k.struckBy, k.struckAt = c.name, h.At
	}
	s.tell.source.Struck(&h)
	s.metrics.Hits++
	return actions.Done
}

// kick gives the struck body a kick away from the striker, by an edit of its stream, and returns when it acts; 0 if it takes none,
// because another one is still to come or it stands still.
func (s *Server) kick(c *session, a *actions.Action) timestream.Time {
	slot := s.rec.W.Find(a.Target)
	e := s.rec.W.Entity(slot)
	m := e.Motion
	if m.KickAt != 0 || m.Flags&world.Suspended != 0 {
		return 0
	}
	if m.Flags&world.Creative == 0 {
		m.KickHarm = uint8(s.rec.W.Rules().Difficulty.Harm(hitHarm(s.rec.W.Player(c.stream).Held())))
	}
	x, z := physics.HeadingVector(a.Yaw)
	m.Kick = world.Vec{x * kickAway >> 16, kickUp, z * kickAway >> 16}
	ahead := kickAheadMax
	if k := s.clients.session(e.Stream); k != nil {
		ahead = min(ahead, k.time.Lateness(&s.cfg.Bounds.Bounds)+kickMargin)
	}
	at := max(s.clock.now, e.At)
	m.KickAt = at.Add(ahead).NextTick()
	if faults.Active(faults.KickAtStamp) {
		m.KickAt = e.At.NextTick()
	}
	author := s.rec.Author
	s.rec.Author = c.stream
	s.rec.SetMotion(slot, e.At, &m)
	s.rec.Author = author
	return m.KickAt
}

// hitHarm returns the harm of a hit with what is in the hand: one with the bare hand, more with an edge, the more the better it is.
func hitHarm(held world.Stack) int {
	info := held.Item.Info()
	switch {
	case held.Count == 0:
	case info.Tool == world.ToolKnife || info.Tool == world.ToolSpear || info.Tool == world.ToolAxe:
		return 2 + int(info.Tier)
	case info.Tool != world.ToolNone:
		return 2
	}
	return 1
}
