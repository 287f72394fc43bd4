package lanes

// How fast the bulk lane sends. KCP with its own congestion control off fills any queue on the
// way to the brim, and a live message then waits behind it. So the bulk lane takes a share of
// the rate that the far end has seen pass, and less as soon as its datagrams wait on the way:
// it takes what nobody else wants.

import (
	"slices"
	"time"
)

// pace is a rate in bytes/s with all headers. It is pure; times are the Hub's.
type pace struct {
	rate  float64
	most  float64 // 0 is any
	rates [trainsKept]float64
	n     int           // trains seen
	trust float64       // share of what trains came with that is believed to be free
	at    time.Duration // of the last report
	rest  time.Duration // not to shrink again before that
	calm  time.Duration // since when there is no queue
	full  time.Duration // since when there is a queue, -1 if there is none
	held  time.Duration // since when the rate is what is known to pass
	heard bool
	ceil  float64 // rate at which there was a queue

	bytes        int // acked since gotAt
	gotAt        time.Duration
	got          float64 // rate of what was acked lately
	sent, resent uint64  // segments, when the share of loss was last judged
}

// first is the rate before anything is known.
func (p *pace) first(trip time.Duration) float64 {
	return paceFirst * segmentBytes / max(trip, 20*time.Millisecond).Seconds()
}

// acked is called when so many bytes are. Sent and resent are segments ever.
func (p *pace) acked(bytes int, sent, resent uint64, now, trip time.Duration) {
	p.bytes += bytes
	if since := now - p.gotAt; since >= max(trip/2, 20*time.Millisecond) {
		p.got = float64(p.bytes) / since.Seconds()
		p.bytes, p.gotAt = 0, now
	}
	if sent-p.sent < lossEach {
		return
	}
	lost := (resent-p.resent)*lossMost > sent-p.sent && p.got < p.rate*0.8 // else it was sent again in vain
	if lost && now >= p.rest {
		p.shrink(0.7, now, trip)
	}
	p.sent, p.resent = sent, resent
}

// report takes the far end's word in: how long data waited on the way, and with what rate a
// train came, 0 if none did. wanting says that more would have left, had the rate been higher.
func (p *pace) report(queue time.Duration, train float64, now, trip time.Duration, wanting bool) {
	if !p.heard {
		p.heard, p.at, p.calm, p.full, p.trust = true, now, now, -1, trainShare
	}
	if train > 0 {
		p.rates[p.n%trainsKept] = train
		p.n++
	}
	since := float64(min(now-p.at, trip)) / float64(trip+1)
	p.at = now
	if queue <= queueMost {
		p.full = -1
	} else {
		if p.full < 0 {
			p.full = now
		}
		p.calm = now // a pause of the far end makes a queue of a moment
		if now >= p.rest && now-p.full >= queueFor {
			p.ceil = max(p.got, p.rate/2)
			if p.free()*0.8 > p.ceil { // trains that came so fast say nothing
				p.n = 0
			}
			p.trust = max(p.trust*0.95, trustLeast)
			p.held = now
			p.shrink(min(0.85, max(0.5, 0.95-float64(queue)/float64(queueMost+trip))), now, trip)
		}
		return
	}
	if !wanting || now < p.rest || queue > queueSome {
		return
	}
	free := p.free() * p.trust
	rounds := float64(now-p.calm) / float64(trip+1)
	near := func(r float64) bool { return p.rate > r*0.85 && p.rate < r*1.1 }
	switch {
	case p.rate < free*0.97:
		p.rate += min(free-p.rate, p.rate) * min(1, since)
		p.held = now
	case near(p.ceil) || near(p.free()): // no more than is known to pass, for long
		if now-p.held > holdFor {
			p.rate *= 1 + since*gainNear
		}
		p.calm = now
	default: // ever faster, the longer there is no queue; over a long way it would show late
		p.rate *= 1 + since*min(gainMost, gainFirst*(1+rounds/2))*min(1, float64(gainTrip)/float64(trip+1))
	}
	p.trust = min(p.trust+since*gainFirst/8, trainShare)
	p.limit(trip)
}

// shrink makes the rate a share of what passes, and lets that show before the next time.
func (p *pace) shrink(share float64, now, trip time.Duration) {
	p.rest = now + trip + trip/4 + 10*time.Millisecond
	if p.got > 0 { // but if this machine was busy, that says little
		p.rate = max(min(p.rate, p.got), p.rate*0.6)
	}
	p.rate *= share
	p.limit(trip)
}

// limit keeps the rate above a few segments each round trip. That is little where it does
// harm, for a queue makes the trip longer.
func (p *pace) limit(trip time.Duration) {
	p.rate = max(p.rate, paceLeast*segmentBytes/max(trip, 5*time.Millisecond).Seconds())
	if p.most > 0 {
		p.rate = min(p.rate, p.most)
	}
}

// free is the rate of the trains of late, with one in four slower: jitter makes some come fast.
func (p *pace) free() float64 {
	n := min(p.n, trainsKept)
	if n < trainsFew {
		return 0
	}
	r := p.rates
	slices.Sort(r[:n])
	return r[(n-1)/4]
}

// train is how many segments are to leave at once, so that a live message waits at most
// trainLong behind them.
func (p *pace) train() int {
	n := trainMost
	if f := p.free(); f > 0 {
		n = int(f * trainLong.Seconds() / segmentBytes)
	}
	return min(max(n, trainLeast), trainMost)
}

// trainEvery is how far trains are apart.
func (p *pace) trainEvery() time.Duration {
	if p.n < trainsFew {
		return trainSoon
	}
	return trainEvery
}

// begin is called when there is something to send and nothing in flight.
func (p *pace) begin(trip time.Duration) {
	p.heard = false
	if p.rate == 0 {
		p.rate = p.first(trip)
		p.limit(trip)
	}
}

// window is how many segments may be on the way for the rate.
func (p *pace) window(trip time.Duration) int {
	return paceFirst + int(p.rate*(2*trip+50*time.Millisecond).Seconds()/segmentBytes)
}

// ahead is how much of the rate KCP has: what it sends in one go, and enough for a train.
func (p *pace) ahead() time.Duration {
	return max(bulkAhead, time.Duration((trainMost+1)*segmentBytes/p.rate*float64(time.Second)))
}
