package punch

import (
	"crypto/rand"
	"net/netip"
	"time"
)

// knock sends what is due of a try: at once to every candidate, then to one after the other.
func (m *Links) knock(l *link, now time.Duration) {
	k := &l.knocks
	if now >= k.startAt+knockFor || l.linked() && now >= l.path.linkedAt+settleFor {
		return
	}
	first := k.left == knocksMax
	for now >= k.nextAt && len(k.candidates) > 0 {
		n := 1
		if first {
			n, first = len(k.candidates), false
		}
		for range n {
			m.sendKnock(l, k.next%len(k.candidates), now)
			k.next++
		}
		gap := knockSlow
		if k.nextAt < k.startAt+fastFor {
			gap = knockFast
		}
		k.nextAt += gap
		if k.nextAt+knockSlow < now { // the owner was away
			k.nextAt = now
			return
		}
	}
}

// sendKnock knocks at a candidate, if the try has a knock left.
func (m *Links) sendKnock(l *link, to int, now time.Duration) {
	k := &l.knocks
	if k.left == 0 {
		return
	}
	k.left--
	s := &k.sent[k.sentNext]
	k.sentNext = (k.sentNext + 1) % len(k.sent)
	s.at, s.to, s.open = now, to, true
	rand.Read(s.token[:])
	plain := append(m.plain[:0], s.token[:]...)
	plain = appendAddress(plain, k.candidates[to].at)
	plain = appendWaited(plain, 0)
	if packet := l.secret.seal(typeKnock, plain); packet != nil {
		l.status.Knocks++
		m.socket.Send(packet, k.candidates[to].at)
	}
}

// receiveKnock answers an authentic knock where it came from, and knocks there too if that is a new address.
func (m *Links) receiveKnock(l *link, plain []byte, from netip.AddrPort, now time.Duration) {
	answer := append(m.plain[:0], plain[:tokenBytes]...)
	answer = appendAddress(answer, from)
	answer = appendWaited(answer, m.waited)
	if packet := l.secret.seal(typeAnswer, answer); packet != nil {
		m.socket.Send(packet, from)
	}
	m.found(l, from, now)
}

// found takes note of an address from which the peer's packets come.
func (m *Links) found(l *link, from netip.AddrPort, now time.Duration) {
	if l.linked() || l.knocks.find(from) >= 0 {
		return
	}
	if i := l.knocks.add(from, SeenByPeer); i >= 0 && l.state == Knocking {
		m.sendKnock(l, i, now)
	}
}
