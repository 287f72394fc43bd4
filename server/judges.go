package server

import (
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
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
