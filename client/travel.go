package client

import (
	"voxtide/internal/faults"
	"voxtide/protocol"
)

// WorldName returns the name of the world among those of the server; "" where it has one.
func (c *Client) WorldName() string { return c.travel.world }

// goOn leaves for another world, once all own actions are acknowledged, over another connection if need be: the session ends, and another
// one begins there. No input is taken until then.
func (c *Client) goOn() {
	t := &c.travel
	if t.to == "" || c.strategy == nil || c.strategy.Base().UnackedCount() > 0 && !faults.Active(faults.TravelDrops) {
		return
	}
	if c.link.conn != nil {
		c.telemetry.send(&c.link, &c.stats, c.strategy, c.now, true)
		c.link.conn.Flush()
		c.link.conn.Close("goes to " + t.to)
	}
	c.link.others.drop("goes to another world")
	c.direct.end()
	c.travel = travel{world: t.to}
	c.link = link{update: c.link.update, buf: c.link.buf, attempts: c.link.attempts}
	c.token, c.stream, c.state = protocol.Token{}, 0, Joining
	c.own.reset()
	c.clock.reset()
	c.telemetry.countDesyncs(c.strategy)
	c.strategy = nil
}
