package reliable

import (
	"time"

	"voxtide/transport"
)

// addValues adds the values that are new and flushed, and those un-acked for too long.
func (c *Conn) addValues(now time.Duration) {
	v := &c.values
	if !v.flushPending && now < v.resendAt {
		return
	}
	again := now + c.srtt + c.srtt/4 + feedbackDelay + valueSlack
	v.resendAt = never
	head := -1 // start of the last record in the part being written
	for i := range v.slots {
		s := &v.slots[i]
		if s.after > c.lanes[transport.Live].out.Ready { // set after the Flush
			continue
		}
		if s.dirty && v.flushPending || s.unacked && now >= s.resendAt {
			if s.dirty {
				s.number++
			}
			s.dirty, s.unacked = false, true
			s.resendAt = again
			head = c.addValueRecord(s, uint8(i), head)
		}
		if s.unacked {
			v.resendAt = min(v.resendAt, s.resendAt)
		}
	}
	if head >= 0 {
		c.batch.buf[head] |= valueLast
	}
	v.flushPending = false
}

// addValueRecord adds a record behind the last one, which begins at head, or to a new part.
func (c *Conn) addValueRecord(s *outSlot, at uint8, head int) int {
	rec := valueRecord{slot: at, number: s.number, data: s.data}
	if o := &c.lanes[transport.Live].out; s.after > o.Delivered {
		rec.waits, rec.back = true, o.Ready-s.after
	}
	size := valueHeader + len(s.data)
	if head < 0 || c.payloadSize()+size+baseBytes > payloadMax {
		if head >= 0 {
			c.batch.buf[head] |= valueLast
		}
		c.beginPart(partValues, size+baseBytes)
	}
	c.writer.needsBase = c.writer.needsBase || rec.waits
	head = len(c.batch.buf)
	c.endPart(appendValue(c.batch.buf, rec))
	return head
}

// applyValues applies the far end's values.
func (c *Conn) applyValues(p *payloadParts, now time.Duration) {
	for r := (payloadReader{b: p.values}); len(r.b) > 0; {
		v := readValue(&r)
		for len(c.newestValues) <= int(v.slot) {
			c.newestValues = append(c.newestValues, 0)
		}
		heard := &c.newestValues[v.slot]
		number := near(*heard+1<<16, uint64(v.number), 16) - 1<<16
		if int64(number) <= 0 { // older than the first value
			continue
		}
		after := c.copyRecv.arrived // the far end knows that the messages before it have come
		if v.waits {
			after = p.base - v.back
		} else if c.lanes[transport.Live].in.inboxFull { // but they may wait for room in the inbox: the value will be resent
			continue
		}
		*heard = max(*heard, number)
		c.inbox.PushValue(v.slot, number, after, c.copyRecv.arrived, v.data)
		c.feedback.valueAcksDue = true
		c.feedback.feedbackAt = min(c.feedback.feedbackAt, now+feedbackDelay)
	}
}

// addValueAcks acks the values that have come.
func (c *Conn) addValueAcks() {
	head := -1
	c.inbox.DrainAcks(func(slot uint8, number uint64) {
		if head < 0 || c.payloadSize()+4 > payloadMax {
			if head >= 0 {
				c.batch.buf[head] |= valueAckLast
			}
			c.beginPart(partValueAcks, 4)
		}
		head = len(c.batch.buf)
		c.endPart(appendValueAck(c.batch.buf, slot, false, uint16(number)))
	})
	if head >= 0 {
		c.batch.buf[head] |= valueAckLast
	}
}
