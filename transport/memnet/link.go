package memnet

import (
	"time"

	"voxtide/internal/splitmix"
)

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
	// Reorder is the share of packets that are delayed by ReorderBy more, so that later ones overtake them.
	Reorder   float64
	ReorderBy time.Duration
	// Rate bounds the bytes a second of all packets, with all headers; 0 is unlimited. Queue bounds the bytes that wait for it;
	// 0 is a quarter of a second of the rate. A packet that finds no room is lost (tail drop).
	Rate, Queue int
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
	queueEnd time.Duration // when the rate has let through all that waits

	// Where byPacket is set, packet k draws from (seed, k) and rng is left to the bursts, which go by time alone: so what happens
	// to a packet depends neither on how many packets there were before nor on what was drawn for them.
	byPacket bool
	seed     uint64
	packets  uint64 // sent so far
	fate     rng    // of the present packet
}

// nextPacket begins the draws of another packet.
func (d *linkState) nextPacket() {
	d.packets++
	if d.byPacket {
		d.fate.Source = splitmix.Source(splitmix.Mix(d.seed ^ splitmix.Mix(d.packets)))
	}
}

// draws returns the source of what is drawn for the present packet.
func (d *linkState) draws() *rng {
	if d.byPacket {
		return &d.fate
	}
	return &d.rng
}

// passRate returns when a packet of that size, sent now, has passed the rate, and whether the queue had room for it.
func (d *linkState) passRate(bytes int, now time.Duration) (time.Duration, bool) {
	if d.Rate <= 0 {
		return now, true
	}
	queue := d.Queue
	if queue <= 0 {
		queue = d.Rate / 4
	}
	waiting := int64(max(0, d.queueEnd-now)) * int64(d.Rate) / int64(time.Second)
	if waiting > 0 && waiting+int64(bytes) > int64(queue) {
		return 0, false
	}
	d.queueEnd = max(d.queueEnd, now) + time.Duration(bytes)*time.Second/time.Duration(d.Rate)
	return d.queueEnd, true
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
		return d.draws().bernoulli(d.Loss)
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
	at := now + d.Delay + d.draws().uniform(d.Jitter)
	if d.Reorder > 0 && d.draws().bernoulli(d.Reorder) {
		at += d.ReorderBy
	}
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
