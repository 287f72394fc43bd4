package reliable

// Receiving payloads. A payload is decoded completely first: a malformed one changes nothing.

import (
	"time"

	"voxtide/transport"
)

// parse decodes a payload, and reports whether it is well formed.
func (c *Conn) parse(b []byte, clock uint32) (p payloadParts, ok bool) {
	r := payloadReader{b: b}
	p.flags = r.byte()
	r.bad = r.bad || p.flags == 0 || p.has(partSpare)
	start, back := r.b, uint64(0)
	waits := false
	if p.has(partValues) {
		for last := false; !last && !r.bad; {
			v := readValue(&r)
			last, back, waits = v.last, max(back, v.back), waits || v.waits
		}
		p.values = start[:len(start)-len(r.b)]
	}
	for i := range c.lanes {
		if l := &c.lanes[i]; p.has(partLive + i) {
			var m bulkInfo
			p.kcp[i], m = readSegments(&r, c.batch.kcp[i][:0], l.anchors(clock))
			c.batch.kcp[i] = p.kcp[i]
			if i == int(transport.Bulk) {
				p.bulk = m
			} else if m.stamps || m.reports {
				r.bad = true
			}
		}
	}
	if p.has(partHave) {
		p.have = readHave(&r)
	}
	if start = r.b; p.has(partValueAcks) {
		for last := false; !last && !r.bad; {
			v := readValueAck(&r)
			last = v.last
			r.bad = r.bad || int(v.slot) >= len(c.values.slots)
		}
		p.valueAcks = start[:len(start)-len(r.b)]
	}
	if p.has(partTimes) {
		p.times = readTimes(&r)
	}
	if p.has(partCopies) {
		number, news := readBase(&r)
		p.base = near(c.copyRecv.arrived+1<<numberBits, uint64(number), numberBits) - 1<<numberBits
		p.news, p.copies = news, r.b
		number64 := p.base + 1
		r.bad = r.bad || back > p.base || int64(p.base) < 0
		for len(r.b) > 0 && !r.bad {
			back, _ := readCopy(&r)
			r.bad = r.bad || back+1 >= number64
			number64 -= back + 1
		}
	}
	ok = !r.bad && len(r.b) == 0 && (p.has(partCopies) || !waits)
	return p, ok
}

// applyPayload applies a payload from a datagram of n bytes with all headers, and reports whether it is well formed.
func (c *Conn) applyPayload(b []byte, n int, now time.Duration) bool {
	clock := c.hub.kcpClock.Check()
	p, ok := c.parse(b, clock)
	if !ok {
		return false
	}
	if p.has(partTimes) {
		c.applyTimes(p.times, now)
	}
	if p.has(partHave) {
		c.applyHave(p.have)
	}
	if p.has(partValueAcks) {
		c.values.acked(p.valueAcks)
	}
	if p.bulk.stamps {
		c.lanes[transport.Bulk].bulk.meter.add(&p.bulk, n, now)
	}
	for i := range c.lanes {
		if p.kcp[i] != nil {
			c.applySegments(transport.Lane(i), &p, now, clock)
		}
	}
	if c.state != open {
		return true
	}
	if p.has(partCopies) {
		c.applyCopies(&p, now)
	}
	c.inbox.ReleaseHeld(c.copyRecv.arrived)
	if p.has(partValues) {
		c.applyValues(&p, now)
	}
	return true
}

// applySegments gives KCP its packet.
func (c *Conn) applySegments(which transport.Lane, p *payloadParts, now time.Duration, clock uint32) {
	l := &c.lanes[which]
	trip := l.input(p.kcp[which], now, clock)
	if trip >= 0 && c.srtt == 0 {
		c.updateRTT(trip)
	}
	l.readAcked(now, c.srtt)
	if which == transport.Live {
		c.confirmLive(l.out.Delivered)
	} else if p.bulk.reports {
		l.applyReport(&p.bulk, now, c.srtt)
	}
	c.releaseBulk(now)
	if c.state == open {
		c.deliverLane(which)
	}
}

// deliverLane moves a lane's messages that are in order into the inbox.
func (c *Conn) deliverLane(which transport.Lane) {
	if !c.lanes[which].deliver(which, &c.inbox) {
		c.stats.Malformed++
		c.beginClose(malformed, c.hub.now(), 0)
	}
	if which == transport.Live {
		c.deliverCopies()
	}
}

// deliverCopies moves early live messages into the inbox, now that it has room.
func (c *Conn) deliverCopies() {
	c.stats.CopiesUsed += c.copyRecv.drain(&c.inbox)
	c.inbox.ReleaseHeld(c.copyRecv.arrived)
}

// applyCopies applies copies of live messages.
func (c *Conn) applyCopies(p *payloadParts, now time.Duration) {
	e := &c.copyRecv
	e.measureLoss(p.base, p.news)
	if len(p.copies) == 0 {
		return
	}
	r := payloadReader{b: p.copies}
	for number := p.base; len(r.b) > 0; number-- {
		back, data := readCopy(&r)
		number -= back
		e.put(number, data)
	}
	c.deliverCopies()
	c.feedback.haveDue = true
	wait := feedbackDelay
	if e.present != 0 {
		wait = feedbackGap
	}
	c.feedback.feedbackAt = min(c.feedback.feedbackAt, now+wait)
}

// receive applies a payload of this connection and sends what becomes due. It reports whether the pump must serve the
// connection earlier than planned, and by when. Only the reader calls it.
func (c *Conn) receive(b []byte, now time.Duration, out *batch) (at time.Duration, poke bool) {
	c.sending.Lock()
	defer c.sending.Unlock()
	at, poke = c.receiveLocked(b, now, out)
	out.send(c.hub, c.peer)
	return at, poke
}

func (c *Conn) receiveLocked(b []byte, now time.Duration, out *batch) (at time.Duration, poke bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = out
	if c.state == ended || c.state == opening {
		return 0, false
	}
	n := len(b) + datagramExtra
	c.stats.PacketsDown++
	c.stats.BytesDown += uint64(n)
	if !c.applyPayload(b, n, now) {
		c.stats.Malformed++
		return 0, false
	}
	c.endPayload()
	if c.state == ended {
		return 0, true
	}
	at = c.nextDue(now)
	return at, int64(at) < c.pump.dueAt.Load()
}
