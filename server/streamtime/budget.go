package streamtime

import "voxtide/timestream"

// timeBudget is a token bucket of the stream time that a client may still use: it fills with the server's monotonic time at a
// little more than its speed, and every advance of the stream spends from it, by the client or the server.
//
// Bound: a window of steps of length T spends at most rate*T + burst, because a step leaves at most the burst.
type timeBudget struct {
	level int64 // thousandths of a microsecond
}

// newTimeBudget returns a budget with its whole burst.
func newTimeBudget(b *Bounds) timeBudget { return timeBudget{int64(b.Burst) * 1000} }

// fill adds a step's span. A late step raises the cap by its span, for that step only: see endStep.
func (k *timeBudget) fill(b *Bounds, span, late timestream.Duration) {
	k.level = min(k.level+int64(span)*b.RateMille, (int64(b.Burst)+int64(late))*1000)
}

// endStep ends a step: the budget above the burst is lost.
func (k *timeBudget) endStep(b *Bounds) { k.level = min(k.level, int64(b.Burst)*1000) }

// left returns the stream time that may be used now.
func (k *timeBudget) left() timestream.Duration { return timestream.Duration(max(0, k.level) / 1000) }

// spend takes the time of an advance.
func (k *timeBudget) spend(d timestream.Duration) { k.level -= int64(d) * 1000 }
