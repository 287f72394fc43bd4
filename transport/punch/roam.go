package punch

import (
	"crypto/rand"
	"net/netip"
	"time"

	"voxtide/internal/faults"
)

// roam challenges an address from which the peer's newest packet came, when the one before has fallen silent.
func (m *Links) roam(l *link, from netip.AddrPort, now time.Duration) {
	p := &l.path
	if now-p.heardAt < roamSilence && !faults.Active(faults.PeerFollowedAtOnce) || p.wanted && now-p.challengedAt < time.Second {
		return
	}
	if faults.Active(faults.PeerFollowedAtOnce) {
		m.move(l, from, now)
		return
	}
	p.next, p.wanted = from, false
	m.challenge(l, now)
}

// challenge asks the next address of a path for proof that the peer is there, not too often.
func (m *Links) challenge(l *link, now time.Duration) {
	p := &l.path
	if p.challengedAt != 0 && now-p.challengedAt < challengeGap {
		return
	}
	p.challengedAt = now
	rand.Read(p.token[:])
	m.sendToken(l, kindChallenge, p.token, 0, p.next)
}

// move follows a peer to an address where it has proved to be.
func (m *Links) move(l *link, to netip.AddrPort, now time.Duration) {
	l.path.at, l.path.how, l.path.heardAt = to, l.howOf(to), now
	l.path.next, l.path.wanted = netip.AddrPort{}, false
	l.meter.roundTrip = max(0, l.wayTook()) // the next ping says, if no knock has
	m.changed()
}
