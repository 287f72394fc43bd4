package server

import (
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/wire"
	"voxtide/world"
)

// stranger is a connection that has not joined.
type stranger struct {
	conn  transport.Conn
	since time.Duration
	join  *protocol.Join // nil: has not come
}

// LeaveReason is the reason with which a client closes its connection to leave for good: the session ends at once. With
// any other it goes on for a while, as after silence.
const LeaveReason = "left"

// takeIn takes in all that has arrived.
func (s *Server) takeIn() {
	rest := s.strange[:0]
	for _, st := range s.strange {
		if s.takeStranger(st) {
			rest = append(rest, st)
		}
	}
	clear(s.strange[len(rest):])
	s.strange = rest
	for _, c := range s.sessions {
		if c.conn != nil {
			s.takeSession(c)
		}
	}
}

// takeStranger takes in what a connection that has not joined sent; false when it is one no more.
func (s *Server) takeStranger(st *stranger) bool {
	for range receiveMax {
		if st.join != nil {
			if !s.join(st) {
				return false
			}
			break
		}
		m, ok := st.conn.Receive()
		if !ok {
			break
		}
		switch {
		case m.Kind == transport.KindMessage && m.Lane == transport.Live:
			if !s.read(st, m.Data) {
				return false
			}
		case m.Kind == transport.KindValue:
			if _, ok := s.pong(st.conn, &m); ok {
				continue
			}
			fallthrough
		default:
			s.refuse(st.conn, "join first")
			return false
		}
	}
	if _, closed := st.conn.Closed(); closed {
		return false
	}
	if s.mono-st.since > joinWait {
		s.refuse(st.conn, reasonLate)
		return false
	}
	st.conn.Flush()
	return true
}

// refuse turns a connection away.
func (s *Server) refuse(c transport.Conn, reason string) {
	s.metrics.Ended++
	s.metrics.Turned[turnOf(reason)]++
	c.Close(reason)
}

// pong answers a ping at once and returns the frame that it names; false if the value is something else.
func (s *Server) pong(c transport.Conn, m *transport.Message) (frame uint64, ok bool) {
	if m.Slot < protocol.SlotPing || m.Slot >= protocol.SlotPing+protocol.Pings {
		return 0, false
	}
	p, err := protocol.ReadPing(m.Data)
	if err != nil {
		return 0, false
	}
	s.scratch.small = protocol.AppendPong(s.scratch.small[:0], protocol.Pong{ID: p.ID, Now: s.now})
	c.Value(m.Slot, s.scratch.small) // an error means that the connection is closed, which is found out below
	return p.Frame, true
}

// takeSession takes in what a player sent. What breaks a rule ends the session, at the end of the step.
func (s *Server) takeSession(c *session) {
	c.spoke = false
	for range receiveMax {
		m, ok := c.conn.Receive()
		if !ok || c.failed != "" {
			break
		}
		c.heard, c.spoke = s.mono, true
		switch {
		case m.Kind == transport.KindValue && m.Slot == protocol.SlotStamp:
			c.failed = s.declare(c, m.Data)
		case m.Kind == transport.KindValue:
			frame, ok := s.pong(c.conn, &m)
			switch {
			case !ok:
				c.failed = "unknown value"
			case frame >= c.proofOf:
				c.proofOf, c.proofAt = c.told, s.mono
			}
		case m.Lane == transport.Live:
			c.failed = s.action(c, m.Data)
		default:
			c.failed = "message on the bulk lane"
		}
	}
	if s.mono-c.proofAt > s.cfg.Bounds.Unread && c.failed == "" {
		c.failed = "nothing of what is sent is read"
	}
	reason, closed := c.conn.Closed()
	switch {
	case c.failed != "":
	case closed && reason == LeaveReason:
		s.drop(c)
		c.gone = true
	case closed:
		s.drop(c)
	case s.mono-c.heard > s.cfg.Bounds.Silence:
		c.conn.Close("timeout")
		s.drop(c)
	}
}

// action queues an action; it returns why the session must end.
func (s *Server) action(c *session, data []byte) string {
	r, a := &s.scratch.reader, &s.scratch.action
	*r = wire.NewReader(data)
	switch r.Byte() {
	case protocol.MsgAction:
	case protocol.MsgAgain:
		h, err := protocol.ReadAgain(r)
		if err != nil {
			return "malformed message"
		}
		s.again(c, h)
		return ""
	case protocol.MsgReport:
		return s.report(c, r)
	default:
		return "unknown message"
	}
	actions.Read(r, a)
	if r.End() != nil {
		return "malformed action"
	}
	if a.Kind.Free() && !s.freely(c) {
		return wordsFree
	}
	reason := c.queue.push(a, &s.cfg.Bounds, s.rec.W.Stream(c.stream).Stamp, s.rec.W.Player(c.stream).Last)
	if reason == "" {
		c.late.arrive(&s.cfg.Bounds, s.now, a.At)
		s.metrics.QueueMax = max(s.metrics.QueueMax, c.queue.n)
	}
	return reason
}

const wordsFree = "too many headings and sections"

// freely counts what counts in no rate of stream time; false if it is too much.
func (s *Server) freely(c *session) bool {
	if s.mono-c.freeSince >= time.Second {
		c.freeSince, c.free = s.mono, 0
	}
	c.free++
	return c.free <= freeRate
}

// again closes a section that a client says is not what the hash told it; it is opened anew as if it had come into
// interest. More than one a second is not listened to: the hashes do not come faster.
func (s *Server) again(c *session, h actions.Arrived) {
	sub := s.rec.W.Sub(c.stream, h.Section)
	if sub.Epoch == 0 || sub.Epoch != h.Epoch || s.mono-c.againAt < s.cfg.HashEvery/2 {
		return
	}
	c.againAt = s.mono
	s.metrics.Again++
	s.rec.Do(edits.Sub(c.stream, world.Sub{Section: h.Section}))
	s.transaction("subscriptions")
}

// declare takes a client's word on its time; it returns why the session must end.
func (s *Server) declare(c *session, data []byte) string {
	d, err := protocol.ReadDeclare(data)
	b := &s.cfg.Bounds
	switch {
	case err != nil:
		return "malformed stamp"
	case d.Stamp < c.named.Stamp:
		return "time goes backwards"
	case d.Stamp.Sub(s.rec.W.Stream(c.stream).Stamp) > b.Held:
		return "too far in the future"
	}
	c.named, c.pitch = d, d.Pitch
	c.late.arrive(b, s.now, d.Stamp)
	return ""
}
