package reliable

import (
	"math/bits"
	"time"
)

// ackOverdue returns how long an ack may take.
func (c *Conn) ackOverdue() time.Duration { return c.srtt + feedbackDelay + overdueSlack }

// releaseToKCP decides which messages KCP has to carry: those un-acked for too long or, without copies, all.
func (c *Conn) releaseToKCP(now time.Duration) {
	l, s := &c.lanes[0], &c.copySend
	c.kcpDueAt = never
	if c.hub.cfg.NoCopies || s.kcpAtOnce || c.state == closing {
		l.dueMessage, s.kcpAtOnce = l.out.Ready, false
		return
	}
	wait := max(kcpDelayMin, c.ackOverdue()+kcpDelaySlack)
	for l.dueMessage = max(l.dueMessage, l.out.Delivered); l.dueMessage < l.out.Ready; l.dueMessage++ {
		if at := s.state(l.dueMessage+1).flushedAt + wait; at > now {
			c.kcpDueAt = at
			return
		}
	}
}

// copyChoice is a set of un-acked messages: bit i stands for number Delivered+1+i.
type copyChoice struct {
	set  uint64
	size int // upper bound of their bytes
}

// chooseCopies picks the messages that the datagram after a Flush carries: all new ones, then the oldest of those to
// be repeated. New messages without room go to KCP at once.
func (c *Conn) chooseCopies(now time.Duration) (ch copyChoice) {
	l, s := &c.lanes[0], &c.copySend
	if c.hub.cfg.NoCopies || l.out.Delivered == l.out.Ready || l.windowClosed() {
		return ch
	}
	first := l.out.Delivered + 1
	most := min(l.out.Ready, l.out.Delivered+copiesWindow)
	fits := func(number uint64, spare int) (size int, ok bool) {
		data, end := l.out.MessageBounds(number)
		size = int(end-data) + copyHeader
		return size, size <= spare && ch.size+size <= copiesMost
	}
	fresh := max(first, s.announced+1)
	s.kcpAtOnce = s.kcpAtOnce || l.out.Ready > most
	for n := fresh; n <= most; n++ {
		if size, ok := fits(n, copiesMost); ok {
			ch.set |= 1 << (n - first)
			ch.size += size
		} else {
			s.state(n).large = size > copiesMost
			s.kcpAtOnce = true
		}
	}
	spare, repeated := copiesBudget, s.level == 0 // without loss, large messages are sent once
	switch {
	case s.level == 0:
		spare = copiesCalm
	case s.level >= lossLevelBad:
		spare = copiesBad
	}
	for n := first; n < min(fresh, most+1); n++ {
		t := s.state(n)
		if t.arrived || t.large || !s.shouldRepeat(t, now, c.ackOverdue()) {
			continue
		}
		if t.sends > repeatPlans[s.level].soon+repeatPlans[s.level].apart {
			spare = max(spare, copiesBehind-ch.size)
		}
		size, ok := fits(n, spare)
		if !ok && (repeated || ch.size+size > copiesMost) {
			continue
		}
		repeated = true
		spare -= size
		ch.set |= 1 << (n - first)
		ch.size += size
	}
	return ch
}

// addCopies adds the chosen messages, the newest first.
func (c *Conn) addCopies(ch copyChoice, now time.Duration) {
	if ch.set == 0 {
		return
	}
	l, s := &c.lanes[0], &c.copySend
	before := l.out.Ready + 1
	buf := c.beginPart(partCopies, baseBytes+ch.size)
	buf = appendBase(buf, l.out.Ready, l.out.Ready-max(s.announced, l.out.Delivered))
	s.announced = l.out.Ready
	for ch.set != 0 {
		i := bits.Len64(ch.set) - 1
		ch.set &^= 1 << i
		number := l.out.Delivered + 1 + uint64(i)
		data, end := l.out.MessageBounds(number)
		n := int(end - data)
		buf = appendCopy(buf, before-1-number, n)
		at := len(buf)
		buf = append(buf, zeros[:n]...)
		l.out.Stream.Read(buf[at:], data)
		before = number
		t := s.state(number)
		t.sends, t.lastSent = min(t.sends+1, 200), now
		c.stats.Copies++
	}
	c.endPart(buf)
}

// zeros is never written to.
var zeros [payloadMax]byte

// applyHave applies the far end's report of which live messages have come. A report that is outdated or impossible
// changes nothing.
func (c *Conn) applyHave(h haveInfo) {
	o, s := &c.lanes[0].out, &c.copySend
	number := near(o.Delivered+1<<numberBits, uint64(h.number), numberBits) - 1<<numberBits
	if int64(number-o.Delivered) < 0 || number > o.Ready || c.hub.cfg.NoCopies {
		return
	}
	s.level = min(h.level, lossLevels-1)
	c.confirmLive(number)
	for b := h.bits; b != 0; b &= b - 1 {
		if n := number + 2 + uint64(bits.TrailingZeros16(b)); n <= o.Ready {
			s.state(n).arrived = true
		}
	}
}

// confirmLive notes that live messages up to a number have come.
func (c *Conn) confirmLive(number uint64) {
	l := &c.lanes[0]
	if !l.keepForCopies {
		return
	}
	l.out.ConfirmMessages(number)
	l.trim()
	c.copySend.dropDelivered(l.out.Delivered)
}
