package client

import (
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// How a session goes on after a silence: over another connection, or over the same one.
//
// What a client has done stays done: the stamps of its un-acked actions, and what it has declared, count from its own
// stream, which never goes back while the server's has not. So after a silence it plays on from the last thing that it did.
// Where the server's clock has not come so far (its machine stood still, and the client went on for a while), the client
// holds: it takes no input, its picture stands, and the server performs what it was told as its own clock comes to it.

// pong takes an answer of the server's clock.
func (c *Client) pong(m transport.Message) error {
	p, err := protocol.ReadPong(m.Data)
	if err != nil {
		return err
	}
	asked, back := c.clock.sample(p.ID, p.Now, c.now, c.held())
	if asked >= c.unsureAt {
		c.unsure = false
	}
	if back && c.strategy != nil {
		c.hold()
	}
	return nil
}

// doubt begins to wait for an answer of the server's clock that is asked for from now on: after a silence nobody knows
// whether that clock went on, and no input is taken until it is known.
func (c *Client) doubt() { c.unsure, c.unsureAt, c.clock.pingAt = true, c.now, 0 }

// hold lets the pictures go back to the last thing that was done, where they wait for a clock that has been set back.
func (c *Client) hold() {
	c.until = max(c.acted, c.declared)
	c.strategy.Restart()
}

// held reports whether no input is to be taken because of the clock.
func (c *Client) held() bool { return c.unsure || c.clock.read0 < c.until }

// received returns the stamp of the own stream as it was received, 0 if none was.
func (c *Client) received() timestream.Time {
	if st := c.strategy.World().Stream(c.stream); st != nil {
		return st.Stamp
	}
	return 0
}

// welcome takes the server's acceptance: of a fresh session, or of a resume, whose first frame is whole.
func (c *Client) welcome(w protocol.Welcome) {
	then := c.heard
	c.welcomed, c.heard, c.backoff = true, c.now, 0
	c.scene.Ghosts = c.scene.Ghosts[:0]
	c.token = w.Token
	if w.Resumed && c.strategy != nil && w.Stream == c.stream {
		c.stats.Resumes++
		c.strategy.Resumed()
		c.resend = true
		c.doubt()
		c.reportAgain(then, false)
		c.takeEarly()
		return
	}
	c.stream, c.resend, c.unsure = w.Stream, false, false
	c.next, c.keys, c.yaw, c.born = 1, 0, 0, c.born[:0]
	c.acted, c.declared, c.until = 0, 0, 0
	c.state = Joining
	c.notice()
	c.strategise(w.Stream)
	c.reportAgain(then, true)
	c.strategy.Resumed()
	c.takeEarly()
}

// again sends all un-acked actions again once the first frame of a resumed session has come: it acks what was performed, and
// says how far the own stream is. Where that is less far than was received before, at was, the server has lost what it
// told (it was killed, and its disk was long behind): then what was done goes back with it.
func (c *Client) again(was timestream.Time) {
	if !c.resend {
		return
	}
	c.resend = false
	if by := was.Sub(c.received()); by > 0 && !faults.Active(faults.LaterThanTheWorld) {
		c.strategy.Earlier(by)
		c.acted, c.declared = max(0, c.acted.Add(-by)), max(0, c.declared.Add(-by))
		c.hold()
	}
	if faults.Active(faults.UnackedDropped) {
		return
	}
	c.strategy.Each(func(a *actions.Action) {
		c.stats.Again++
		c.send(a)
	})
}

// early is a section that came before the welcome of its connection.
type early struct {
	protocol.Snapshot
	sec *world.Section
}

// earlyMax bounds them. The server's credits keep an honest bulk lane below it; at the bound the connection is given up, and
// the next one is sent all that is missing.
const earlyMax = 256

// tooEarly is why a connection is given up whose sections came so far ahead of its frames that they could not be kept.
const tooEarly = "sections came too early"

func (c *Client) takeEarly() {
	for _, e := range c.early {
		c.strategy.Snapshot(e.Snapshot, e.sec)
	}
	c.early = nil
}
