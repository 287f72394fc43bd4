package reliable

// Rate control of the bulk lane. KCP without its own congestion control fills every queue on the way, and a live
// message then waits behind it. So the bulk lane takes a share of the rate at which the far end has seen data pass,
// and less as soon as its datagrams wait on the way: it takes what nobody else wants.

import (
	"slices"
	"time"
)

// rateControl is a rate in bytes/s with all headers. It has no clock; times are the Hub's.
type rateControl struct {
	rate        float64
	max         float64 // bound of rate; 0 is none
	rates       [trainsKept]float64
	trains      int           // number of trains seen
	trust       float64       // share of the trains' rate that counts as free
	reportedAt  time.Duration // time of the last report
	restUntil   time.Duration // the rate does not shrink before this time
	calmSince   time.Duration // there has been no queue since
	queueSince  time.Duration // there has been a queue since; -1 if there is none
	steadySince time.Duration // the rate has equalled the known free rate since
	hasReport   bool
	ceiling     float64 // rate at which there was a queue

	ackedBytes   int // bytes acked since ackedAt
	ackedAt      time.Duration
	ackedRate    float64 // rate of the bytes acked lately
	sent, resent uint64  // segments when loss was judged last
}

// initial returns the rate before anything is measured.
func (p *rateControl) initial(trip time.Duration) float64 {
	return paceFirst * segmentBytes / max(trip, 20*time.Millisecond).Seconds()
}

// acked notes acked bytes. sent and resent are the segments of the connection's whole life.
func (p *rateControl) acked(bytes int, sent, resent uint64, now, trip time.Duration) {
	p.ackedBytes += bytes
	if since := now - p.ackedAt; since >= max(trip/2, 20*time.Millisecond) {
		p.ackedRate = float64(p.ackedBytes) / since.Seconds()
		p.ackedBytes, p.ackedAt = 0, now
	}
	if sent-p.sent < lossEach {
		return
	}
	lost := (resent-p.resent)*lossMost > sent-p.sent && p.ackedRate < p.rate*0.8 // otherwise the segments were resent without need
	if lost && now >= p.restUntil {
		p.backOff(0.7, now, trip)
	}
	p.sent, p.resent = sent, resent
}

// report applies the far end's report: how long data waited on the way, and the rate of a train, 0 if there was none.
// wanting reports whether more would have been sent at a higher rate.
func (p *rateControl) report(queue time.Duration, train float64, now, trip time.Duration, wanting bool) {
	if !p.hasReport {
		p.hasReport, p.reportedAt, p.calmSince, p.queueSince, p.trust = true, now, now, -1, trainShare
	}
	if train > 0 {
		p.rates[p.trains%trainsKept] = train
		p.trains++
	}
	since := float64(min(now-p.reportedAt, trip)) / float64(trip+1)
	p.reportedAt = now
	if queue <= queueMost {
		p.queueSince = -1
	} else {
		if p.queueSince < 0 {
			p.queueSince = now
		}
		p.calmSince = now // a pause of the far end looks like a short queue
		if now >= p.restUntil && now-p.queueSince >= queueFor {
			p.ceiling = max(p.ackedRate, p.rate/2)
			if p.trainRate()*0.8 > p.ceiling { // trains that came so fast say nothing
				p.trains = 0
			}
			p.trust = max(p.trust*0.95, trustLeast)
			p.steadySince = now
			p.backOff(min(0.85, max(0.5, 0.95-float64(queue)/float64(queueMost+trip))), now, trip)
		}
		return
	}
	if !wanting || now < p.restUntil || queue > queueSome {
		return
	}
	free := p.trainRate() * p.trust
	rounds := float64(now-p.calmSince) / float64(trip+1)
	near := func(r float64) bool { return p.rate > r*0.85 && p.rate < r*1.1 }
	switch {
	case p.rate < free*0.97:
		p.rate += min(free-p.rate, p.rate) * min(1, since)
		p.steadySince = now
	case near(p.ceiling) || near(p.trainRate()): // near a known limit: grow seldom
		if now-p.steadySince > holdFor {
			p.rate *= 1 + since*gainNear
		}
		p.calmSince = now
	default: // the longer without a queue, the faster; over a long way a queue would show late
		p.rate *= 1 + since*min(gainMost, gainFirst*(1+rounds/2))*min(1, float64(gainTrip)/float64(trip+1))
	}
	p.trust = min(p.trust+since*gainFirst/8, trainShare)
	p.clamp(trip)
}

// backOff reduces the rate to a share of what passes, and waits for the effect before the next time.
func (p *rateControl) backOff(share float64, now, trip time.Duration) {
	p.restUntil = now + trip + trip/4 + 10*time.Millisecond
	if p.ackedRate > 0 { // if this machine was busy, ackedRate says little
		p.rate = max(min(p.rate, p.ackedRate), p.rate*0.6)
	}
	p.rate *= share
	p.clamp(trip)
}

// clamp keeps the rate above a few segments each round trip. That is little where it does harm, because a queue makes
// the round trip longer.
func (p *rateControl) clamp(trip time.Duration) {
	p.rate = max(p.rate, paceLeast*segmentBytes/max(trip, 5*time.Millisecond).Seconds())
	if p.max > 0 {
		p.rate = min(p.rate, p.max)
	}
}

// trainRate returns the rate of recent trains at the lower quartile, since jitter makes some come too fast.
func (p *rateControl) trainRate() float64 {
	n := min(p.trains, trainsKept)
	if n < trainsFew {
		return 0
	}
	r := p.rates
	slices.Sort(r[:n])
	return r[(n-1)/4]
}

// trainLength returns how many segments leave at once, so that a live message waits at most trainLong behind them.
func (p *rateControl) trainLength() int {
	n := trainMost
	if f := p.trainRate(); f > 0 {
		n = int(f * trainLong.Seconds() / segmentBytes)
	}
	return min(max(n, trainLeast), trainMost)
}

// trainEvery returns the interval between trains.
func (p *rateControl) trainEvery() time.Duration {
	if p.trains < trainsFew {
		return trainSoon
	}
	return trainEvery
}

// begin is called when there is something to send and nothing in flight.
func (p *rateControl) begin(trip time.Duration) {
	p.hasReport = false
	if p.rate == 0 {
		p.rate = p.initial(trip)
		p.clamp(trip)
	}
}

// window returns how many segments may be in flight at the rate.
func (p *rateControl) window(trip time.Duration) int {
	return paceFirst + int(p.rate*(2*trip+50*time.Millisecond).Seconds()/segmentBytes)
}

// ahead returns how much of the rate KCP has in advance: what it sends at once, and enough for a train.
func (p *rateControl) ahead() time.Duration {
	return max(bulkAhead, time.Duration((trainMost+1)*segmentBytes/p.rate*float64(time.Second)))
}
