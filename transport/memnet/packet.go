package memnet

// packet is one datagram in flight. It holds Go values instead of an encoding, but size counts every byte that the
// encoding would take. Its Network pools packets.

import (
	"time"

	"voxtide/transport"
)

type packet struct {
	free *packet
	to   node
	toID uint64
	refs int // arrivals still to come
	size int // bytes of UDP payload, 1 to DatagramMax
	bulk bool

	acks            []segmentAck
	segments        []segmentPart
	nextExpected    [transport.Lanes]uint64 // of the lanes that have a segment or an ack in this packet
	hasNextExpected [transport.Lanes]bool

	liveReceived    uint64 // number of live messages received, if hasLiveReceived
	hasLiveReceived bool
	firstCopy       uint64 // number of the first message in copies
	copies          []span
	values          []valuePart
	valueAcks       []valueAck
	closing         bool
	reason          string

	bufUsed int // bytes of buf
	buf     [transport.DatagramMax]byte
}

// segmentAck acks one segment; it returns the time at which the acked transmission was sent.
type segmentAck struct {
	lane transport.Lane
	sn   uint64
	sent time.Duration
}

type segmentPart struct {
	lane transport.Lane
	sn   uint64
	sent time.Duration
	span
}

type valuePart struct {
	slot   uint8
	number uint64
	after  uint64
	span
}

type valueAck struct {
	slot   uint8
	number uint64
}

// span is a range of a packet's buf.
type span struct{ off, n int }

func (p *packet) bytes(s span) []byte { return p.buf[s.off : s.off+s.n] }

// alloc reserves n bytes of payload; size grows by these and by header bytes more.
func (p *packet) alloc(n, header int) span {
	s := span{p.bufUsed, n}
	p.bufUsed += n
	p.size += n + header
	return s
}

// fits reports whether n more bytes fit, headers included.
func (p *packet) fits(n int) bool { return p.size+n <= transport.DatagramMax }

// heldSegment is a pooled buffer for a segment or copy that came out of order.
type heldSegment struct {
	free *heldSegment
	n    int
	buf  [transport.DatagramMax]byte
}
