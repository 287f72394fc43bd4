package lanes

// What the pump and the reader do with a connection, under its lock.

import (
	"time"

	"voxtide/transport"
)

const malformed = "malformed message"

// output takes one packet of KCP's. Bulk data wait for their turn.
func (c *Conn) output(l *lane, packet []byte) {
	data := l.sent(packet, c.hub.now())
	switch {
	case l.bulk == nil:
		c.segments(l, packet, bulkMark{})
	case data:
		l.bulk.spread.put(packet)
	default:
		c.segments(l, packet, bulkMark{})
	}
}

// segments adds a packet of KCP's.
func (c *Conn) segments(l *lane, packet []byte, m bulkMark) {
	kind := partLive
	if l.bulk != nil {
		kind = partBulk
		l.bulk.meter.report(&m)
	}
	buf := c.part(kind, len(packet)+packMore)
	c.parted(appendSegments(buf, packet, l.conv, m))
}

// release sends the bulk data whose turn has come.
func (c *Conn) release(now time.Duration) {
	l := &c.lanes[transport.Bulk]
	b := l.bulk
	for {
		p, place := b.spread.next(b.buf[:], now, b.pace.rate*spreadFaster, b.pace.train(), b.pace.trainEvery())
		if p == nil {
			return
		}
		stamp := uint16(c.hub.now() / tick)
		c.segments(l, p, bulkMark{stamps: true, stamp: stamp, train: place})
		c.finish()
	}
}

// serve does what is due, and enters when it is next to be called; true at the end. It is the
// pump's.
func (c *Conn) serve(b *batch) (end bool) {
	c.sending.Lock()
	defer c.sending.Unlock()
	end = c.make(b)
	b.send(c.hub, c.peer)
	return end
}

// leaveNow is serve for the owner, who does not enter when the connection is next due.
func (c *Conn) leaveNow() {
	c.sending.Lock()
	at, poke := c.makeNow()
	c.own.send(c.hub, c.peer)
	c.sending.Unlock()
	if poke {
		c.hub.pokeBy(c, at)
	}
}

func (c *Conn) makeNow() (at time.Duration, poke bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != open {
		return 0, true
	}
	now := c.hub.now()
	c.batch = &c.own
	c.send(now)
	c.finish()
	at = c.next(now)
	return at, int64(at) < c.due.Load()
}

// make makes the datagrams that are due.
func (c *Conn) make(b *batch) (end bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.hub.now()
	c.batch = b
	switch c.state {
	case open:
		c.send(now)
	case closing:
		c.leave(now)
	}
	c.finish()
	c.due.Store(int64(c.next(now))) // under the lock: arrive compares with it
	return c.state == ended
}

// send sends what is due of all kinds, live before bulk.
func (c *Conn) send(now time.Duration) {
	live, bulk := &c.lanes[transport.Live], &c.lanes[transport.Bulk]
	fresh := c.fresh
	c.fresh = false
	var ch choice
	if fresh {
		ch = c.choose(now)
	}
	c.gather(now)
	c.sendValues(now)
	live.update(now, c.trip)
	if p := live.probe(now); p != nil {
		c.segments(live, p, bulkMark{})
	}
	bulk.acks(now)
	c.sendOwed(now, fresh && ch.set != 0 || c.writer.on)
	c.putCopies(ch, now)
	c.finish()
	bulk.update(now, c.trip)
	if p := bulk.probe(now); p != nil {
		c.segments(bulk, p, bulkMark{})
	}
	c.release(now)
	c.finish()
}

// next says when there is something to do without being called.
func (c *Conn) next(now time.Duration) time.Duration {
	switch {
	case c.state == ended || c.state == opening:
		return never
	case c.state == closing && c.drained():
		return now
	}
	at := min(c.values.at, c.oweAt, c.gatherAt)
	if c.values.fresh || c.fresh || c.copies.rush {
		at = now
	}
	clock := c.hub.clock.Check()
	for i := range c.lanes {
		at = min(at, c.lanes[i].when(now, clock))
	}
	at = min(at, c.lanes[transport.Bulk].bulk.spread.due())
	if c.state == closing {
		return min(at, c.lingerTo)
	}
	return at
}

// arrive takes a payload of this connection in and sends what that makes due. It is the
// reader's; it says whether the pump has to come earlier than it means to, and by when.
func (c *Conn) arrive(b []byte, now time.Duration, out *batch) (at time.Duration, poke bool) {
	c.sending.Lock()
	defer c.sending.Unlock()
	at, poke = c.put(b, now, out)
	out.send(c.hub, c.peer)
	return at, poke
}

func (c *Conn) put(b []byte, now time.Duration, out *batch) (at time.Duration, poke bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = out
	if c.state == ended || c.state == opening {
		return 0, false
	}
	n := len(b) + datagramExtra
	c.stats.PacketsDown++
	c.stats.BytesDown += uint64(n)
	if !c.payload(b, n, now) {
		c.stats.Malformed++
		return 0, false
	}
	c.finish()
	if c.state == ended {
		return 0, true
	}
	at = c.next(now)
	return at, int64(at) < c.due.Load()
}

// measure takes a round trip into the smoothed one.
func (c *Conn) measure(trip time.Duration) {
	if c.trip == 0 {
		c.trip = trip
		return
	}
	c.trip += (trip - c.trip) / 8
}
