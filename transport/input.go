package transport

// Taking packets in: acks to the senders, segments and copies to the inbox.

import "encoding/binary"

// receiver is the receiving half of one lane: it puts segments in order and their bytes
// back into messages.
type receiver struct {
	next    uint64         // segment expected
	ahead   [Window]*piece // segments behind it, by number & (Window-1)
	partial []byte         // the start of a message
	parsed  uint64         // messages that segments have brought
	acks    []ackMark
}

// arrive takes one packet in.
func (m *Mem) arrive(p *packet) {
	if m.dead || m.closed {
		return
	}
	m.heardAt = m.net.now
	if p.closing {
		m.closed, m.reason = true, p.reason
		return
	}
	for lane := range m.send {
		if p.hasUna[lane] {
			m.send[lane].ack(Lane(lane), p, m.net.now)
		}
	}
	if p.haveSet {
		m.send[Live].has(p.have)
	}
	for _, a := range p.valueAcks {
		if s := &m.slots[a.slot]; s.number == a.number {
			s.unacked = false
		}
	}
	for i := range p.segs {
		m.segment(p, &p.segs[i])
	}
	for i, at := range p.copies {
		m.heardCopies = true
		m.takeCopy(p.first+uint64(i), p.bytes(at))
	}
	for _, v := range p.values {
		m.in.Value(v.slot, v.number, v.after, m.arrived, p.bytes(v.span))
		m.oweAck()
	}
	m.in.Arrived(m.arrived)
	if m.urgent() {
		m.output(false)
	}
	m.arm()
}

// urgent says whether an ack has made something due: a segment found lost, or room in
// the window.
func (m *Mem) urgent() bool {
	for i := range m.send {
		s := &m.send[i]
		if s.resendAt <= m.net.now || s.cut < s.due && s.next-s.first < Window {
			return true
		}
	}
	return false
}

// oweAck has an ack leave with the next packet, or alone ackDelay from now.
func (m *Mem) oweAck() {
	if !m.ackDue {
		m.ackDue, m.ackAt = true, m.net.now+ackDelay
	}
}

// segment takes one in. One that is not wanted now is dropped without an ack, as if lost.
func (m *Mem) segment(p *packet, g *segmentMark) {
	r := &m.recv[g.lane]
	if g.sn >= r.next+Window || len(r.acks) >= acksMax || g.sn >= r.next && m.in.Full(g.lane) {
		return
	}
	r.acks = append(r.acks, ackMark{g.lane, g.sn, g.sent})
	m.oweAck()
	if g.sn < r.next {
		return
	}
	place := &r.ahead[g.sn&(Window-1)]
	if g.sn > r.next {
		if *place == nil {
			*place = m.net.piece(p.bytes(g.span))
		}
		return
	}
	m.stream(g.lane, p.bytes(g.span))
	for r.next++; ; r.next++ {
		place = &r.ahead[r.next&(Window-1)]
		if *place == nil {
			return
		}
		m.stream(g.lane, (*place).buf[:(*place).n])
		m.net.recyclePiece(*place)
		*place = nil
	}
}

// stream takes the next bytes of a lane and passes on the messages they complete.
func (m *Mem) stream(lane Lane, b []byte) {
	r := &m.recv[lane]
	kept := len(r.partial) > 0
	if kept {
		r.partial = append(r.partial, b...)
		b = r.partial
	}
	for took := false; ; took = true {
		n, k := binary.Uvarint(b)
		if k <= 0 || uint64(len(b)-k) < n {
			if took || !kept {
				r.partial = append(r.partial[:0], b...)
			}
			return
		}
		r.parsed++
		if lane != Live {
			m.in.Message(lane, b[k:k+int(n)])
		} else if r.parsed > m.arrived {
			m.deliver(b[k : k+int(n)])
		}
		b = b[k+int(n):]
	}
}

// takeCopy takes an early copy of a live message.
func (m *Mem) takeCopy(number uint64, b []byte) {
	switch {
	case number <= m.arrived || number > m.arrived+Window || m.in.Full(Live):
	case number == m.arrived+1:
		m.stats.Helped++
		m.oweAck()
		m.deliver(b)
	default:
		if place := &m.early[number&(Window-1)]; *place == nil {
			*place = m.net.piece(b)
		}
	}
}

// deliver puts the next live message into the inbox, and early copies that follow it.
func (m *Mem) deliver(b []byte) {
	m.in.Message(Live, b)
	for m.arrived++; ; {
		place := &m.early[(m.arrived+1)&(Window-1)]
		if *place == nil {
			return
		}
		m.arrived++
		m.stats.Helped++
		m.in.Message(Live, (*place).buf[:(*place).n])
		m.net.recyclePiece(*place)
		*place = nil
		m.oweAck()
	}
}
