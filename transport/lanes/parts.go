package lanes

// The small parts of a payload to bytes and back, without state.

import (
	"encoding/binary"
	"time"

	"voxtide/transport"
)

const (
	numberBits = 20 // of a live message
	numberMask = 1<<numberBits - 1
	newsMost   = 15 // that a base tells
	baseBytes  = 3
	haveBytes  = 3 + 2
	timesBytes = 1 + 2 + 4

	// tick is the unit of times in a payload. They wrap at 4.2 s.
	tick = 64 * time.Microsecond
)

// valueRecord is one value, or without data and back its ack.
type valueRecord struct {
	slot   uint8
	last   bool
	number uint16 // its low bits
	waits  bool   // for live messages,
	back   uint64 // up to that many before the base
	data   []byte
}

// The last record of a part has these bits in its first byte.
const (
	valueLast    = 2
	valueAckLast = 1
)

func appendValue(b []byte, v valueRecord) []byte {
	head := uint64(v.slot) << 2
	if v.last {
		head |= valueLast
	}
	if v.waits {
		head |= 1
	}
	b = binary.AppendUvarint(b, head)
	b = binary.LittleEndian.AppendUint16(b, v.number)
	if v.waits {
		b = binary.AppendUvarint(b, v.back)
	}
	b = binary.AppendUvarint(b, uint64(len(v.data)))
	return append(b, v.data...)
}

func readValue(r *reader) (v valueRecord) {
	head := r.uvarint()
	if head>>2 > 255 {
		r.bad = true
	}
	v.slot, v.last, v.waits = uint8(head>>2), head&valueLast != 0, head&1 != 0
	v.number = r.u16()
	if v.waits {
		v.back = r.uvarint()
	}
	v.data = r.bytes(r.uvarint(), transport.ValueMax)
	return v
}

func appendValueAck(b []byte, slot uint8, last bool, number uint16) []byte {
	head := uint64(slot) << 1
	if last {
		head |= valueAckLast
	}
	return binary.LittleEndian.AppendUint16(binary.AppendUvarint(b, head), number)
}

func readValueAck(r *reader) (v valueRecord) {
	head := r.uvarint()
	if head>>1 > 255 {
		r.bad = true
	}
	v.slot, v.last = uint8(head>>1), head&valueAckLast != 0
	v.number = r.u16()
	return v
}

// haveMark says which live messages have come: all up to a number, and of those two and more
// behind it the ones of bits; and how many get lost.
type haveMark struct {
	number uint32 // its low bits
	level  uint8
	bits   uint16
}

func appendHave(b []byte, h haveMark) []byte {
	v := h.number&numberMask | uint32(h.level)<<numberBits
	if h.bits == 0 {
		return appendU24(b, v)
	}
	return binary.LittleEndian.AppendUint16(appendU24(b, v|1<<23), h.bits)
}

func readHave(r *reader) (h haveMark) {
	v := r.u24()
	h.number, h.level = v&numberMask, uint8(v>>numberBits)&7
	if v&(1<<23) != 0 {
		h.bits = r.u16()
	}
	return h
}

// timesMark asks for an echo of a time, or is one.
type timesMark struct {
	asks, echoes bool
	asked        uint16 // by the sender, in ticks of its own
	echo, held   uint16 // what was asked, and how long ago it came
}

func appendTimes(b []byte, t timesMark) []byte {
	head := byte(0)
	if t.asks {
		head = 1
	}
	if t.echoes {
		head |= 2
	}
	b = append(b, head)
	if t.asks {
		b = binary.LittleEndian.AppendUint16(b, t.asked)
	}
	if t.echoes {
		b = binary.LittleEndian.AppendUint16(b, t.echo)
		b = binary.LittleEndian.AppendUint16(b, t.held)
	}
	return b
}

func readTimes(r *reader) (t timesMark) {
	head := r.byte()
	if head == 0 || head > 3 {
		r.bad = true
	}
	if t.asks = head&1 != 0; t.asks {
		t.asked = r.u16()
	}
	if t.echoes = head&2 != 0; t.echoes {
		t.echo, t.held = r.u16(), r.u16()
	}
	return t
}

// appendBase begins the copies: the number of the newest live message that was sent, and how
// many of those up to it no payload has named before.
func appendBase(b []byte, number uint64, news uint64) []byte {
	return appendU24(b, uint32(number&numberMask)|uint32(min(news, newsMost))<<numberBits)
}

func readBase(r *reader) (number uint32, news int) {
	v := r.u24()
	return v & numberMask, int(v >> numberBits)
}

// appendCopy adds a live message that lies so many numbers before the one added last.
func appendCopy(b []byte, back uint64, n int) []byte {
	if back == 0 {
		return binary.AppendUvarint(b, uint64(n)<<1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(n)<<1|1), back)
}

func readCopy(r *reader) (back uint64, data []byte) {
	head := r.uvarint()
	if head&1 != 0 {
		back = r.uvarint()
		r.bad = r.bad || back == 0 || back > copiesWindow
	}
	return back, r.bytes(head>>1, payloadMax)
}
