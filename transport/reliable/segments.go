package reliable

// KCP's packets as parts of payloads. KCP writes 24 bytes before each segment and for each ack, most of which repeat
// the ones before. They are left out, and restored before KCP gets the packet.

import (
	"encoding/binary"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
)

// The bits of a part's first byte.
const (
	segWask = 1 << iota
	segWins
	segAcks
	segData
	segStamp  // the part carries the time at which it left
	segReport // the part reports on the far end's bulk data
	segBits   = iota
)

const packMore = 16 // bytes that stamp and report may add to a packet

// kcpSegment is the header of one KCP segment.
type kcpSegment struct {
	cmd  byte
	wnd  uint16
	time uint32 // when it was sent; in an ack, when the acked segment was sent
	sn   uint32
	una  uint32
	n    int // bytes of data
}

// bulkInfo goes with the bulk lane's segments, for rate control.
type bulkInfo struct {
	stamps  bool
	stamp   uint16 // the sender's time, in timeUnit
	train   uint8  // place in a train, from 1; the last one has trainEnd added
	reports bool
	queue   uint8  // queueing delay in queueUnit
	rate    uint64 // rate of a train as it arrived, in kB/s; 0 is none
}

const (
	trainEnd  = 0x80
	queueUnit = 250 * time.Microsecond
)

// readSegment takes the first segment off a KCP packet of a conversation, and reports whether one of our ends would
// send it.
func readSegment(b []byte, conv uint32) (s kcpSegment, rest []byte, ok bool) {
	if len(b) < kcpHeader || binary.LittleEndian.Uint32(b) != conv || b[5] != 0 {
		return s, nil, false
	}
	n := binary.LittleEndian.Uint32(b[20:])
	s = kcpSegment{
		cmd:  b[4],
		wnd:  binary.LittleEndian.Uint16(b[6:]),
		time: binary.LittleEndian.Uint32(b[8:]),
		sn:   binary.LittleEndian.Uint32(b[12:]),
		una:  binary.LittleEndian.Uint32(b[16:]),
		n:    int(n),
	}
	if s.cmd < kcp.IKCP_CMD_PUSH || s.cmd > kcp.IKCP_CMD_WINS || n > pieceMax ||
		int(n) > len(b)-kcpHeader || (s.cmd == kcp.IKCP_CMD_PUSH) != (n > 0) {
		return s, nil, false
	}
	return s, b[kcpHeader+int(n):], true
}

// appendSegments encodes a packet of KCP's as a part. All segments of one packet have the same window and the same
// una, and acks come before data.
func appendSegments(b []byte, packet []byte, conv uint32, m bulkInfo) []byte {
	head := len(b)
	b = append(b, 0, 0, 0, 0, 0)
	flags, count := byte(0), 0
	var expect uint32
	for rest := packet; len(rest) > 0; {
		var s kcpSegment
		var ok bool
		all := rest
		if s, rest, ok = readSegment(rest, conv); !ok {
			panic("reliable: KCP sends what readSegment refuses")
		}
		put := b[head+1 : head+4]
		put[0], put[1], put[2], b[head+4] = byte(s.una), byte(s.una>>8), byte(s.una>>16), byte(min(s.wnd, 255))
		switch s.cmd {
		case kcp.IKCP_CMD_WASK:
			flags |= segWask
		case kcp.IKCP_CMD_WINS:
			flags |= segWins
		case kcp.IKCP_CMD_ACK:
			if flags&segAcks == 0 {
				flags |= segAcks
				count = len(b)
				b = append(b, 0)
			}
			b[count]++
			b = binary.AppendVarint(b, int64(int32(s.sn-s.una)))
			b = binary.LittleEndian.AppendUint16(b, uint16(s.time))
		case kcp.IKCP_CMD_PUSH:
			if flags&segData == 0 {
				flags |= segData
				count = len(b)
				b = appendU24(append(b, 0), s.sn)
				expect = s.sn
			}
			b[count]++
			b = binary.AppendUvarint(b, uint64(s.sn-expect))
			expect = s.sn + 1
			b = binary.LittleEndian.AppendUint16(b, uint16(s.time))
			b = binary.AppendUvarint(b, uint64(s.n))
			b = append(b, all[kcpHeader:kcpHeader+s.n]...)
		}
	}
	if m.stamps {
		flags |= segStamp
		b = append(binary.LittleEndian.AppendUint16(b, m.stamp), m.train)
	}
	if m.reports {
		flags |= segReport
		b = binary.AppendUvarint(append(b, m.queue), m.rate)
	}
	b[head] = flags
	return b
}

// anchors are the numbers near which the numbers of a part lie, which carries only low bits.
type anchors struct {
	conv, una, sn, clock uint32
}

// readSegments decodes a part and appends the packet that KCP gets.
func readSegments(r *payloadReader, to []byte, a anchors) (packet []byte, m bulkInfo) {
	flags := r.byte()
	r.bad = r.bad || flags>>segBits != 0
	una := uint32(near(uint64(a.una)+1<<32, uint64(r.u24()), 24))
	wnd := uint16(r.byte())
	seg := func(cmd byte, sn uint32, ts uint16, data []byte) {
		// a time of the far end's clock comes back unchanged, a time of this end's clock must be in the past
		time := uint32(ts)
		if cmd == kcp.IKCP_CMD_ACK {
			time = a.clock - uint32(uint16(a.clock)-ts)
		}
		to = binary.LittleEndian.AppendUint32(to, a.conv)
		to = binary.LittleEndian.AppendUint16(append(to, cmd, 0), wnd)
		to = binary.LittleEndian.AppendUint32(to, time)
		to = binary.LittleEndian.AppendUint32(to, sn)
		to = binary.LittleEndian.AppendUint32(to, una)
		to = binary.LittleEndian.AppendUint32(to, uint32(len(data)))
		to = append(to, data...)
	}
	if flags&segAcks != 0 {
		for range r.byte() {
			back, k := binary.Varint(r.b)
			if k <= 0 || r.take(k) == nil {
				r.bad = true
				break
			}
			seg(kcp.IKCP_CMD_ACK, una+uint32(int32(back)), r.u16(), nil)
		}
	}
	if flags&segWask != 0 {
		seg(kcp.IKCP_CMD_WASK, 0, 0, nil)
	}
	if flags&segWins != 0 {
		seg(kcp.IKCP_CMD_WINS, 0, 0, nil)
	}
	if flags&segData != 0 {
		n := r.byte()
		sn := uint32(near(uint64(a.sn)+1<<32, uint64(r.u24()), 24))
		for ; n > 0 && !r.bad; n-- {
			gap := r.uvarint()
			r.bad = r.bad || gap > transport.Window
			sn += uint32(gap)
			ts := r.u16()
			data := r.bytes(r.uvarint(), pieceMax)
			if r.bad = r.bad || len(data) == 0; !r.bad {
				seg(kcp.IKCP_CMD_PUSH, sn, ts, data)
			}
			sn++
		}
	}
	if m.stamps = flags&segStamp != 0; m.stamps {
		m.stamp, m.train = r.u16(), r.byte()
	}
	if m.reports = flags&segReport != 0; m.reports {
		m.queue, m.rate = r.byte(), r.uvarint()
	}
	r.bad = r.bad || flags&(segAcks|segWask|segWins|segData) == 0
	return to, m
}
