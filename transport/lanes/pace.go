package lanes

// How much of the bulk lane is in flight. KCP with its own congestion control off fills any
// queue on the way to the brim, and a live message then waits behind it. So the bulk lane
// watches how much longer a round trip takes than it could, and keeps that small: it takes
// what nobody else wants.

import "time"

const (
	paceFirst  = 16                   // segments in flight at first
	paceLeast  = 16                   // and at least
	paceAhead  = 32                   // segments that KCP has beyond those, for acks to release
	queueMost  = 5 * time.Millisecond // of a queue of our own making, on the way and back
	gainMost   = 0.25                 // segments that one acked segment adds, until the first queue
	gainSteady = 0.1                  // and after it, at most
	lossMost   = 3                    // more than one of so many sent again: back off
	lossEach   = 64                   // segments in which that is judged
	tripsEach  = 4                    // round trips, of which the shortest is judged
	baseFor    = 10 * time.Second     // the shortest round trip is that of 10 to 20 s
)

// shortest is the shortest round trip of late.
type shortest struct {
	now, before time.Duration // of this time of baseFor and of the one before; 0 is none
	since       time.Duration
}

func (s *shortest) take(trip, now time.Duration) {
	if now-s.since > baseFor {
		s.before, s.now, s.since = s.now, 0, now
	}
	if s.now == 0 || trip < s.now {
		s.now = max(trip, 1)
	}
}

func (s *shortest) get() time.Duration {
	if s.before == 0 || s.now != 0 && s.now < s.before {
		return s.now
	}
	return s.before
}

// pace grows with each ack, at first by as much as was acked, and shrinks at most once a
// round trip. It is pure; times are the Hub's.
type pace struct {
	window       float64 // segments
	most         float64
	steady       bool          // has met a queue: no doubling any more
	lowest       time.Duration // of the trips being gathered
	highest      time.Duration
	trips        int
	sign         time.Duration // of a queue: over the shortest round trip, by the last trips gathered
	queue        time.Duration // the less of the last two signs
	restAt       time.Duration // not to shrink again before that
	sent, resent uint64        // segments, when the share of loss was last judged
}

// trip takes one round trip in.
func (p *pace) trip(d, base time.Duration) {
	if p.trips++; p.trips == 1 {
		p.lowest, p.highest = d, d
	}
	p.lowest, p.highest = min(p.lowest, d), max(p.highest, d)
	if p.trips == tripsEach { // a queue delays all alike, jitter does not
		queue := p.lowest - base - (p.highest-p.lowest)/2
		p.queue, p.sign, p.trips = min(queue, p.sign), queue, 0
	}
}

// acked is called when so many segments are. Sent and resent are how many have left ever,
// base is the shortest round trip, trip the usual one; wanting says that more would have left, had the
// window been larger.
func (p *pace) acked(n int, sent, resent uint64, now, base, trip time.Duration, wanting bool) {
	lost := false
	if p.sent == 0 { // what was sent again before the first ack says nothing
		p.sent, p.resent = sent, resent
	}
	if sent-p.sent >= lossEach {
		lost = (resent-p.resent)*lossMost > sent-p.sent
		p.sent, p.resent = sent, resent
	}
	switch {
	case p.queue > queueMost || lost:
		p.steady = true
		if now < p.restAt {
			return
		}
		p.restAt = now + trip + trip/4
		p.window *= min(0.8, max(0.5, float64(base+queueMost/2)/float64(base+p.queue)))
	case !wanting:
	case !p.steady && p.sign > queueMost/2: // soon more
		p.steady, p.restAt = true, now
	case p.steady: // ever faster, the longer there is no queue
		rounds := float64(max(now-p.restAt, 0)) / float64(trip+1)
		p.window += float64(n) * min(gainSteady, (1+rounds)/64)
	default:
		p.window += float64(n) * gainMost
	}
	p.window = min(max(p.window, paceLeast), p.most)
}

// rested is called when there is something to send and nothing in flight: no acks would
// space out what leaves, so it must be little.
func (p *pace) rested() {
	p.window = min(p.window, paceFirst)
	p.steady, p.sign, p.queue, p.trips = false, 0, 0, 0
}
