package server

import (
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// LeaveReason is the reason with which a client closes its connection to leave for good: the session ends at once. With any other
// reason it lingers, as after silence.
const LeaveReason = "left"

// replyPong answers a ping at once and returns the update that it names; false if the value is no ping.
func (s *Server) replyPong(c transport.Conn, m *transport.Message) (update uint64, ok bool) {
	if m.Slot < protocol.SlotPing || m.Slot >= protocol.SlotPing+protocol.PingCount {
		return 0, false
	}
	p, err := protocol.ReadPing(m.Data)
	if err != nil {
		return 0, false
	}
	s.receiving.buf = protocol.AppendPong(s.receiving.buf[:0], protocol.Pong{ID: p.ID, Now: s.clock.now})
	c.Value(m.Slot, s.receiving.buf) // an error means that the connection is closed, which is noticed below
	return p.LastUpdate, true
}

// receiveSession handles what a player sent. A session that breaks a rule ends with this step.
func (s *Server) receiveSession(c *session) {
	c.link.heardInStep = false
	for range receiveMax {
		m, ok := c.link.conn.Receive()
		if !ok || c.endReason != "" {
			break
		}
		if !c.link.heardInStep {
			c.link.pace.Heard(s.clock.mono)
		}
		c.link.heardAt, c.link.heardInStep = s.clock.mono, true
		switch {
		case m.Kind == transport.KindValue && m.Slot == protocol.SlotStamp:
			c.endReason = s.receiveDeclare(c, m.Data)
		case m.Kind == transport.KindValue && m.Slot >= protocol.SlotInput && m.Slot < protocol.SlotInput+protocol.InputSlots:
			c.endReason = s.receiveInputs(c, m.Data)
		case m.Kind == transport.KindValue:
			update, ok := s.replyPong(c.link.conn, &m)
			switch {
			case !ok:
				c.endReason = "unknown value"
			case update >= c.link.proofUpdate:
				c.link.proofUpdate, c.link.proofAt = c.told.Sent(), s.clock.mono
			}
		case m.Lane == transport.Live:
			c.endReason = s.receiveAction(c, m.Data)
		default:
			c.endReason = "message on the bulk lane"
		}
	}
	if s.clock.mono-c.link.proofAt > s.cfg.Bounds.UnreadTimeout && c.endReason == "" {
		c.endReason = "nothing of what is sent is read"
	}
	reason, closed := c.link.conn.Closed()
	switch {
	case c.endReason != "":
	case closed && reason == LeaveReason:
		s.disconnect(c)
		c.left = true
	case closed:
		s.disconnect(c)
	case s.clock.mono-c.link.heardAt > s.cfg.Bounds.SilenceTimeout:
		c.link.conn.Close("timeout")
		s.disconnect(c)
	}
}

// receiveAction queues an action; it returns why the session must end.
func (s *Server) receiveAction(c *session, data []byte) string {
	r, a := &s.receiving.reader, &s.receiving.action
	*r = wire.NewReader(data)
	switch r.Byte() {
	case protocol.MsgAction:
	case protocol.MsgResend:
		h, err := protocol.ReadResend(r)
		if err != nil {
			return "malformed message"
		}
		s.resendSection(c, h)
		return ""
	case protocol.MsgReport:
		p, err := protocol.ReadReport(r)
		if err != nil {
			return "malformed report"
		}
		if !c.rates.admitUnmetered(s.clock.mono) {
			return reasonUnrated
		}
		s.metrics.count(s.telemetry.Admit(c.stream, &p, s.clock.mono))
		return ""
	case protocol.MsgAskPlayers:
		if r.End() != nil {
			return "malformed message"
		}
		if !c.rates.admitUnmetered(s.clock.mono) {
			return reasonUnrated
		}
		s.tellPlayers(c)
		return ""
	case protocol.MsgSetSkin, protocol.MsgAskSkin, protocol.MsgAskPack, protocol.MsgAskFar:
		if !c.rates.admitUnmetered(s.clock.mono) {
			return reasonUnrated
		}
		if err := s.desk.Receive(&c.link.handed, c.stream, c.area.center.Origin(), data[0], r, s.clock.mono); err != nil {
			return err.Error()
		}
		return ""
	case protocol.MsgMethod:
		return s.receiveMethod(c, r)
	case protocol.MsgLinks, protocol.MsgLinked, protocol.MsgUnlinked:
		return s.receiveLinks(c, data[0], r)
	default:
		return "unknown message"
	}
	actions.Read(r, a)
	if r.End() != nil {
		return "malformed action"
	}
	if a.Kind.Unmetered() && !c.rates.admitUnmetered(s.clock.mono) {
		return reasonUnrated
	}
	reason := c.time.Queue(&s.cfg.Bounds.Bounds, a, s.rec.W.Player(c.stream).LastAction, s.declaredFrom(c), s.clock.now)
	c.seat.heard = true
	s.metrics.QueueMax = max(s.metrics.QueueMax, c.time.Queued())
	return reason
}

// playersEvery is the least time between two lists of players to one client: questions between are ignored.
const playersEvery = time.Second

// tellPlayers tells a client who asked for it who plays.
func (s *Server) tellPlayers(c *session) {
	if c.rates.playersToldAt != 0 && s.clock.mono-c.rates.playersToldAt < playersEvery || !c.told.Welcomed() {
		return
	}
	c.rates.playersToldAt = s.clock.mono
	p := &s.receiving.players
	p.Total, p.Rows = 0, p.Rows[:0]
	for _, o := range s.clients.sessions {
		if s.visibleTo(o, c) {
			p.Total++
		}
	}
	for _, o := range s.clients.sessions {
		if !s.visibleTo(o, c) {
			continue
		}
		if len(p.Rows) == protocol.PlayersMax {
			break
		}
		row := protocol.PlayerRow{Stream: o.stream, Name: o.name, Away: o.link.conn == nil}
		if !row.Away {
			row.RoundTrip = uint16(min(transport.RoundTripOf(o.link.conn).Milliseconds(), 1<<16-1))
		}
		if slot := s.rec.W.Find(world.AvatarID(o.stream)); slot != world.NoEntity {
			row.Creative = s.rec.W.Entity(slot).Motion.Flags&world.Creative != 0
		}
		p.Rows = append(p.Rows, row)
	}
	s.receiving.buf = protocol.AppendPlayers(s.receiving.buf[:0], p)
	c.link.conn.Send(transport.Live, s.receiving.buf) // a full lane has no room for it: the client asks again
}

// resendSection closes a section whose hash differs on the client; the interest opens it again. More than one request in half of
// Config.HashEvery is ignored: hashes are not sent more often.
func (s *Server) resendSection(c *session, h actions.SectionEpoch) {
	sub := s.rec.W.Subscription(c.stream, h.Section)
	if sub.Epoch == 0 || sub.Epoch != h.Epoch || s.clock.mono-c.rates.resendRequestedAt < s.cfg.HashEvery/2 {
		return
	}
	c.rates.resendRequestedAt = s.clock.mono
	s.metrics.ResendRequests++
	s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: h.Section}))
	s.endTransaction("subscriptions")
}

// receiveDeclare takes the time that a client declares; it returns why the session must end.
func (s *Server) receiveDeclare(c *session, data []byte) string {
	d, err := protocol.ReadDeclare(data)
	if err != nil {
		return "malformed stamp"
	}
	reason := c.time.Declare(&s.cfg.Bounds.Bounds, d, s.declaredFrom(c), s.clock.now)
	if reason == "" {
		c.seat.heard = true
		c.told.SetPitch(d.Pitch)
	}
	return reason
}
