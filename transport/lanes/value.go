package lanes

// Values: the newest of each slot, sent until it is acked. All under the connection's lock.

import (
	"time"

	"voxtide/transport"
)

// slot is the newest value of one slot.
type slot struct {
	number   uint16 // of the value that left last, +1 each
	after    uint64 // live messages sent before it
	data     []byte
	dirty    bool // no datagram has carried it
	unacked  bool
	resendAt time.Duration
}

// values are the sending half of all slots.
type values struct {
	slots []slot
	fresh bool          // a Flush has come for dirty ones
	at    time.Duration // no value is to be sent again before that
}

func (v *values) set(at uint8, after uint64, data []byte) {
	for len(v.slots) <= int(at) {
		v.slots = append(v.slots, slot{})
	}
	s := &v.slots[at]
	s.after = after
	s.data = append(s.data[:0], data...)
	s.dirty, s.unacked = true, false
}

// flush marks dirty values as to leave.
func (v *values) flush() {
	for i := range v.slots {
		v.fresh = v.fresh || v.slots[i].dirty
	}
}

// acked takes acks of the far end, which have been read before.
func (v *values) acked(b []byte) {
	for r := (reader{b: b}); len(r.b) > 0; {
		a := readValueAck(&r)
		if s := &v.slots[a.slot]; s.number == a.number && !s.dirty {
			s.unacked = false
		}
	}
}

// sendValues adds what is new and flushed, and what is not acked for too long.
func (c *Conn) sendValues(now time.Duration) {
	v := &c.values
	if !v.fresh && now < v.at {
		return
	}
	again := now + c.trip + c.trip/4 + oweDelay + valueSlack
	v.at = never
	head := -1 // where the last record begins, of the part being written
	for i := range v.slots {
		s := &v.slots[i]
		if s.after > c.lanes[transport.Live].out.Ready { // set since the Flush
			continue
		}
		if s.dirty && v.fresh || s.unacked && now >= s.resendAt {
			if s.dirty {
				s.number++
			}
			s.dirty, s.unacked = false, true
			s.resendAt = again
			head = c.addValue(s, uint8(i), head)
		}
		if s.unacked {
			v.at = min(v.at, s.resendAt)
		}
	}
	if head >= 0 {
		c.batch.buf[head] |= valueLast
	}
	v.fresh = false
}

// addValue adds a record to the part whose last one begins there, or to a new part.
func (c *Conn) addValue(s *slot, at uint8, head int) int {
	rec := valueRecord{slot: at, number: s.number, data: s.data}
	if o := &c.lanes[transport.Live].out; s.after > o.Delivered {
		rec.waits, rec.back = true, o.Ready-s.after
	}
	size := valueHeader + len(s.data)
	if head < 0 || c.written()+size+baseBytes > payloadMax {
		if head >= 0 {
			c.batch.buf[head] |= valueLast
		}
		c.part(partValues, size+baseBytes)
	}
	c.writer.based = c.writer.based || rec.waits
	head = len(c.batch.buf)
	c.parted(appendValue(c.batch.buf, rec))
	return head
}

// takeValues takes values of the far end.
func (c *Conn) takeValues(p *parts, now time.Duration) {
	for r := (reader{b: p.values}); len(r.b) > 0; {
		v := readValue(&r)
		for len(c.heard) <= int(v.slot) {
			c.heard = append(c.heard, 0)
		}
		heard := &c.heard[v.slot]
		number := near(*heard+1<<16, uint64(v.number), 16) - 1<<16
		if int64(number) <= 0 { // from before the first
			continue
		}
		after := c.early.arrived // the far end knows that what it names has come
		if v.waits {
			after = p.base - v.back
		} else if c.lanes[transport.Live].stuck { // but it may wait for room: let the value come again
			continue
		}
		*heard = max(*heard, number)
		c.in.Value(v.slot, number, after, c.early.arrived, v.data)
		c.oweValues = true
		c.oweAt = min(c.oweAt, now+oweDelay)
	}
}

// sendValueAcks says which values have come.
func (c *Conn) sendValueAcks() {
	head := -1
	c.in.Acks(func(slot uint8, number uint64) {
		if head < 0 || c.written()+4 > payloadMax {
			if head >= 0 {
				c.batch.buf[head] |= valueAckLast
			}
			c.part(partValueAcks, 4)
		}
		head = len(c.batch.buf)
		c.parted(appendValueAck(c.batch.buf, slot, false, uint16(number)))
	})
	if head >= 0 {
		c.batch.buf[head] |= valueAckLast
	}
}
