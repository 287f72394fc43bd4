package lanes

// The beginning and the end of a connection, as far as the gate leaves it to us.

import (
	"time"

	"voxtide/transport"
	"voxtide/transport/gate"
)

// leaves counts a payload of so many bytes.
func (c *Conn) leaves(n int) {
	c.stats.PacketsUp++
	c.stats.BytesUp += uint64(n + datagramExtra)
}

// opened begins a client's connection: it is let in. The gate's.
func (c *Conn) opened(*gate.Peer) {
	c.mu.Lock()
	if c.state == opening {
		c.begin()
	}
	c.mu.Unlock()
	c.hub.poke(c)
}

// ends takes the word that the session is over. The gate's.
func (c *Conn) ends(reason string) {
	c.mu.Lock()
	if !c.closed {
		c.closed, c.reason = true, reason[:min(len(reason), transport.ReasonMax)]
	}
	c.state = ended
	c.mu.Unlock()
	c.hub.poke(c)
}

// leave sends what was handed over before the Close, then has the gate say goodbye.
func (c *Conn) leave(now time.Duration) {
	if now < c.lingerTo && !c.drained() {
		c.send(now)
		return
	}
	c.state = ended
	c.goodbye()
}

// drained says whether nothing is left that a Close should wait for.
func (c *Conn) drained() bool {
	return c.lanes[transport.Live].out.Pending == 0 && c.lanes[transport.Bulk].out.Pending == 0 && !c.values.fresh
}

// goodbye closes the session with this end's reason; the gate tells the far end three times.
func (c *Conn) goodbye() {
	if c.peer != nil {
		c.peer.Close(c.reason)
	}
}
