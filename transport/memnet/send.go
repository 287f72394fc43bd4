package memnet

// Sending packets: acks, values, copies and segments, in this order, in as few datagrams as possible. Bulk segments
// have packets of their own, so that they delay no live message.

import (
	"time"

	"voxtide/transport"
)

// sendDue sends what is due now. With flush, everything handed over so far is due.
func (m *Conn) sendDue(flush bool) {
	now := m.net.now
	if m.ending.closed {
		m.sendClose(now)
		return
	}
	if flush {
		for i := range m.send {
			m.send[i].flushedTo = m.send[i].stream.End
		}
		m.send[transport.Bulk].dueTo = m.send[transport.Bulk].flushedTo
	}
	p := m.packNews(flush, now)
	m.scheduleSegments(flush, now)
	live := &m.send[transport.Live]
	live.cutSegments()
	if m.ackDue && (flush || p != nil || now >= m.ackAt ||
		live.firstUnsent < live.nextNumber || now >= live.resendAt) {
		p = m.putAcks(p)
	}
	p = m.putSegments(transport.Live, p, now)
	if p == nil && m.keepalive > 0 && now-m.sentAt >= m.keepalive {
		p = m.newPacket()
	}
	if p != nil {
		m.transmit(p)
	}
	m.send[transport.Bulk].cutSegments()
	if p = m.putSegments(transport.Bulk, nil, now); p != nil {
		m.transmit(p)
	}
}

// packNews packs the values and, with copies on, the newest messages. Without copies the values leave alone; with
// copies the packet is returned, to be filled up.
func (m *Conn) packNews(flush bool, now time.Duration) *packet {
	live := &m.send[transport.Live]
	copies := flush && m.link.Copies && (live.copied < live.sent || m.dirtySlots > 0)
	var p *packet
	if copies && m.ackDue && len(m.recv[transport.Live].acks)+len(m.recv[transport.Bulk].acks) <= copyAcksMax {
		p = m.putAcks(nil)
	}
	if flush && m.dirtySlots > 0 || now >= m.valueResendAt {
		p = m.putValues(p, flush, now)
	}
	if copies {
		p = m.putCopies(p)
	}
	if flush {
		live.copied = live.sent
	}
	if p != nil && !m.link.Copies {
		m.transmit(p)
		p = nil
	}
	return p
}

// scheduleSegments decides which live messages become segments: all flushed ones, or with copies on those of every 50
// ms, slightly early if a Flush comes just then.
func (m *Conn) scheduleSegments(flush bool, now time.Duration) {
	s := &m.send[transport.Live]
	if !m.link.Copies {
		s.dueTo, s.gatherAt = s.flushedTo, never
		return
	}
	if s.flushedTo <= s.dueTo {
		s.gatherAt = never
		return
	}
	if s.gatherAt == never {
		s.gatherAt = now + segmentEvery
	}
	if now >= s.gatherAt || flush && now >= s.gatherAt-segmentSlack {
		s.dueTo, s.gatherAt = s.flushedTo, never
	}
}

// reserve returns a packet with room for n more bytes: p, or a new one after sending p.
func (m *Conn) reserve(p *packet, n int) *packet {
	if p != nil && p.fits(n) {
		return p
	}
	if p != nil {
		m.transmit(p)
	}
	return m.newPacket()
}

// putAcks adds all waiting acks.
func (m *Conn) putAcks(p *packet) *packet {
	if p == nil {
		p = m.newPacket() // a packet also tells how many live messages have come
	}
	for lane := range m.recv {
		r := &m.recv[lane]
		for _, a := range r.acks {
			p = m.reserve(p, kcpBytes)
			p.acks = append(p.acks, a)
			p.size += kcpBytes
			p.nextExpected[lane], p.hasNextExpected[lane] = r.expected, true
		}
		r.acks = r.acks[:0]
	}
	m.inbox.DrainAcks(func(slot uint8, number uint64) {
		p = m.reserve(p, valueAckBytes)
		p.valueAcks = append(p.valueAcks, valueAck{slot, number})
		p.size += valueAckBytes
	})
	m.ackDue = false
	return p
}

// putValues adds the values to resend and, with flush, the new ones.
func (m *Conn) putValues(p *packet, flush bool, now time.Duration) *packet {
	m.valueResendAt = never
	for i := range m.slots {
		s := &m.slots[i]
		if s.dirty && flush || s.unacked && now >= s.resendAt {
			if s.dirty {
				s.dirty = false
				m.dirtySlots--
			}
			s.unacked = true
			s.resendAt = now + max(valueResendAfter, m.send[transport.Live].rto)
			p = m.reserve(p, len(s.data)+valueBytes)
			at := p.alloc(len(s.data), valueBytes)
			copy(p.bytes(at), s.data)
			p.values = append(p.values, valuePart{uint8(i), s.number, s.after, at})
		}
		if s.unacked {
			m.valueResendAt = min(m.valueResendAt, s.resendAt)
		}
	}
	return p
}

