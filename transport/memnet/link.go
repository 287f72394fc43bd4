package memnet

import "time"

// Link is the conditions of one direction. The zero value is perfect and instant.
type Link struct {
	// Delay is the one-way time of each packet, Jitter the most that is added to it, uniformly: packets overtake each
	// other, as over UDP.
	Delay, Jitter time.Duration
	// Loss is the share of packets lost, 0 to 1; with Burst its long-run mean.
	Loss float64
	// Burst groups loss into bursts (Gilbert-Elliott) of 100 ms on average and 200 ms at most, in which every packet
	// is lost, and none between them.
	Burst bool
	// Duplicate is the share of packets that arrive twice, each after a delay of its own.
	Duplicate float64
	// Every StallEvery of virtual time (at its multiples, the first at StallEvery), packets that would arrive within
	// StallFor arrive at the end of it instead.
	StallEvery, StallFor time.Duration
	// BulkRate is how fast packets of the bulk lane leave, in bytes/s with all headers; 0 is unlimited.
	BulkRate int
	// BulkDelay is added to Delay for packets of the bulk lane.
	BulkDelay time.Duration
	// LiveDelay is added to Delay for all other packets, so that sections overtake the updates that they depend on.
	LiveDelay time.Duration
	// Copies switches early copies on: live messages leave at once in datagrams that repeat un-acked ones, and as
	// segments only every 50 ms.
	Copies bool
	// CopyBudget is how many bytes of earlier un-acked messages a datagram repeats beside the new ones; 0 is
	// copiesBudget. One message is repeated in any case, if it fits. A client repeats more, for its actions are few
	// and small, and a stamp waits for the actions that it names.
	CopyBudget int
}

// linkState is a Link with its random source and its position between bursts.
type linkState struct {
	Link
	rng      rng
	inBurst  bool
	switchAt time.Duration // end of the burst, or of the gap between two
	cutUntil time.Duration // packets sent before this time are lost
}

// configure changes the conditions from now on; a gap between bursts begins.
func (d *linkState) configure(l Link, now time.Duration) {
	d.Link = l
	d.inBurst = false
	d.switchAt = now + d.gapTime()
}

// gapTime draws the length of the gap before the next burst, so that bursts' share of all time is the mean loss.
func (d *linkState) gapTime() time.Duration {
	if !d.Burst || d.Loss <= 0 || d.Loss >= 1 {
		return 0
	}
	mean := (burstMax / 2).Seconds() * (1 - d.Loss) / d.Loss
	return d.rng.exponential(time.Duration(mean * float64(time.Second)))
}

// drops reports whether a packet sent now is lost.
func (d *linkState) drops(now time.Duration) bool {
	if now < d.cutUntil {
		return true
	}
	if !d.Burst || d.Loss <= 0 || d.Loss >= 1 {
		return d.rng.bernoulli(d.Loss)
	}
	for now >= d.switchAt {
		d.inBurst = !d.inBurst
		if d.inBurst {
			d.switchAt += d.rng.uniform(burstMax)
		} else {
			d.switchAt += d.gapTime()
		}
	}
	return d.inBurst
}

// arrivalTime draws when a packet sent now arrives.
func (d *linkState) arrivalTime(now time.Duration, bulk bool) time.Duration {
	at := now + d.Delay + d.rng.uniform(d.Jitter)
	if bulk {
		at += d.BulkDelay
	} else {
		at += d.LiveDelay
	}
	if d.StallEvery > 0 && at >= d.StallEvery {
		if since := at % d.StallEvery; since < d.StallFor {
			at += d.StallFor - since
		}
	}
	return at
}
