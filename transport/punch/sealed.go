package punch

import (
	"errors"
	"net/netip"
	"time"

	"voxtide/internal/faults"
	"voxtide/transport/secure"
)

// receiveSealed takes in a packet that is sealed between the players' keys.
func (m *Links) receiveSealed(l *link, packet []byte, from netip.AddrPort, now time.Duration) {
	size := len(packet)
	plain, newest, err := l.pair.Open(packet)
	switch {
	case errors.Is(err, secure.ErrReplayed):
		l.status.Drops.Replayed++
		return
	case err != nil || len(plain) == 0:
		l.status.Drops.Forged++
		return
	}
	if l.state == Closing {
		return
	}
	if !l.linked() {
		l.path.at = from
		m.open(l, now)
	}
	l.status.Received.Packets++
	l.status.Received.Bytes += uint64(size)
	l.heard(now)
	if plain[0] == kindClose {
		m.end(l, Gone, string(plain[1:min(len(plain), 1+WhyMax)]))
		return
	}
	bytes := 0
	if plain[0] == kindPayload {
		bytes = len(plain) - 1
	}
	if !l.rateIn.take(now, bytes) && !faults.Active(faults.PeerWithoutRate) {
		l.status.Drops.OverRate++
		return
	}
	if from == l.path.at {
		l.path.heardAt = now
	} else if newest {
		m.roam(l, from, now)
	}
	m.receiveKind(l, plain[0], plain[1:], from, now)
}

// receiveKind acts upon the contents of a sealed packet.
func (m *Links) receiveKind(l *link, kind byte, contents []byte, from netip.AddrPort, now time.Duration) {
	if kind == kindPayload {
		switch {
		case len(contents) > PayloadMax:
		case l.inbox.push(contents):
			l.status.Received.Payloads++
			l.meter.activeAt = now
		default:
			l.status.Drops.Full++
		}
		return
	}
	if len(contents) != tokenBytes+waitedBytes {
		return
	}
	token := [tokenBytes]byte(contents[:tokenBytes])
	switch kind {
	case kindPing:
		m.sendToken(l, kindPong, token, m.waited, l.path.at)
	case kindPong:
		if sentAt, ok := l.meter.answered(token); ok {
			l.meter.measure(m.took(sentAt, now, contents[tokenBytes:]))
		}
	case kindChallenge:
		m.sendToken(l, kindReply, token, 0, from)
	case kindReply:
		if from == l.path.next && token == l.path.token {
			m.move(l, from, now)
		}
	}
}
