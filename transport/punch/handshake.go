package punch

import (
	"net/netip"
	"time"
)

// Steps of a handshake, the first byte of its packet's contents.
const (
	stepFirst  = 1
	stepSecond = 2
)

// receiveAnswer notes that a way is there in both directions, if the answer came from where the knock went.
func (m *Links) receiveAnswer(l *link, plain []byte, from netip.AddrPort, now time.Duration) {
	k := &l.knocks
	for i := range k.sent {
		s := &k.sent[i]
		if !s.open || s.token != [tokenBytes]byte(plain[:tokenBytes]) {
			continue
		}
		s.open = false
		k.seen = readAddress(plain[tokenBytes:])
		c := &k.candidates[s.to]
		if c.at != from {
			m.found(l, from, now)
			return
		}
		if took := m.took(s.at, now, plain[tokenBytes+addressBytes:]); c.roundTrip == neverAnswered || took < c.roundTrip {
			c.roundTrip = took
		}
		m.answered(l, s.to, now)
		return
	}
}

// answered follows from an answered knock: the initiator begins the handshake, or goes over to a faster way.
func (m *Links) answered(l *link, i int, now time.Duration) {
	c := &l.knocks.candidates[i]
	switch {
	case !l.initiates:
	case !l.linked():
		m.sendFirst(l, now)
	case now < l.path.linkedAt+settleFor && c.at != l.path.at && (l.wayTook() == neverAnswered || c.roundTrip < l.wayTook()):
		l.path.next, l.path.wanted = c.at, true
		m.challenge(l, now)
	}
}

// sendFirst sends the initiator's message along the fastest way that was answered, if there is one and it is due.
func (m *Links) sendFirst(l *link, now time.Duration) {
	best := l.knocks.best()
	if best < 0 || now < l.shake.nextAt {
		return
	}
	first, err := l.pair.First()
	if err != nil {
		m.end(l, Failed, "the peer's key is none")
		return
	}
	l.shake.nextAt, l.shake.to = now+handshakeGap, best
	m.sendStep(l, stepFirst, first, l.knocks.candidates[best].at)
}

func (m *Links) sendStep(l *link, step byte, message []byte, to netip.AddrPort) {
	plain := append(append(m.plain[:0], step), message...)
	if packet := l.secret.seal(typeHandshake, plain); packet != nil {
		m.socket.Send(packet, to)
	}
}

// receiveHandshake answers the first message where it came from, and opens the link with the second.
func (m *Links) receiveHandshake(l *link, plain []byte, from netip.AddrPort, now time.Duration) {
	step, message := plain[0], plain[1:]
	switch {
	case step == stepFirst && !l.initiates:
		second, err := l.pair.AnswerFirst(message)
		if err != nil {
			l.status.Drops.Forged++
			return
		}
		m.found(l, from, now)
		if !l.linked() {
			l.path.at = from
		}
		m.sendStep(l, stepSecond, second, from)
	case step == stepSecond && l.initiates && !l.linked():
		if err := l.pair.ReceiveSecond(message); err != nil {
			l.status.Drops.Forged++
			return
		}
		l.path.at = l.knocks.candidates[l.shake.to].at
		m.open(l, now)
	}
}
