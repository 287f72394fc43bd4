package transport

// Making packets: acks, values, copies, segments, in this order, into as few datagrams as
// hold them. Bulk segments have packets of their own, so that they delay nothing live.

import "time"

// output sends what is due now. With flush, all that was handed over is.
func (m *Mem) output(flush bool) {
	now := m.net.now
	if m.closed {
		m.sayClosed(now)
		return
	}
	if flush {
		for i := range m.send {
			m.send[i].flushed = m.send[i].stream.End
		}
		m.send[Bulk].due = m.send[Bulk].flushed
	}
	p := m.news(flush, now)
	m.gather(flush, now)
	live := &m.send[Live]
	live.fill()
	if m.ackDue && (flush || p != nil || now >= m.ackAt ||
		live.unsent < live.next || now >= live.resendAt) {
		p = m.putAcks(p)
	}
	p = m.putSegments(Live, p, now)
	if p == nil && m.keepalive > 0 && now-m.sentAt >= m.keepalive {
		p = m.packet()
	}
	if p != nil {
		m.transmit(p)
	}
	m.send[Bulk].fill()
	if p = m.putSegments(Bulk, nil, now); p != nil {
		m.transmit(p)
	}
}

// news makes the datagram of values and, with copies on, the newest messages. Without
// copies values go alone; with them the datagram is given back to be filled up.
func (m *Mem) news(flush bool, now time.Duration) *packet {
	live := &m.send[Live]
	copies := flush && m.way.Copies && (live.copied < live.sent || m.dirty > 0)
	var p *packet
	if copies && m.ackDue && len(m.recv[Live].acks)+len(m.recv[Bulk].acks) <= copyAcksMax {
		p = m.putAcks(nil)
	}
	if flush && m.dirty > 0 || now >= m.valueAt {
		p = m.putValues(p, flush, now)
	}
	if copies {
		p = m.putCopies(p)
	}
	if flush {
		live.copied = live.sent
	}
	if p != nil && !m.way.Copies {
		m.transmit(p)
		p = nil
	}
	return p
}

// gather decides up to where live messages are cut into segments: all that was flushed,
// or with copies on all 50 ms, a little early if a Flush comes just then.
func (m *Mem) gather(flush bool, now time.Duration) {
	s := &m.send[Live]
	if !m.way.Copies {
		s.due, s.gatherAt = s.flushed, never
		return
	}
	if s.flushed <= s.due {
		s.gatherAt = never
		return
	}
	if s.gatherAt == never {
		s.gatherAt = now + gatherEvery
	}
	if now >= s.gatherAt || flush && now >= s.gatherAt-gatherSlack {
		s.due, s.gatherAt = s.flushed, never
	}
}

// room gives a packet with place for n more bytes: p, or a new one after sending p.
func (m *Mem) room(p *packet, n int) *packet {
	if p != nil && p.fits(n) {
		return p
	}
	if p != nil {
		m.transmit(p)
	}
	return m.packet()
}

// putAcks adds all acks that wait.
func (m *Mem) putAcks(p *packet) *packet {
	if p == nil {
		p = m.packet() // if only to say up to which number messages have come
	}
	for lane := range m.recv {
		r := &m.recv[lane]
		for _, a := range r.acks {
			p = m.room(p, kcpBytes)
			p.acks = append(p.acks, a)
			p.size += kcpBytes
			p.una[lane], p.hasUna[lane] = r.next, true
		}
		r.acks = r.acks[:0]
	}
	m.in.Acks(func(slot uint8, number uint64) {
		p = m.room(p, valueAckBytes)
		p.valueAcks = append(p.valueAcks, valueAck{slot, number})
		p.size += valueAckBytes
	})
	m.ackDue = false
	return p
}

// putValues adds those to be sent again, and with flush the new ones.
func (m *Mem) putValues(p *packet, flush bool, now time.Duration) *packet {
	m.valueAt = never
	for i := range m.slots {
		s := &m.slots[i]
		if s.dirty && flush || s.unacked && now >= s.resendAt {
			if s.dirty {
				s.dirty = false
				m.dirty--
			}
			s.unacked = true
			s.resendAt = now + max(valueAgain, m.send[Live].rto)
			p = m.room(p, len(s.data)+valueBytes)
			at := p.alloc(len(s.data), valueBytes)
			copy(p.bytes(at), s.data)
			p.values = append(p.values, valueMark{uint8(i), s.number, s.after, at})
		}
		if s.unacked {
			m.valueAt = min(m.valueAt, s.resendAt)
		}
	}
	return p
}

