// Package pace tells how often a client says something, and so how often it makes a picture at all: a machine that is starved of its processor
// makes one in a second and more, looks through all that has come meanwhile, and is told less for it (decision 108).
//
// Owner: the one that hears the client. Invariants: one long silence among short ones is an outage and no slowness; it counts while it lasts.
package pace

import "time"

// heard is how many of the last words count.
const heard = 4

// Slow is the mean time between two words above which a client is slow.
const Slow = 250 * time.Millisecond

// Pace is when a client last said something. Begin makes one.
type Pace struct {
	at   [heard]time.Duration
	next int
}

// Begin returns the pace of a client that is heard from an instant on.
func Begin(now time.Duration) (p Pace) {
	p.Shift(now)
	return p
}

// Heard notes that the client said something, once for each step.
func (p *Pace) Heard(now time.Duration) {
	p.at[p.next] = now
	p.next = (p.next + 1) % heard
}

// Shift adds a time in which nobody listened.
func (p *Pace) Shift(by time.Duration) {
	for i := range p.at {
		p.at[i] += by
	}
}

// Interval returns the mean time between the client's last words, its present silence being one of them; 0 if the client is not slow.
func (p *Pace) Interval(now time.Duration) time.Duration {
	if d := (now - p.at[p.next]) / heard; d > Slow {
		return d
	}
	return 0
}

// Share returns the part of an amount that a client with an interval between its words is given at once, so that it has no more to look through in a
// second: all up to an interval, less in proportion from there on, and at least the least.
func Share(amount, least int, from, interval time.Duration) int {
	if interval <= from {
		return amount
	}
	return max(min(least, amount), int(time.Duration(amount)*from/interval))
}
