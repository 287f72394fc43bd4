package client

import (
	"strconv"
	"time"

	"voxtide/protocol"
	"voxtide/transport"
)

// The silences after which the player is warned. Updates come at least 10 times a second, but up to 2 s apart while a disk is
// slow.
const (
	warnAfter        = 1500 * time.Millisecond
	warnRefusedAfter = 300 * time.Millisecond // if the system reports the server's port as closed
)

// maintainConnection opens, gives up and resumes connections, and sets the state of the session.
func (c *Client) maintainConnection() {
	if c.link.conn != nil && !c.checkConnection() {
		return
	}
	c.askOthers()
	if c.link.conn == nil && c.link.others.conn == nil && c.link.open(c.dial, c.now) {
		c.join()
	}
	c.sendPings()
	if c.state == Playing || c.state == Waiting {
		c.state = Playing
		if silent := c.now-c.link.lastUpdateAt > waitAfter; silent && (c.link.conn == nil || !c.link.welcomed) {
			c.state = Resuming
		} else if silent || c.waitsForClock() || c.strategy.Base().MeteredUnackedCount() >= unackedMax {
			c.state = Waiting
		}
	}
}

// checkConnection gives the connection up if it is closed or silent for too long. It reports whether the session goes on.
func (c *Client) checkConnection() bool {
	l := &c.link
	why, closed := l.conn.Closed()
	silent := c.now - l.lastUpdateAt
	switch {
	case closed && c.endsSession(why):
		c.end(why)
		return false
	case c.stream == 0 && c.now-l.firstDialAt > c.cfg.JoinTimeout:
		l.conn.Close("nobody answers")
		c.end(transport.Timeout)
		return false
	case closed && l.welcomed:
		c.connectionLost(why)
	case closed:
		c.connectionLost(protocol.ReasonNoAnswer.With(why))
	case !l.welcomed && (c.now-l.dialedAt > joinRetryAfter || len(l.others.addresses) > 0 && c.now-l.dialedAt > otherTimeout):
		c.giveUpConnection(protocol.ReasonNoAnswer.String(), protocol.ReasonNoAnswer.String())
	case l.welcomed && silent > giveUpRefusedAfter && l.refused(): // no input is taken any more in either case
		c.giveUpConnection("silent", "nobody listens there")
	case l.welcomed && silent > giveUpAfter:
		c.giveUpConnection("silent", protocol.ReasonSilent.String())
	}
	return true
}

// endsSession reports whether a closed connection ends the session: a reason of the server does, unless it is transient;
// silence does not.
func (c *Client) endsSession(why string) bool {
	switch {
	case why == transport.Killed, why == transport.Timeout:
		return false
	case c.link.others.askedAt > 0 && c.now-c.link.others.askedAt < giveUpAfter && protocol.DisconnectReasonOf(why) == protocol.ReasonElsewhere: // the own asking
		return false
	case c.link.others.elsewhere && !c.link.welcomed: // what another server says ends nothing: it may be another's now
		return false
	case c.stream == 0: // who is full or stops says so to people; one that opens its world again has it in a moment
		return protocol.DisconnectReasonOf(why) != protocol.ReasonReopening
	}
	return !protocol.Temporary(why)
}

// join asks for a session, or for the resume of the present one, over a new connection.
func (c *Client) join() {
	j := c.joinMessage()
	if c.strategy != nil {
		c.strategy.Base().ForgetPending()
	}
	c.clock.forgetPings()
	c.sendMessage(protocol.AppendJoin(c.link.buf[:0], &j))
}

// sendPings sends the pings that are due.
func (c *Client) sendPings() {
	if c.link.conn == nil {
		return
	}
	update := uint64(0)
	if c.strategy != nil {
		update, _ = c.strategy.Base().Progress()
	}
	for i := range c.clock.pingsDue(c.now, c.own.unsure, c.method.estimates()) {
		c.link.buf = protocol.AppendPing(c.link.buf[:0], protocol.Ping{ID: c.clock.newPing(c.now), LastUpdate: update})
		c.link.conn.Value(uint8(protocol.SlotPing+i), c.link.buf)
	}
}

// SilentFor returns the time since the last update, 0 while the player need not be warned of it.
func (c *Client) SilentFor() time.Duration {
	silent := c.now - c.link.lastUpdateAt
	if c.link.lastUpdateAt > 0 && (silent > warnAfter || silent > warnRefusedAfter && c.link.refused()) {
		return silent
	}
	return 0
}

// ViewDistance returns how far the player wants to see, in sections.
func (c *Client) ViewDistance() int { return c.cfg.ViewDistance }

// SetViewDistance changes how far the player wants to see, in sections. The server learns the new distance when the client
// resumes the session over a new connection: un-acked actions and all sections that are still in view stay.
func (c *Client) SetViewDistance(sections int) {
	if min(sections, protocol.ViewDistanceMax) == min(c.cfg.ViewDistance, protocol.ViewDistanceMax) {
		return
	}
	c.noteCall(CallSetViewDistance, strconv.Itoa(sections))
	c.cfg.ViewDistance = sections
	if c.link.conn == nil || !c.link.welcomed || c.state != Playing {
		return // the next join carries it
	}
	c.reconnect("another view")
}

// Reconnect resumes the session over another connection at once; why is what the server and a log are told.
func (c *Client) Reconnect(why string) {
	c.noteCall(CallReconnect, why)
	c.reconnect(why)
}

func (c *Client) reconnect(why string) {
	if c.link.conn == nil {
		return
	}
	c.giveUpConnection(why, why)
	c.link.backoff, c.link.dialedAt = 0, 0
	c.link.others.elsewhere = true // the next one is to the same server
}
