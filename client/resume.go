package client

import (
	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
)

// How a session goes on after a silence, over another connection or over the same one.
//
// Actions are never taken back: the stamps of un-acked actions and the declared stamp count from the own stream, which never
// goes back unless the server's does. So after a silence the client plays on from its last action. Where the server's clock
// is behind that (its machine was stopped while the client went on), the client waits: it takes no input, its frames show one
// instant, and the server performs the actions as its own clock reaches them.

// receivePong takes an answer of the server's clock.
func (c *Client) receivePong(m transport.Message) error {
	p, err := protocol.ReadPong(m.Data)
	if err != nil {
		return err
	}
	asked, back := c.clock.addSample(p.ID, p.Now, c.now, c.waitsForClock())
	if asked >= c.own.unsureSince {
		c.own.unsure = false
	}
	if back && c.strategy != nil {
		c.waitForClock()
	}
	return nil
}

// recheckClock stops input until the server's clock has answered a ping that is sent from now on: after a silence it is
// unknown whether that clock went on.
func (c *Client) recheckClock() { c.own.unsure, c.own.unsureSince, c.clock.pingAt = true, c.now, 0 }

// waitForClock lets frame times go back to the last action or declared stamp, where they wait for a clock that was set back.
func (c *Client) waitForClock() {
	c.own.noInputBefore = max(c.own.lastAction, c.own.declared)
	c.strategy.ResetTime()
}

// waitsForClock reports whether no input is taken because of the clock.
func (c *Client) waitsForClock() bool { return c.own.unsure || c.clock.lastRead < c.own.noInputBefore }

// joinMessage returns what asks for a session, or for the resume of the present one.
func (c *Client) joinMessage() protocol.Join {
	c.link.attempts++
	j := protocol.Join{Name: c.cfg.Name, World: c.travel.world, Token: c.token, ViewDistance: uint8(min(c.cfg.ViewDistance, protocol.ViewDistanceMax)), Attempt: c.link.attempts}
	if c.strategy != nil {
		b := c.strategy.Base()
		_, j.CompleteTo = b.Progress()
		j.FirstUnacked = b.LastAcked() + 1
		j.Received = c.own.told
		j.Held = b.AppendHeld(nil)
	}
	return j
}

// receiveWelcome takes the welcome of a fresh session, or of a resumed one, whose first update is full.
func (c *Client) receiveWelcome(w protocol.Welcome) {
	l, heard := &c.link, c.link.lastUpdateAt
	l.welcomed, l.lastUpdateAt, l.backoff, l.queued = true, c.now, 0, protocol.Queued{}
	c.scene.Preview = c.scene.Preview[:0]
	c.watch = 0 // the server says it again
	c.token, c.travel.world = w.Token, w.World
	l.others.welcomed(w.Others)
	resumed := w.Resumed && c.strategy != nil && w.Stream == c.stream
	if resumed {
		c.stats.Resumes++
		c.own.resend = true
		if c.now-heard > waitAfter {
			c.recheckClock()
		}
	} else {
		c.stream, c.state = w.Stream, Joining
		c.skins.Begin(w.Stream)
		c.own.reset()
		c.telemetry.countDesyncs(c.strategy)
		c.newStrategy(w.Stream)
	}
	c.strategy.Base().BeginResume()
	if c.direct.links != nil {
		c.direct.links.Begin(c.now)
	}
	c.telemetry.resend(l, &c.stats, heard, !resumed)
	for _, e := range l.early {
		c.strategy.ApplySnapshot(e.Snapshot, e.sec)
	}
	l.early = nil
	c.sendSkin()
}

// resendUnacked sends all un-acked actions again after the first update of a resumed session, which acks those that were
// performed. was and clock are the received stamps of the own stream and the server's before that update. If the server's is earlier now, its
// world went back in time (it was killed while its disk was behind), and the own actions move back with it. If the own one alone is earlier,
// the stream goes on from its last row, and the un-acked actions say exactly how.
func (c *Client) resendUnacked(was, clock timestream.Time) {
	if !c.own.resend {
		return
	}
	c.own.resend = false
	if by := was.Sub(c.receivedStamp(c.stream)); by > 0 && c.receivedStamp(timestream.Server) < clock && !faults.Active(faults.LaterThanTheWorld) {
		c.strategy.Base().ShiftUnacked(by)
		c.own.shiftBack(by)
		c.waitForClock()
	}
	if faults.Active(faults.UnackedDropped) {
		return
	}
	c.strategy.Base().EachUnacked(func(a *actions.Action) {
		c.stats.Resent++
		c.sendAction(a)
	})
}
