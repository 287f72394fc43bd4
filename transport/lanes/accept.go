package lanes

// Taking a payload in. It is read as a whole first: one that is malformed changes nothing.

import (
	"time"

	"voxtide/transport"
)

// parts are those of one payload, checked.
type parts struct {
	flags     byte
	values    []byte
	kcp       [transport.Lanes][]byte // packets
	bulk      bulkMark
	have      haveMark
	valueAcks []byte
	times     timesMark
	base      uint64
	news      int
	copies    []byte
}

func (p *parts) has(kind int) bool { return p.flags&(1<<kind) != 0 }

// read takes a payload apart; false if it is malformed.
func (c *Conn) read(b []byte, clock uint32) (p parts, ok bool) {
	r := reader{b: b}
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
			var m bulkMark
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
		p.base = near(c.early.arrived+1<<numberBits, uint64(number), numberBits) - 1<<numberBits
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

// payload takes one in, of a datagram of n bytes with all headers; false if it is malformed.
func (c *Conn) payload(b []byte, n int, now time.Duration) bool {
	clock := c.hub.clock.Check()
	p, ok := c.read(b, clock)
	if !ok {
		return false
	}
	if p.has(partTimes) {
		c.takeTimes(p.times, now)
	}
	if p.has(partHave) {
		c.takeHave(p.have)
	}
	if p.has(partValueAcks) {
		c.values.acked(p.valueAcks)
	}
	if p.bulk.stamps {
		c.lanes[transport.Bulk].bulk.meter.take(&p.bulk, n, now)
	}
	for i := range c.lanes {
		if p.kcp[i] != nil {
			c.takeSegments(transport.Lane(i), &p, now, clock)
		}
	}
	if c.state != open {
		return true
	}
	if p.has(partCopies) {
		c.takeCopies(&p, now)
	}
	c.in.Arrived(c.early.arrived)
	if p.has(partValues) {
		c.takeValues(&p, now)
	}
	return true
}

// takeSegments gives KCP its packet.
func (c *Conn) takeSegments(which transport.Lane, p *parts, now time.Duration, clock uint32) {
	l := &c.lanes[which]
	trip := l.input(p.kcp[which], now, clock)
	if trip >= 0 && c.trip == 0 {
		c.measure(trip)
	}
	l.settle(now, c.trip)
	if which == transport.Live {
		c.had(l.out.Delivered)
	} else if p.bulk.reports {
		l.reported(&p.bulk, now, c.trip)
	}
	c.release(now)
	if c.state == open {
		c.take(which)
	}
}

// take moves what has come in order on a lane into the inbox.
func (c *Conn) take(which transport.Lane) {
	if !c.lanes[which].take(which, &c.in) {
		c.stats.Malformed++
		c.shut(malformed, c.hub.now(), 0)
	}
	if which == transport.Live {
		c.drain()
	}
}

// drain moves live messages that came early into the inbox, now that it has room.
func (c *Conn) drain() {
	c.stats.Helped += c.early.drain(&c.in)
	c.in.Arrived(c.early.arrived)
}

// takeCopies takes live messages that came beside KCP.
func (c *Conn) takeCopies(p *parts, now time.Duration) {
	e := &c.early
	e.judge(p.base, p.news)
	if len(p.copies) == 0 {
		return
	}
	r := reader{b: p.copies}
	for number := p.base; len(r.b) > 0; number-- {
		back, data := readCopy(&r)
		number -= back
		e.put(number, data)
	}
	c.drain()
	c.oweHave = true
	wait := oweDelay
	if e.set != 0 {
		wait = oweGap
	}
	c.oweAt = min(c.oweAt, now+wait)
}

// takeTimes takes an echo in, and what is to be echoed.
func (c *Conn) takeTimes(t timesMark, now time.Duration) {
	if t.echoes {
		c.measure(time.Duration(uint16(now/tick)-t.echo-t.held) * tick)
	}
	if t.asks {
		c.asked, c.askedAt, c.oweEcho = t.asked, now, true
		c.oweAt = min(c.oweAt, now+oweDelay)
	}
}

// sendOwed tells what has come, if it is time, or almost and a datagram leaves anyway.
func (c *Conn) sendOwed(now time.Duration, leaves bool) {
	due := c.oweAt
	if leaves {
		due -= oweEarly
		if now-c.leftAt > oweRare { // the next chance may come too late
			due = now
		}
		c.leftAt = now
	}
	pays := c.oweAt != never && now >= due
	if pays {
		c.oweAt = never
	}
	if pays && c.oweHave {
		c.oweHave = false
		e := &c.early
		buf := c.part(partHave, haveBytes)
		c.parted(appendHave(buf, haveMark{uint32(e.arrived & numberMask), e.level(), e.bits()}))
	}
	if pays && c.oweValues {
		c.oweValues = false
		c.sendValueAcks()
	}
	var t timesMark
	if t.asks = leaves && now >= c.askAt; t.asks {
		c.askAt = now + askEvery
		t.asked = uint16(now / tick)
	}
	if t.echoes = pays && c.oweEcho; t.echoes {
		c.oweEcho = false
		t.echo, t.held = c.asked, uint16((now-c.askedAt)/tick)
	}
	if t.asks || t.echoes {
		c.parted(appendTimes(c.part(partTimes, timesBytes), t))
	}
}
