package punch

import (
	"encoding/binary"
	"net/netip"
	"time"
)

// Update takes in what has come, answers it, and sends what is due.
func (m *Links) Update(now time.Duration) {
	for range packetsMax {
		n, from, ok := m.socket.Receive(m.in[:])
		if !ok {
			break
		}
		m.waited = 0
		if m.timed != nil {
			m.waited = max(0, m.timed.Waited())
		}
		m.receive(m.in[:n], unmap(from), now)
	}
	for _, l := range m.links {
		if l != nil {
			m.drive(l, now)
		}
	}
}

// receive takes in one packet. What no pair of ours sealed changes nothing but counts.
func (m *Links) receive(packet []byte, from netip.AddrPort, now time.Duration) {
	m.counters.Packets++
	if len(packet) < headBytes+tagBytes || len(packet) > PacketMax || packet[0] < typeKnock || packet[0] > typeSealed {
		m.counters.Malformed++
		return
	}
	l := m.byPair(binary.LittleEndian.Uint32(packet[1:]))
	if l == nil || Refused(from, m.cfg.AllowLoopback) {
		m.counters.Unknown++
		return
	}
	kind := packet[0]
	if kind == typeSealed {
		m.receiveSealed(l, packet, from, now)
		return
	}
	if kind != typeHandshake && len(packet) != knockBytes || kind == typeHandshake && len(packet) <= headBytes+tagBytes {
		m.counters.Malformed++
		return
	}
	plain, v := l.secret.open(packet)
	switch {
	case v == replayed:
		l.status.Drops.Replayed++
	case v == forged:
		l.status.Drops.Forged++
	case l.state == Closing:
	case kind == typeKnock:
		m.receiveKnock(l, plain, from, now)
	case kind == typeAnswer:
		m.receiveAnswer(l, plain, from, now)
	default:
		m.receiveHandshake(l, plain, from, now)
	}
}

// drive does what is due for a link.
func (m *Links) drive(l *link, now time.Duration) {
	switch l.state {
	case Closing:
		m.sayClose(l, now)
		return
	case Waiting:
		if now < l.knocks.startAt {
			return
		}
		l.state = Knocking
	}
	if !l.linked() && now >= l.beganAt+tries*tryEvery {
		m.end(l, Failed, "no way was found")
		return
	}
	if !l.linked() && now >= l.knocks.startAt+tryEvery {
		l.knocks.begin(l.knocks.startAt + tryEvery)
	}
	m.knock(l, now)
	if !l.linked() {
		if l.initiates {
			m.sendFirst(l, now)
		}
		return
	}
	if l.path.wanted {
		if now >= l.path.linkedAt+settleFor+time.Second {
			l.path.wanted = false
		} else {
			m.challenge(l, now)
		}
	}
	if !m.ping(l, now) {
		m.end(l, Gone, "timeout")
	}
}

// Send sends a payload of at most PayloadMax bytes to a linked peer. It may be lost. It reports false if there is no
// such link, the payload is too long, or more was sent than the bounds allow.
func (m *Links) Send(id uint64, payload []byte, now time.Duration) bool {
	l := m.byID(id)
	if l == nil || !l.linked() || len(payload) > PayloadMax || !l.rateOut.take(now, len(payload)) {
		return false
	}
	l.meter.activeAt = now
	l.status.Sent.Payloads++
	m.sendSealed(l, append(append(m.plain[:0], kindPayload), payload...), l.path.at)
	return true
}

// Close ends a link, and tells the peer why, in at most WhyMax bytes. There is no event of it.
func (m *Links) Close(id uint64, why string, now time.Duration) {
	l := m.byID(id)
	switch {
	case l == nil || l.state == Closing:
	case !l.linked():
		m.end(l, 0, "")
	default:
		l.state = Closing
		l.inbox.count = 0
		l.closing = closing{why: why[:min(len(why), WhyMax)], left: closeRepeats, at: now}
		m.sayClose(l, now)
	}
}

// sayClose tells the peer that a link has ended, several times.
func (m *Links) sayClose(l *link, now time.Duration) {
	c := &l.closing
	if now < c.at {
		return
	}
	m.sendSealed(l, append(append(m.plain[:0], kindClose), c.why...), l.path.at)
	c.at = now + closeGap
	if c.left--; c.left == 0 {
		m.end(l, 0, "")
	}
}
