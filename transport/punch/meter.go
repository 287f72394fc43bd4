package punch

import (
	"crypto/rand"
	"time"
)

// heard notes an authentic packet of the peer.
func (l *link) heard(now time.Duration) {
	d := &l.meter
	d.heardAt, d.asked = now, false
	if l.state == Stale {
		l.state = Open
	}
	d.came++
	if expected := l.pair.Received() - d.base; expected >= lossWindow {
		d.loss = lost(expected, d.came)
		d.base, d.came = l.pair.Received(), 0
	}
}

// lost returns the share of packets that did not come.
func lost(expected, came uint64) float64 {
	if expected == 0 || came >= expected {
		return 0
	}
	return float64(expected-came) / float64(expected)
}

// ping asks the peer for an answer when it is due: often while payloads pass or none has come yet, else to keep the way
// open. It returns false when the peer has been silent for too long.
func (m *Links) ping(l *link, now time.Duration) bool {
	d := &l.meter
	if now-d.heardAt >= goneAfter {
		return false
	}
	if d.asked && now-d.askedAt >= staleAfter {
		l.state = Stale
	}
	gap := pingIdle
	switch {
	case d.asked:
		gap = pingAgain
	case now-d.activeAt < pingIdle:
		gap = pingEvery
	}
	last := &d.pings[d.last]
	if d.pinged && now-last.at < gap {
		return true
	}
	if !d.asked {
		d.asked, d.askedAt = true, now
	}
	d.last, d.pinged = (d.last+1)%len(d.pings), true
	next := &d.pings[d.last]
	next.at, next.open = now, true
	rand.Read(next.token[:])
	m.sendToken(l, kindPing, next.token, 0, l.path.at)
	return true
}

// answered returns when the ping of a token left; ok is false if it was answered before, or is too old.
func (d *meter) answered(token [tokenBytes]byte) (sentAt time.Duration, ok bool) {
	for i := range d.pings {
		if p := &d.pings[i]; p.open && p.token == token {
			p.open = false
			return p.at, true
		}
	}
	return 0, false
}

// measure takes a round trip into account: an eighth of the difference each time, as TCP does (RFC 6298).
func (d *meter) measure(took time.Duration) {
	if d.roundTrip == 0 {
		d.roundTrip = took
	} else {
		d.roundTrip += (took - d.roundTrip) / 8
	}
}
