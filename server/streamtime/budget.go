package streamtime

import "voxtide/timestream"

// timeBudget is a token bucket of the stream time that a client may still use: it fills with the server's monotonic time at a
// little more than its speed, and every advance of the stream spends from it, by the client or the server.
//
// Bound: a window of steps of length T spends at most rate*T + burst, because a step leaves at most the burst.
//
// A stream that goes on from where the server before this one had stored it has a grant besides: the time for which nobody could advance it, to
// be used within grantTime. So has one whose player comes in, for the time until the player's first word.
type timeBudget struct {
	level     int64               // thousandths of a microsecond
	grant     int64               // what level may hold beyond the burst
	grantLeft timestream.Duration // until it is over
}

// grantTime is how long a stream may take to catch up on a time in which no server ran.
const grantTime = 3 * timestream.Second

// newTimeBudget returns a budget with its whole burst.
func newTimeBudget(b *Bounds) timeBudget { return timeBudget{level: int64(b.Burst) * 1000} }

// give raises the grant to d, if it is less.
func (k *timeBudget) give(d timestream.Duration) {
	if more := int64(d)*1000 - k.grant; more > 0 {
		k.grant, k.grantLeft = int64(d)*1000, grantTime
		k.level += more
	}
}

// fill adds a step's span. A late step raises the cap by its span, for that step only: see endStep.
func (k *timeBudget) fill(b *Bounds, span, late timestream.Duration) {
	if k.grantLeft -= span; k.grantLeft <= 0 {
		k.grant = 0
	}
	k.level = min(k.level+int64(span)*b.RateMille, (int64(b.Burst)+int64(late))*1000+k.grant)
}

// endStep ends a step: the budget above the burst is lost, and of the grant what was used.
func (k *timeBudget) endStep(b *Bounds) {
	k.level = min(k.level, int64(b.Burst)*1000+k.grant)
	k.grant = max(0, min(k.grant, k.level-int64(b.Burst)*1000))
}

// left returns the stream time that may be used now.
func (k *timeBudget) left() timestream.Duration { return timestream.Duration(max(0, k.level) / 1000) }

// spend takes the time of an advance.
func (k *timeBudget) spend(d timestream.Duration) { k.level -= int64(d) * 1000 }
