package memnet

// Receiving packets: acks go to the senders, segments and copies to the inbox.

import (
	"encoding/binary"

	"voxtide/transport"
)

// receiver is the receiving half of one lane: it puts segments in order and reassembles the messages.
type receiver struct {
	expected       uint64                         // number of the next segment
	ahead          [transport.Window]*heldSegment // segments received out of order, by number & (Window-1)
	partial        []byte                         // start of a message whose rest has not come
	parsedMessages uint64                         // messages that segments have completed
	acks           []segmentAck
}

// receivePacket applies one packet.
func (m *Conn) receivePacket(p *packet) {
	if m.ending.killed || m.ending.closed {
		return
	}
	m.receivedAt = m.net.now
	if p.closing {
		m.ending.closed, m.ending.reason = true, p.reason
		return
	}
	for lane := range m.send {
		if p.hasNextExpected[lane] {
			m.send[lane].ack(transport.Lane(lane), p, m.net.now)
		}
	}
	if p.hasLiveReceived {
		m.send[transport.Live].confirmLive(p.liveReceived)
	}
	for _, a := range p.valueAcks {
		if s := &m.slots[a.slot]; s.number == a.number {
			s.unacked = false
		}
	}
	for i := range p.segments {
		m.receiveSegment(p, &p.segments[i])
	}
	for i, at := range p.copies {
		m.farSendsCopies = true
		m.receiveCopy(p.firstCopy+uint64(i), p.bytes(at))
	}
	for _, v := range p.values {
		m.inbox.PushValue(v.slot, v.number, v.after, m.liveArrived, p.bytes(v.span))
		m.scheduleAck()
	}
	m.inbox.ReleaseHeld(m.liveArrived)
	if m.hasUrgent() {
		m.sendDue(false)
	}
	m.scheduleWake()
}

// hasUrgent reports whether an ack has made something due: a lost segment to resend, or new segments that fit the
// window.
func (m *Conn) hasUrgent() bool {
	for i := range m.send {
		s := &m.send[i]
		if s.resendAt <= m.net.now || s.cutTo < s.dueTo && s.nextNumber-s.firstUnacked < transport.Window {
			return true
		}
	}
	return false
}

// scheduleAck makes an ack leave with the next packet, or alone ackDelay from now.
func (m *Conn) scheduleAck() {
	if !m.ackDue {
		m.ackDue, m.ackAt = true, m.net.now+ackDelay
	}
}

// receiveSegment applies one segment. A segment beyond the window or the inbox's room is dropped without an ack, as
// if lost.
func (m *Conn) receiveSegment(p *packet, g *segmentPart) {
	r := &m.recv[g.lane]
	if g.sn >= r.expected+transport.Window || len(r.acks) >= acksMax || g.sn >= r.expected && m.inbox.Full(g.lane) {
		return
	}
	r.acks = append(r.acks, segmentAck{g.lane, g.sn, g.sent})
	m.scheduleAck()
	if g.sn < r.expected {
		return
	}
	place := &r.ahead[g.sn&(transport.Window-1)]
	if g.sn > r.expected {
		if *place == nil {
			*place = m.net.newPiece(p.bytes(g.span))
		}
		return
	}
	m.receiveStream(g.lane, p.bytes(g.span))
	for r.expected++; ; r.expected++ {
		place = &r.ahead[r.expected&(transport.Window-1)]
		if *place == nil {
			return
		}
		m.receiveStream(g.lane, (*place).buf[:(*place).n])
		m.net.freePiece(*place)
		*place = nil
	}
}

// receiveStream appends the next bytes of a lane's stream and passes on the messages that they complete.
func (m *Conn) receiveStream(lane transport.Lane, b []byte) {
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
		r.parsedMessages++
		if lane != transport.Live {
			m.inbox.PushMessage(lane, b[k:k+int(n)])
		} else if r.parsedMessages > m.liveArrived {
			m.deliver(b[k : k+int(n)])
		}
		b = b[k+int(n):]
	}
}

// receiveCopy applies an early copy of a live message.
func (m *Conn) receiveCopy(number uint64, b []byte) {
	switch {
	case number <= m.liveArrived || number > m.liveArrived+transport.Window || m.inbox.Full(transport.Live):
	case number == m.liveArrived+1:
		m.stats.CopiesUsed++
		m.scheduleAck()
		m.deliver(b)
	default:
		if place := &m.earlyCopies[number&(transport.Window-1)]; *place == nil {
			*place = m.net.newPiece(b)
		}
	}
}

// deliver puts the next live message into the inbox, and then the early copies that follow it.
func (m *Conn) deliver(b []byte) {
	m.inbox.PushMessage(transport.Live, b)
	for m.liveArrived++; ; {
		place := &m.earlyCopies[(m.liveArrived+1)&(transport.Window-1)]
		if *place == nil {
			return
		}
		m.liveArrived++
		m.stats.CopiesUsed++
		m.inbox.PushMessage(transport.Live, (*place).buf[:(*place).n])
		m.net.freePiece(*place)
		*place = nil
		m.scheduleAck()
	}
}
