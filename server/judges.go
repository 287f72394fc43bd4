package server

import (
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// How a session is judged (protocol.Method), and how that changes while its player plays. A server plays by its own method, declared
// time within bounds, unless Config.AnyMethod lets clients choose: for comparisons, because a rival's faults are its player's.
//
// A switch happens at the end of a step; the next update is a full one that tells it, and the client goes on by the new method when it
// applies that. What the client sends until then was made for the old method. Actions are numbered and acked alike under every judge,
// and those that wait stay in the queue, so a switch loses none: the new judge performs them at the stream's moment.

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

const (
	// methodPause is the least time between two switches of a session: each costs a full update.
	methodPause = time.Second
	// slackEvery is the time between two values of the slack.
	slackEvery = 100 * time.Millisecond
)

// receiveMethod takes a request for another method; it returns why the session must end.
func (s *Server) receiveMethod(c *session, r *wire.Reader) string {
	q, err := protocol.ReadMethodRequest(r)
	if err != nil {
		return "malformed method"
	}
	if !c.rates.admitUnmetered(s.clock.mono) {
		return reasonUnrated
	}
	if q.Number > c.method.Number {
		c.method.asked = q
	}
	return ""
}

// receiveInputs takes inputs of ticks; it returns why the session must end. Those that come before the switch to ticks, or after that
// to another judge, are nothing.
func (s *Server) receiveInputs(c *session, data []byte) string {
	v, err := protocol.ReadTickInputs(data)
	if err != nil {
		return "malformed inputs"
	}
	c.told.SetPitch(v.Pitch)
	if c.method.Judge == protocol.JudgeTicks && c.method.aligned {
		late := c.method.ticks.Late
		c.method.ticks.Put(&v, s.clock.now)
		s.metrics.InputsLate += c.method.ticks.Late - late
	}
	return ""
}

// switchMethods answers the requests for another method.
func (s *Server) switchMethods() {
	for _, c := range s.clients.sessions {
		m := &c.method
		if own := (protocol.Method{}); !s.cfg.AnyMethod && m.Method != own { // the rules have changed
			m.asked = protocol.MethodRequest{Number: max(m.Number, m.asked.Number), Method: own}
			s.switchMethod(c)
			s.answerMethod(c, protocol.MethodOwnOnly)
		}
		if m.asked.Number == 0 || c.endReason != "" {
			continue
		}
		changes := m.asked.Method != m.Method
		if changes && m.changedAt > 0 && s.clock.mono-m.changedAt < methodPause {
			continue
		}
		refusal := protocol.MethodGranted
		if changes && !s.cfg.AnyMethod {
			refusal = protocol.MethodOwnOnly
		} else if changes {
			s.switchMethod(c)
		}
		s.answerMethod(c, refusal)
	}
}

// answerMethod answers the request for another method.
func (s *Server) answerMethod(c *session, refusal protocol.MethodRefusal) {
	m := &c.method
	m.Number, m.Refusal, m.asked = m.asked.Number, refusal, protocol.MethodRequest{}
	c.told.SetMethod(m.MethodState)
}

// switchMethod makes the method that was asked for the session's.
func (s *Server) switchMethod(c *session) {
	m := &c.method
	m.Method, m.changedAt, m.nextStep = m.asked.Method, s.clock.mono, s.clock.mono
	m.aligned = false
	c.time.EndStall()
	s.metrics.MethodSwitches++
	if faults.Active(faults.SwitchDropsQueue) {
		c.time.DropQueue()
	}
}
