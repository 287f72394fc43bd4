package reliable

// Encoding and decoding of the small parts of a payload, without state.

import (
	"encoding/binary"
	"time"

	"voxtide/transport"
)

const (
	numberBits = 20 // sent of a live message's number
	numberMask = 1<<numberBits - 1
	newsMost   = 15 // largest number of new messages that a base announces
	baseBytes  = 3
	haveBytes  = 3 + 2
	timesBytes = 1 + 2 + 4

	// timeUnit is the unit of times in a payload. They wrap around at 4.2 s.
	timeUnit = 64 * time.Microsecond
)

// valueRecord is one value or, without data and back, the ack of one.
type valueRecord struct {
	slot   uint8
	last   bool
	number uint16 // low bits of its number
	waits  bool   // the value must be delivered after live messages,
	back   uint64 // up to the one that is back before the base
	data   []byte
}

// A part's last record has these bits set in its first byte.
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

func readValue(r *payloadReader) (v valueRecord) {
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

func readValueAck(r *payloadReader) (v valueRecord) {
	head := r.uvarint()
	if head>>1 > 255 {
		r.bad = true
	}
	v.slot, v.last = uint8(head>>1), head&valueAckLast != 0
	v.number = r.u16()
	return v
}

// haveInfo tells which live messages have come: all up to a number, and from the second after it on those of bits. It
// also tells the level of loss.
type haveInfo struct {
	number uint32 // low bits of the number
	level  uint8
	bits   uint16
}

func appendHave(b []byte, h haveInfo) []byte {
	v := h.number&numberMask | uint32(h.level)<<numberBits
	if h.bits == 0 {
		return appendU24(b, v)
	}
	return binary.LittleEndian.AppendUint16(appendU24(b, v|1<<23), h.bits)
}

func readHave(r *payloadReader) (h haveInfo) {
	v := r.u24()
	h.number, h.level = v&numberMask, uint8(v>>numberBits)&7
	if v&(1<<23) != 0 {
		h.bits = r.u16()
	}
	return h
}

// timesInfo asks for an echo of a time, or is an echo.
type timesInfo struct {
	asks, echoes bool
	asked        uint16 // the sender's time, in timeUnit
	echo, held   uint16 // the time that was asked, and how long ago it came
}

func appendTimes(b []byte, t timesInfo) []byte {
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

func readTimes(r *payloadReader) (t timesInfo) {
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

// appendBase begins the copies: it names the newest live message that was sent, and how many messages up to it no
// payload has announced before.
func appendBase(b []byte, number uint64, news uint64) []byte {
	return appendU24(b, uint32(number&numberMask)|uint32(min(news, newsMost))<<numberBits)
}

func readBase(r *payloadReader) (number uint32, news int) {
	v := r.u24()
	return v & numberMask, int(v >> numberBits)
}

// appendCopy adds the header of a live message whose number lies back below the one added last.
func appendCopy(b []byte, back uint64, n int) []byte {
	if back == 0 {
		return binary.AppendUvarint(b, uint64(n)<<1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(n)<<1|1), back)
}

func readCopy(r *payloadReader) (back uint64, data []byte) {
	head := r.uvarint()
	if head&1 != 0 {
		back = r.uvarint()
		r.bad = r.bad || back == 0 || back > copiesWindow
	}
	return back, r.bytes(head>>1, payloadMax)
}

// payloadParts holds the decoded parts of one payload.
type payloadParts struct {
	flags     byte
	values    []byte
	kcp       [transport.Lanes][]byte // KCP's packets
	bulk      bulkInfo
	have      haveInfo
	valueAcks []byte
	times     timesInfo
	base      uint64
	news      int
	copies    []byte
}

func (p *payloadParts) has(kind int) bool { return p.flags&(1<<kind) != 0 }
