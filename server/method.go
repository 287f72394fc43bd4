package server

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/streamtime"
)

// How a session is judged (protocol.Method), and how that changes while its player plays. A server plays by its own method, declared
// time within bounds, unless Config.AnyMethod lets clients choose: for comparisons, because a rival's faults are its player's.
//
// A switch happens at the end of a step; the next update is a full one that tells it, and the client goes on by the new method when it
// applies that. What the client sends until then was made for the old method. Actions are numbered and acked alike under every judge,
// and those that wait stay in the queue, so a switch loses none: the new judge performs them at the stream's moment.

// sessionMethod is how a session is judged.
type sessionMethod struct {
	protocol.MethodState
	asked     protocol.MethodRequest // the newest request without an answer; Number 0: there is none
	changedAt time.Duration          // when the method last changed
	nextStep  time.Duration          // when the next server time step is due (protocol.Method.StepMs)
	slackAt   time.Duration          // when the slack was last told
	ticks     streamtime.Ticks       // of JudgeTicks
	aligned   bool                   // the stream stands at the begin of a tick
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
