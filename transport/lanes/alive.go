package lanes

// Pings, silence and goodbyes: datagrams of their own kinds, beside the payloads. A gate takes
// over what stands here.

import (
	"encoding/binary"
	"time"

	"voxtide/transport"
)

// plain takes the buffer back with a datagram at its end that is no payload.
func (c *Conn) plain(buf []byte) {
	c.leaves(c.batch.close(buf, len(c.batch.buf), c.to))
}

// head begins one of this connection.
func (c *Conn) head(kind byte) []byte {
	c.finish()
	return appendHead(c.batch.buf, kind, c.id)
}

// leaves counts a datagram of so many bytes.
func (c *Conn) leaves(n int) {
	c.stats.PacketsUp++
	c.stats.BytesUp += uint64(n + headerBytes)
	c.sentAt = c.hub.now()
}

func (c *Conn) ping() {
	c.plain(binary.LittleEndian.AppendUint32(c.head(typePing), c.hub.micros()))
}

func (c *Conn) pong(time uint32) {
	c.plain(binary.LittleEndian.AppendUint32(c.head(typePong), time))
}

// ponged takes the answer to a ping.
func (c *Conn) ponged(asked uint32) {
	if gap := int32(c.hub.micros() - asked); gap >= 0 {
		c.measure(time.Duration(gap) * time.Microsecond)
	}
}

// age ends a connection that has heard nothing for too long.
func (c *Conn) age(now time.Duration) {
	limit := c.hub.cfg.Timeout
	if c.state == opening {
		limit = c.hub.cfg.Handshake
	}
	if now-c.heardAt < limit {
		return
	}
	c.shut(transport.Timeout, now, 0)
}

// leave sends what was handed over before the Close, then says goodbye.
func (c *Conn) leave(now time.Duration) {
	if c.closesLeft == closeRepeats && now < c.lingerTo && !c.drained() {
		c.send(now)
		return
	}
	if c.closesLeft == closeRepeats {
		c.closeAt = min(c.closeAt, now)
	}
	if now < c.closeAt {
		return
	}
	c.plain(append(c.head(typeClose), c.reason...))
	c.closesLeft--
	c.closeAt = now + closeEvery
	if c.closesLeft == 0 {
		c.state = ended
	}
}

// drained says whether nothing is left that a Close should wait for.
func (c *Conn) drained() bool {
	return c.lanes[transport.Live].out.Pending == 0 && c.lanes[transport.Bulk].out.Pending == 0 && !c.values.fresh
}

// left takes a goodbye.
func (c *Conn) left(reason []byte) {
	if !c.closed {
		c.closed, c.reason = true, string(reason)
	}
	c.state = ended
}
