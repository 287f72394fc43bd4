package lanes

// What the pump and the reader do with a connection, under its lock.

import (
	"encoding/binary"
	"time"

	"voxtide/transport"
)

const malformed = "malformed message"

// open begins a datagram of this connection, close ends it.
func (c *Conn) open(kind byte) []byte { return appendHead(c.batch.open(), kind, c.id) }

func (c *Conn) close(buf []byte) {
	n := c.batch.close(buf, c.to)
	c.stats.PacketsUp++
	c.stats.BytesUp += uint64(n + headerBytes)
	c.sentAt = c.hub.now()
}

// output sends one packet of KCP's.
func (c *Conn) output(l *lane, packet []byte) {
	l.sent(packet, c.hub.now())
	c.close(append(append(c.batch.open(), typeKCP), packet...))
}

// serve does what is due, and enters when it is next to be called; true at the end. It is the
// pump's.
func (c *Conn) serve(b *batch) (end bool) {
	c.sending.Lock()
	defer c.sending.Unlock()
	end = c.make(b)
	c.hub.send(b)
	return end
}

// make makes the datagrams that are due.
func (c *Conn) make(b *batch) (end bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.hub.now()
	c.batch = b
	if c.state == open || c.state == opening {
		c.age(now)
	}
	switch c.state {
	case opening:
		c.hello(now)
	case open:
		c.send(now)
	case closing:
		c.leave(now)
	}
	c.due.Store(int64(c.next(now))) // under the lock: arrive compares with it
	return c.state == ended
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

// send sends what is due of all kinds, live before bulk.
func (c *Conn) send(now time.Duration) {
	c.sendValues(now)
	c.sendValueAcks(now)
	for i := range c.lanes {
		l := &c.lanes[i]
		l.update(now)
		if p := l.probe(now); p != nil {
			c.close(append(append(c.batch.open(), typeKCP), p...))
		}
	}
	if now-c.sentAt >= c.hub.cfg.Keepalive {
		c.ping()
	}
}

func (c *Conn) ping() {
	c.close(binary.LittleEndian.AppendUint32(c.open(typePing), c.hub.micros()))
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
	c.close(append(c.open(typeClose), c.reason...))
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

// next says when there is something to do without being called.
func (c *Conn) next(now time.Duration) time.Duration {
	cfg := &c.hub.cfg
	switch {
	case c.state == ended:
		return never
	case c.state == opening:
		return min(c.helloAt, c.openedAt+cfg.Handshake)
	case c.state == closing && c.closesLeft < closeRepeats:
		return c.closeAt
	case c.state == closing && c.drained():
		return now
	}
	at := min(c.values.at, c.ackAt, c.sentAt+cfg.Keepalive)
	if c.values.fresh {
		at = now
	}
	clock := c.hub.clock.Check()
	for i := range c.lanes {
		at = min(at, c.lanes[i].due(now, clock))
	}
	if c.state == closing {
		return min(at, c.lingerTo)
	}
	return min(at, c.heardAt+cfg.Timeout)
}

// arrive takes a datagram of this connection in, which came from its peer, and sends what
// that makes due. It is the reader's; it says whether the pump has to come earlier than it
// means to.
func (c *Conn) arrive(d *datagram, n int, now time.Duration, b *batch) (poke, ok bool) {
	c.sending.Lock()
	defer c.sending.Unlock()
	poke, ok = c.put(d, n, now, b)
	c.hub.send(b)
	return poke, ok
}

func (c *Conn) put(d *datagram, n int, now time.Duration, b *batch) (poke, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = b
	if c.state == ended || c.state == opening {
		return false, true
	}
	c.heardAt = now
	c.stats.PacketsDown++
	c.stats.BytesDown += uint64(n + headerBytes)
	if !c.accept(d, now) {
		c.stats.Malformed++
		return false, false
	}
	return c.state == ended || int64(c.next(now)) < c.due.Load(), true
}

// accept takes a datagram in by its type; false if it is malformed.
func (c *Conn) accept(d *datagram, now time.Duration) bool {
	switch d.kind {
	case typeKCP:
		l := &c.lanes[d.lane]
		trip, ok := l.input(d.body, now, c.hub.clock.Check())
		if !ok {
			return false
		}
		c.measure(trip, now)
		if trip >= 0 && l.pace != nil {
			l.pace.trip(trip, c.base.get())
		}
		l.settle(now, c.base.get())
		if c.state == open {
			c.take(d.lane)
		}
	case typeValues:
		return c.state == closing || c.takeValues(d.body, now)
	case typeValueAcks:
		return c.values.acked(d.body)
	case typePing:
		c.close(binary.LittleEndian.AppendUint32(c.open(typePong), d.time))
	case typePong:
		if gap := int32(c.hub.micros() - d.time); gap >= 0 {
			c.measure(time.Duration(gap)*time.Microsecond, now)
		}
	case typeClose:
		if !c.closed {
			c.closed, c.reason = true, string(d.body)
		}
		c.state = ended
	}
	return true
}

// take moves what has come in order on a lane into the inbox.
func (c *Conn) take(which transport.Lane) {
	n, ok := c.lanes[which].take(which, &c.in)
	if which == transport.Live && n > 0 {
		c.arrived += n
		c.in.Arrived(c.arrived)
	}
	if !ok {
		c.stats.Malformed++
		c.shut(malformed, c.hub.now(), 0)
	}
}

// measure takes a round trip into the smoothed one; negative is none.
func (c *Conn) measure(trip, now time.Duration) {
	if trip >= 0 {
		c.base.take(trip, now)
	}
	switch {
	case trip < 0:
	case c.trip == 0:
		c.trip = trip
	default:
		c.trip += (trip - c.trip) / 8
	}
}
