package client

import "voxtide/protocol"

// SetView changes how far the player wants to see, in sections. The server is told by a new connection that goes on with the
// session: what is un-acked and all sections that are seen stay.
func (c *Client) SetView(sections int) {
	if min(sections, protocol.ViewMax) == min(c.cfg.View, protocol.ViewMax) {
		return
	}
	c.cfg.View = sections
	if c.conn == nil || !c.welcomed || c.state != Playing {
		return // the next connection says it
	}
	c.conn.Close("another view")
	c.lost("another view")
	c.backoff, c.dialled = 0, 0
}

// View returns how far the player wants to see, in sections.
func (c *Client) View() int { return c.cfg.View }
