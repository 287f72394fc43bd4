package secure

import (
	"hash/maphash"
	"net/netip"
	"time"

	"voxtide/transport"
)

// sourceOf returns the source by which peers are counted.
func sourceOf(at netip.AddrPort) netip.Addr { return transport.Source(at.Addr()) }

// rateBucket is a token bucket: it passes burst events at once and then one each gap. The zero value is full.
type rateBucket struct{ paidUntil time.Duration } // the time until which all events are paid for

func (b *rateBucket) take(now, gap time.Duration, burst int) bool {
	paid := max(b.paidUntil, now)
	if paid+gap-now > gap*time.Duration(burst) {
		return false
	}
	b.paidUntil = paid + gap
	return true
}

// wait returns the time until the next take would succeed; at most 0 if it would now.
func (b *rateBucket) wait(now, gap time.Duration, burst int) time.Duration {
	return max(b.paidUntil, now) + gap - now - gap*time.Duration(burst)
}

// sourceRates has a bucket for each of the sources seen last, in a table that never grows. A new source takes the row
// of its set that was paid for longest ago.
type sourceRates struct {
	seed maphash.Seed
	rows [sourceRows]struct {
		source netip.Addr
		rateBucket
	}
}

func (s *sourceRates) take(source netip.Addr, now, gap time.Duration, burst int) bool {
	row := int(maphash.Comparable(s.seed, source)%(sourceRows/sourceWays)) * sourceWays
	idle := row
	for i := row; i < row+sourceWays; i++ {
		if s.rows[i].source == source {
			return s.rows[i].take(now, gap, burst)
		}
		if s.rows[i].paidUntil < s.rows[idle].paidUntil {
			idle = i
		}
	}
	s.rows[idle].source, s.rows[idle].rateBucket = source, rateBucket{}
	return s.rows[idle].take(now, gap, burst)
}

// payloadPace is the rate of one peer's payloads. Only the reader uses it.
type payloadPace struct {
	rateBucket
	acksAllowed uint64 // packets sent to the peer for which it was not allowed an answer yet
	sentCounted uint64 // of the packets sent to it, those counted
}

// A listening Endpoint takes payloadRate payloads a second from one peer, payloadBurst at once, and one for each
// packet sent to the peer, since it has to ack those. An honest client sends 60 to 200 a second besides acks. More
// payloads are dropped after decryption, so that one session does not keep the only reader busy.
const (
	payloadRate  = 2000
	payloadBurst = 2000
)

// overRate reports whether a payload exceeds its peer's rate.
func (p *Peer) overRate(now time.Duration) bool {
	r := &p.rate
	switch {
	case p.endpoint.dialed != nil || r.take(now, time.Second/payloadRate, payloadBurst):
		return false
	case r.acksAllowed > 0:
		r.acksAllowed--
		return false
	}
	o := p.out.Load()
	o.mu.Lock()
	sent := o.next
	o.mu.Unlock()
	if sent == r.sentCounted {
		p.endpoint.counters.overRate.Add(1)
		return true
	}
	r.acksAllowed, r.sentCounted = sent-r.sentCounted-1, sent
	return false
}