// putCopies adds the newest messages and as many un-acked ones before them as fit. If
// not all new ones do, KCP has to bring them, so its segments leave now as well.
func (m *Mem) putCopies(p *packet) *packet {
	s := &m.send[Live]
	room := DatagramMax - packetBytes
	if p != nil {
		room = DatagramMax - p.size
	}
	room -= copiesBytes
	first := s.messages.Len() // in the ring
	spare, repeated := m.way.Budget, false
	if spare == 0 {
		spare = copiesBudget
	}
	for first > 0 {
		e := s.messages.At(first - 1)
		size := int(e.end - e.start)
		if room -= size; room < 0 {
			break
		}
		if s.delivered+uint64(first) <= s.copied { // a predecessor: it has left before
			if spare -= size; spare < 0 && repeated {
				break
			}
			repeated = true
		}
		first--
	}
	if s.delivered+uint64(first) > s.copied {
		s.due = s.flushed
	}
	if first == s.messages.Len() {
		return p
	}
	if p == nil {
		p = m.packet()
	}
	p.size += copiesBytes
	p.first = s.delivered + uint64(first) + 1
	for ; first < s.messages.Len(); first++ {
		e := s.messages.At(first)
		at := p.alloc(int(e.end-e.data), int(e.data-e.start))
		s.stream.Read(p.bytes(at), e.data)
		p.copies = append(p.copies, at)
	}
	m.stats.Copies += uint64(len(p.copies))
	return p
}

// putSegments adds segments to be sent again, then those never sent.
func (m *Mem) putSegments(lane Lane, p *packet, now time.Duration) *packet {
	s := &m.send[lane]
	if now >= s.resendAt {
		s.resendAt = never
		for sn := s.first; sn < s.unsent; sn++ {
			g := s.seg(sn)
			if !g.acked && now >= g.resendAt && m.mayPut(lane, p, int(g.n)) {
				p = m.putSegment(lane, p, sn, now)
				m.stats.Resent++
			}
			if !g.acked {
				s.resendAt = min(s.resendAt, g.resendAt)
			}
		}
	}
	for s.unsent < s.next && m.mayPut(lane, p, int(s.seg(s.unsent).n)) {
		p = m.putSegment(lane, p, s.unsent, now)
		s.unsent++
	}
	return p
}

// mayPut says whether the rate of the lane lets a segment of n bytes leave now: in a
// packet that leaves anyway, or in one of its own. The packet p is still to be counted.
func (m *Mem) mayPut(lane Lane, p *packet, n int) bool {
	if lane != Bulk || m.way.BulkRate <= 0 || p != nil && p.fits(n+kcpBytes) {
		return true
	}
	return p == nil && m.net.now >= m.bulkAt
}

func (m *Mem) putSegment(lane Lane, p *packet, sn uint64, now time.Duration) *packet {
	s := &m.send[lane]
	g := s.seg(sn)
	p = m.room(p, int(g.n)+kcpBytes)
	p.bulk = lane == Bulk
	p.una[lane], p.hasUna[lane] = m.recv[lane].next, true
	at := p.alloc(int(g.n), kcpBytes)
	s.stream.Read(p.bytes(at), g.start)
	p.segs = append(p.segs, segmentMark{lane, sn, now, at})
	s.leave(g, now)
	m.stats.Segments++
	return p
}

func (m *Mem) sayClosed(now time.Duration) {
	if m.closesLeft == 0 || now < m.closeAt {
		return
	}
	m.closesLeft--
	m.closeAt = now + closeEvery
	p := m.packet()
	p.closing, p.reason = true, m.reason
	p.size += len(m.reason) + 1
	m.transmit(p)
}

// transmit hands one packet to the link.
func (m *Mem) transmit(p *packet) {
	now := m.net.now
	wire := p.size + networkBytes
	m.sentAt = now
	m.stats.Packets++
	m.stats.Bytes += uint64(wire)
	if p.bulk && m.way.BulkRate > 0 {
		m.bulkAt = max(m.bulkAt, now) +
			time.Duration(wire)*time.Second/time.Duration(m.way.BulkRate)
	}
	if m.way.loses(now) {
		m.stats.Lost++
		m.net.recycle(p)
		return
	}
	p.refs = 1
	if m.way.luck.chance(m.way.Duplicate) {
		m.stats.Duplicated++
		p.refs++
		m.net.push(m.way.arrival(now, p.bulk), p, nil)
	}
	m.net.push(m.way.arrival(now, p.bulk), p, nil)
}
