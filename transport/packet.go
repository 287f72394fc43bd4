package transport

// packet is one datagram on its way. It holds Go values instead of an encoding, but
// size counts every byte that the encoding would take. Pooled by its Net.

import "time"

type packet struct {
	free *packet
	to   *Mem
	refs int // times it is still to arrive
	size int // UDP payload, 1 to DatagramMax
	bulk bool

	acks   []ackMark
	segs   []segmentMark
	una    [Lanes]uint64 // of lanes that have a segment or an ack here
	hasUna [Lanes]bool

	have      uint64 // live messages that came, if haveSet
	haveSet   bool
	first     uint64 // number of the first of copies
	copies    []span
	values    []valueMark
	valueAcks []valueAck
	closing   bool
	reason    string

	used int // of buf
	buf  [DatagramMax]byte
}

// ackMark is one segment's ack: when the acked transmission was sent comes back with it.
type ackMark struct {
	lane Lane
	sn   uint64
	sent time.Duration
}

type segmentMark struct {
	lane Lane
	sn   uint64
	sent time.Duration
	span
}

type valueMark struct {
	slot   uint8
	number uint64
	after  uint64
	span
}

type valueAck struct {
	slot   uint8
	number uint64
}

// span is a piece of a packet's buf.
type span struct{ off, n int }

func (p *packet) bytes(s span) []byte { return p.buf[s.off : s.off+s.n] }

// alloc reserves n bytes of payload, which count, and header bytes more.
func (p *packet) alloc(n, header int) span {
	s := span{p.used, n}
	p.used += n
	p.size += n + header
	return s
}

// fits says whether n more bytes fit, headers included.
func (p *packet) fits(n int) bool { return p.size+n <= DatagramMax }

// packet takes one from the pool, for the far end of m.
func (m *Mem) packet() *packet {
	p := m.net.free
	if p == nil {
		p = new(packet)
	} else {
		m.net.free = p.free
	}
	p.to = m.far
	p.size = gateBytes + flagsBytes
	if p.haveSet = m.heardCopies; p.haveSet {
		p.size += haveBytes
		p.have = m.arrived
	}
	return p
}

// recycle gives back one that needs no longer to arrive.
func (n *Net) recycle(p *packet) {
	if p.refs--; p.refs > 0 {
		return
	}
	p.refs, p.used, p.bulk, p.closing, p.reason, p.to = 0, 0, false, false, "", nil
	p.acks, p.segs, p.copies = p.acks[:0], p.segs[:0], p.copies[:0]
	p.values, p.valueAcks = p.values[:0], p.valueAcks[:0]
	p.hasUna = [Lanes]bool{}
	p.free = n.free
	n.free = p
}

// piece is a buffer for one segment or copy that came before its turn. Pooled.
type piece struct {
	free *piece
	n    int
	buf  [DatagramMax]byte
}

func (n *Net) piece(b []byte) *piece {
	s := n.pieces
	if s == nil {
		s = new(piece)
	} else {
		n.pieces = s.free
	}
	s.n = copy(s.buf[:], b)
	return s
}

func (n *Net) recyclePiece(s *piece) {
	s.free = n.pieces
	n.pieces = s
}
