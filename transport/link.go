package transport

// Link and direction: what a network does to the packets that one end sends.

import "time"

// Link is the conditions of one direction. The zero value is perfect and instant.
type Link struct {
	// Delay is the one-way time of each packet, Jitter the most that is added, uniform:
	// packets overtake each other, as over UDP.
	Delay, Jitter time.Duration
	// Loss is the share of packets lost, 0 to 1; with Burst its long-run mean.
	Loss float64
	// Burst makes loss come in bad times (Gilbert-Elliott), of 100 ms on average and
	// 200 ms at most, in which every packet is lost, and none between them.
	Burst bool
	// Duplicate is the share of packets that arrive twice, each at its own time.
	Duplicate float64
	// Each StallEvery of virtual time (at its multiples, the first at StallEvery) what
	// would arrive within StallFor arrives at the end of it instead.
	StallEvery, StallFor time.Duration
	// BulkRate is how fast packets of the bulk lane leave, in bytes/s with all headers;
	// 0 is unlimited.
	BulkRate int
	// BulkDelay is added to Delay for packets of the bulk lane.
	BulkDelay time.Duration
	// LiveDelay is added to Delay for all others: with it sections overtake the frames that they rest on.
	LiveDelay time.Duration
	// Copies switches early copies on: messages of the live lane go at once in
	// datagrams that repeat what is un-acked, and as segments only every 50 ms.
	Copies bool
	// Budget is how many bytes of un-acked predecessors a datagram repeats beside the news;
	// 0 is copiesBudget. One goes along in any case, if it fits. Actions up are few and
	// small, and a stamp waits for those that it names, so a client repeats more.
	Budget int
}

// direction is a Link with its luck and its place in good and bad times.
type direction struct {
	Link
	luck     random
	bad      bool
	turn     time.Duration // when the good or bad time ends
	cutUntil time.Duration // all that is sent before is lost
}

// set changes the conditions from now on; a good time begins.
func (d *direction) set(l Link, now time.Duration) {
	d.Link = l
	d.bad = false
	d.turn = now + d.goodTime()
}

// goodTime draws how long a good time lasts: as long on average as makes the bad times'
// share of all time the mean loss.
func (d *direction) goodTime() time.Duration {
	if !d.Burst || d.Loss <= 0 || d.Loss >= 1 {
		return 0
	}
	mean := (badTimeMax / 2).Seconds() * (1 - d.Loss) / d.Loss
	return d.luck.exponential(time.Duration(mean * float64(time.Second)))
}

// loses says whether a packet sent now is lost.
func (d *direction) loses(now time.Duration) bool {
	if now < d.cutUntil {
		return true
	}
	if !d.Burst || d.Loss <= 0 || d.Loss >= 1 {
		return d.luck.chance(d.Loss)
	}
	for now >= d.turn {
		d.bad = !d.bad
		if d.bad {
			d.turn += d.luck.upTo(badTimeMax)
		} else {
			d.turn += d.goodTime()
		}
	}
	return d.bad
}

// arrival draws when a packet sent now arrives.
func (d *direction) arrival(now time.Duration, bulk bool) time.Duration {
	at := now + d.Delay + d.luck.upTo(d.Jitter)
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
