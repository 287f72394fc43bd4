package reliable

// What the pump and the reader do with a connection, under its lock.

import (
	"time"

	"voxtide/transport"
)

const malformed = "malformed message"

// kcpOutput takes a packet from KCP. Bulk data go to the pacer.
func (c *Conn) kcpOutput(l *lane, packet []byte) {
	data := l.noteSent(packet, c.hub.now())
	switch {
	case l.bulk == nil:
		c.addSegments(l, packet, bulkInfo{})
	case data:
		l.bulk.pacer.push(packet)
	default:
		c.addSegments(l, packet, bulkInfo{})
	}
}

// addSegments adds a packet of KCP's to the payload.
func (c *Conn) addSegments(l *lane, packet []byte, m bulkInfo) {
	kind := partLive
	if l.bulk != nil {
		kind = partBulk
		l.bulk.meter.report(&m)
	}
	buf := c.beginPart(kind, len(packet)+packMore)
	c.endPart(appendSegments(buf, packet, l.conv, m))
}

// releaseBulk sends the bulk packets that are due.
func (c *Conn) releaseBulk(now time.Duration) {
	l := &c.lanes[transport.Bulk]
	b := l.bulk
	for {
		p, place := b.pacer.pop(b.buf[:], now, b.rate.rate*spreadFaster, b.rate.trainLength(), b.rate.trainEvery())
		if p == nil {
			return
		}
		stamp := uint16(c.hub.now() / timeUnit)
		c.addSegments(l, p, bulkInfo{stamps: true, stamp: stamp, train: place})
		c.endPayload()
	}
}

// serve gathers what is due for the endpoint's next Flush, notes when the connection is due next, and reports whether it has
// ended. Only the pump calls it.
func (c *Conn) serve(b *batch) (end bool) {
	c.sending.Lock()
	defer c.sending.Unlock()
	end = c.build(b)
	b.gather(c.hub, c.peer)
	return end
}

// sendDirect is serve for the owner, which does not note when the connection is due next.
func (c *Conn) sendDirect() {
	c.sending.Lock()
	at, poke := c.buildDirect()
	c.directBatch.send(c.hub, c.peer)
	c.sending.Unlock()
	if poke {
		c.hub.serveBy(c, at)
	}
}

func (c *Conn) buildDirect() (at time.Duration, poke bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != open {
		return 0, true
	}
	now := c.hub.now()
	c.batch = &c.directBatch
	c.sendDue(now)
	c.endPayload()
	at = c.nextDue(now)
	return at, int64(at) < c.pump.dueAt.Load()
}

// build makes the datagrams that are due.
func (c *Conn) build(b *batch) (end bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.hub.now()
	c.batch = b
	switch c.state {
	case open:
		c.sendDue(now)
	case closing:
		c.finishClosing(now)
	}
	c.endPayload()
	c.pump.dueAt.Store(int64(c.nextDue(now))) // under the lock: receive compares with it
	return c.state == ended
}

// sendDue sends everything that is due, live data before bulk data.
func (c *Conn) sendDue(now time.Duration) {
	live, bulk := &c.lanes[transport.Live], &c.lanes[transport.Bulk]
	fresh := c.flushPending
	c.flushPending = false
	var ch copyChoice
	if fresh {
		ch = c.chooseCopies(now)
	}
	c.releaseToKCP(now)
	c.addValues(now)
	live.update(now, c.srtt)
	if p := live.probe(now); p != nil {
		c.addSegments(live, p, bulkInfo{})
	}
	bulk.sendAcks(now)
	c.addFeedback(now, fresh && ch.set != 0 || c.writer.open)
	c.addCopies(ch, now)
	c.endPayload()
	bulk.update(now, c.srtt)
	if p := bulk.probe(now); p != nil {
		c.addSegments(bulk, p, bulkInfo{})
	}
	c.releaseBulk(now)
	c.endPayload()
}

// nextDue returns when there is something to do if nothing else happens.
func (c *Conn) nextDue(now time.Duration) time.Duration {
	switch {
	case c.state == ended || c.state == opening:
		return never
	case c.state == closing && c.drained():
		return now
	}
	at := min(c.values.resendAt, c.feedback.feedbackAt, c.kcpDueAt)
	if c.values.flushPending || c.flushPending || c.copySend.kcpAtOnce {
		at = now
	}
	clock := c.hub.kcpClock.Check()
	for i := range c.lanes {
		at = min(at, c.lanes[i].nextDue(now, clock))
	}
	at = min(at, c.lanes[transport.Bulk].bulk.pacer.nextDue())
	if c.state == closing {
		return min(at, c.lingerUntil)
	}
	return at
}
