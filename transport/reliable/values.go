package reliable

// Values: the newest of each slot, sent until it is acked. The connection's lock guards them.

import (
	"time"
)

// outSlot is the newest value of one slot.
type outSlot struct {
	number   uint16 // of the value that left last, rising by 1
	after    uint64 // number of the live message sent before it
	data     []byte
	dirty    bool // no datagram has carried it
	unacked  bool
	resendAt time.Duration
}

// valueSender is the sending half of all slots.
type valueSender struct {
	slots        []outSlot
	flushPending bool          // a Flush was called for dirty values
	resendAt     time.Duration // no value is resent before this time
}

func (v *valueSender) put(at uint8, after uint64, data []byte) {
	for len(v.slots) <= int(at) {
		v.slots = append(v.slots, outSlot{})
	}
	s := &v.slots[at]
	s.after = after
	s.data = append(s.data[:0], data...)
	s.dirty, s.unacked = true, false
}

// flush marks dirty values as ready to leave.
func (v *valueSender) flush() {
	for i := range v.slots {
		v.flushPending = v.flushPending || v.slots[i].dirty
	}
}

// acked applies acks of the far end, which were decoded before.
func (v *valueSender) acked(b []byte) {
	for r := (payloadReader{b: b}); len(r.b) > 0; {
		a := readValueAck(&r)
		if s := &v.slots[a.slot]; s.number == a.number && !s.dirty {
			s.unacked = false
		}
	}
}
