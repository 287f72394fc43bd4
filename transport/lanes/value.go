package lanes

// Values: the newest of each slot, sent until it is acked. All under the connection's lock.

import "time"

// slot is the newest value of one slot.
type slot struct {
	number   uint64 // of the newest value, +1 each
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
	s.number++
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

// acked takes acks of the far end; false if they are malformed.
func (v *values) acked(b []byte) bool {
	for len(b) > 0 {
		var a valueRecord
		var ok bool
		if a, b, ok = readValueAck(b); !ok || int(a.slot) >= len(v.slots) {
			return false
		}
		if s := &v.slots[a.slot]; s.number == a.number && !s.dirty {
			s.unacked = false
		}
	}
	return true
}

// sendValues sends what is new and flushed, and again what is not acked for too long.
func (c *Conn) sendValues(now time.Duration) {
	v := &c.values
	if !v.fresh && now < v.at {
		return
	}
	again := now + max(valueAgain, c.trip+c.trip/2+valueSlack)
	v.at = never
	buf, start := []byte(nil), 0
	for i := range v.slots {
		s := &v.slots[i]
		if s.dirty && v.fresh || s.unacked && now >= s.resendAt {
			s.dirty, s.unacked = false, true
			s.resendAt = again
			if buf != nil && len(buf)-start+valueHeader+len(s.data) > datagramMax {
				c.close(buf)
				buf = nil
			}
			if buf == nil {
				buf = c.open(typeValues)
				start = len(buf) - 5
			}
			buf = appendValue(buf, valueRecord{uint8(i), s.number, s.after, s.data})
		}
		if s.unacked {
			v.at = min(v.at, s.resendAt)
		}
	}
	if buf != nil {
		c.close(buf)
	}
	v.fresh = false
}

// takeValues takes values of the far end; false if they are malformed.
func (c *Conn) takeValues(b []byte, now time.Duration) bool {
	for len(b) > 0 {
		var v valueRecord
		var ok bool
		if v, b, ok = readValue(b); !ok {
			return false
		}
		c.in.Value(v.slot, v.number, v.after, c.arrived, v.data)
		c.ackAt = min(c.ackAt, now+ackDelay)
	}
	return true
}

// sendValueAcks says which values have come.
func (c *Conn) sendValueAcks(now time.Duration) {
	if now < c.ackAt {
		return
	}
	c.ackAt = never
	buf := c.open(typeValueAcks)
	room := datagramMax
	c.in.Acks(func(slot uint8, number uint64) {
		if room -= 11; room < 11+5 {
			c.close(buf)
			buf, room = c.open(typeValueAcks), datagramMax
		}
		buf = appendValueAck(buf, slot, number)
	})
	c.close(buf)
}