// putCopies adds the newest messages and as many un-acked earlier ones as fit. If not all new ones fit, segments have
// to bring them, so these leave now as well.
func (m *Conn) putCopies(p *packet) *packet {
	s := &m.send[transport.Live]
	room := transport.DatagramMax - packetBytes
	if p != nil {
		room = transport.DatagramMax - p.size
	}
	room -= copiesBytes
	first := s.messages.Len() // index in the ring
	spare, repeated := m.link.CopyBudget, false
	if spare == 0 {
		spare = copiesBudget
	}
	for first > 0 {
		e := s.messages.At(first - 1)
		size := int(e.end - e.start)
		if room -= size; room < 0 {
			break
		}
		if s.delivered+uint64(first) <= s.copied { // this message was offered to a copy before
			if spare -= size; spare < 0 && repeated {
				break
			}
			repeated = true
		}
		first--
	}
	if s.delivered+uint64(first) > s.copied {
		s.dueTo = s.flushedTo
	}
	if first == s.messages.Len() {
		return p
	}
	if p == nil {
		p = m.newPacket()
	}
	p.size += copiesBytes
	p.firstCopy = s.delivered + uint64(first) + 1
	for ; first < s.messages.Len(); first++ {
		e := s.messages.At(first)
		at := p.alloc(int(e.end-e.data), int(e.data-e.start))
		s.stream.Read(p.bytes(at), e.data)
		p.copies = append(p.copies, at)
	}
	m.stats.Copies += uint64(len(p.copies))
	return p
}

// putSegments adds the segments to resend, then the segments never sent.
func (m *Conn) putSegments(lane transport.Lane, p *packet, now time.Duration) *packet {
	s := &m.send[lane]
	if now >= s.resendAt {
		s.resendAt = never
		for sn := s.firstUnacked; sn < s.firstUnsent; sn++ {
			g := s.segmentAt(sn)
			if !g.acked && now >= g.resendAt && m.rateAllows(lane, p, int(g.n)) {
				p = m.putSegment(lane, p, sn, now)
				m.stats.Resent++
			}
			if !g.acked {
				s.resendAt = min(s.resendAt, g.resendAt)
			}
		}
	}
	for s.firstUnsent < s.nextNumber && m.rateAllows(lane, p, int(s.segmentAt(s.firstUnsent).n)) {
		p = m.putSegment(lane, p, s.firstUnsent, now)
		s.firstUnsent++
	}
	return p
}

// rateAllows reports whether the lane's rate lets a segment of n bytes leave now, in a packet that leaves anyway or
// in one of its own. The packet p is not counted yet.
func (m *Conn) rateAllows(lane transport.Lane, p *packet, n int) bool {
	if lane != transport.Bulk || m.link.BulkRate <= 0 || p != nil && p.fits(n+kcpBytes) {
		return true
	}
	return p == nil && m.net.now >= m.bulkSendAt
}

func (m *Conn) putSegment(lane transport.Lane, p *packet, sn uint64, now time.Duration) *packet {
	s := &m.send[lane]
	g := s.segmentAt(sn)
	p = m.reserve(p, int(g.n)+kcpBytes)
	p.bulk = lane == transport.Bulk
	p.nextExpected[lane], p.hasNextExpected[lane] = m.recv[lane].expected, true
	at := p.alloc(int(g.n), kcpBytes)
	s.stream.Read(p.bytes(at), g.start)
	p.segments = append(p.segments, segmentPart{lane, sn, now, at})
	s.markSent(g, now)
	m.stats.Segments++
	return p
}

func (m *Conn) sendClose(now time.Duration) {
	if m.ending.closesLeft == 0 || now < m.ending.closeAt {
		return
	}
	m.ending.closesLeft--
	m.ending.closeAt = now + closeEvery
	p := m.newPacket()
	p.closing, p.reason = true, m.ending.reason
	p.size += len(m.ending.reason) + 1
	m.transmit(p)
}

// transmit hands one packet to the link, which may lose, duplicate or delay it.
func (m *Conn) transmit(p *packet) {
	now := m.net.now
	wire := p.size + ipUDPBytes
	m.sentAt = now
	m.stats.Packets++
	m.stats.Bytes += uint64(wire)
	if p.bulk && m.link.BulkRate > 0 {
		m.bulkSendAt = max(m.bulkSendAt, now) +
			time.Duration(wire)*time.Second/time.Duration(m.link.BulkRate)
	}
	m.link.nextPacket()
	lost := m.link.drops(now)
	passed, room := now, true
	if !lost {
		passed, room = m.link.passRate(wire, now)
	}
	if lost || !room {
		m.stats.Lost++
		m.tell(p, now, Event{Lost: true})
		m.net.freePacket(p)
		return
	}
	p.refs = 1
	if m.link.draws().bernoulli(m.link.Duplicate) {
		m.stats.Duplicated++
		p.refs++
		m.schedulePacket(p, now, passed, true)
	}
	m.schedulePacket(p, now, passed, false)
}

// schedulePacket draws when a packet that has passed the rate arrives.
func (m *Conn) schedulePacket(p *packet, now, passed time.Duration, duplicate bool) {
	at := m.link.arrivalTime(passed, p.bulk)
	m.tell(p, now, Event{Arrives: at, Duplicate: duplicate})
	m.net.push(at, p, nil)
}

// tell completes an event and hands it on.
func (m *Conn) tell(p *packet, now time.Duration, e Event) {
	n := m.net
	if n.onPacket == nil {
		return
	}
	e.From, e.Number, e.Sent, e.Size, e.Bulk = m.id, m.link.packets, now, p.size+ipUDPBytes, p.bulk
	n.told = e
	n.onPacket(&n.told)
}

// newPacket takes a packet for the far end of m from the pool.
func (m *Conn) newPacket() *packet {
	p := m.net.packetPool
	if p == nil {
		p = new(packet)
	} else {
		m.net.packetPool = p.free
	}
	p.to, p.toID = m.far, m.far.id
	p.size = sealBytes + flagsBytes
	if p.hasLiveReceived = m.farSendsCopies; p.hasLiveReceived {
		p.size += haveBytes
		p.liveReceived = m.liveArrived
	}
	return p
}
