package reliable

// The beginning and the end of a connection, as far as package secure leaves them to this one.

import (
	"time"

	"voxtide/transport"
	"voxtide/transport/secure"
)

// countSent counts a payload of n bytes.
func (c *Conn) countSent(n int) {
	c.stats.PacketsUp++
	c.stats.BytesUp += uint64(n + datagramExtra)
}

// sessionOpened opens a client's connection. Package secure calls it.
func (c *Conn) sessionOpened(*secure.Peer) {
	c.mu.Lock()
	if c.state == opening {
		c.start()
	}
	c.mu.Unlock()
	c.hub.serveSoon(c)
}

// sessionEnded ends the connection with its session. Package secure calls it.
func (c *Conn) sessionEnded(reason string) {
	c.mu.Lock()
	if !c.closed {
		c.closed, c.reason = true, reason[:min(len(reason), transport.ReasonMax)]
	}
	c.state = ended
	c.mu.Unlock()
	c.hub.serveSoon(c)
}

// finishClosing sends what was handed over before the Close, and then closes the session.
func (c *Conn) finishClosing(now time.Duration) {
	if now < c.lingerUntil && !c.drained() {
		c.sendDue(now)
		return
	}
	c.state = ended
	c.closeSession()
}

// drained reports whether nothing is left for which a Close should wait.
func (c *Conn) drained() bool {
	return c.lanes[transport.Live].out.Pending == 0 && c.lanes[transport.Bulk].out.Pending == 0 && !c.values.flushPending
}

// closeSession closes the session with this end's reason, which package secure tells the far end three times.
func (c *Conn) closeSession() {
	if c.peer != nil {
		c.peer.Close(c.reason)
	}
}

// start opens the connection. The caller holds the lock, or nobody else has the connection yet.
func (c *Conn) start() {
	for i := range c.lanes {
		c.lanes[i].start(firstConversation+uint32(i), c.kcpOutput)
	}
	c.state = open
}
