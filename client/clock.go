package client

import (
	"time"

	"voxtide/faults"
	"voxtide/timestream"
)

// clock is the client's idea of the server's clock. It is set by the exchange with the least round trip at joining,
// follows within seconds in both directions, and steps forward when it is far behind. It never goes back, but where it was
// so far ahead that it is set again: then no input is taken until it has come to what was done already (Client.hold).
// An error in it moves lateness only.
type clock struct {
	set    bool
	offset time.Duration // server's clock less ours
	goal   time.Duration // what offset is drawn to
	best   time.Duration // least round trip of the samples that made goal
	at     time.Duration // when best was taken
	read0  timestream.Time
	last   time.Duration // our time at the last reading

	sent    map[uint64]time.Duration // pings under way
	nextID  uint64
	samples int
	pingAt  time.Duration
}

const (
	slewPerMille = 50                     // of the time that passes: what a bucket holds is more than stepBehind
	stepBehind   = 250 * time.Millisecond // further behind than this steps forward at once
	tooFarAhead  = 2 * time.Second        // further ahead than this, the clock is set again
	bestFor      = 30 * time.Second       // a least round trip counts for so long
	driftMost    = 10 * time.Millisecond  // by which two clocks may have drifted apart in that time
	pingEvery    = time.Second
	pingSooner   = 300 * time.Millisecond // while an answer is waited for
)

// sample takes an answer: the server's clock read now at local time. It returns when that was asked for, and whether the
// clock was so far ahead that it was set back. Idle says that nothing is done by it at present: then it need not be far.
//
// The server's clock is known to half of a round trip. So what the best exchange gave holds until one comes that
// contradicts it: then the server's machine, or ours, has stood still.
func (k *clock) sample(id uint64, server timestream.Time, now time.Duration, idle bool) (asked time.Duration, back bool) {
	asked, ok := k.sent[id]
	if !ok {
		return -1, false
	}
	delete(k.sent, id)
	trip := now - asked
	offset := time.Duration(server)*time.Microsecond + trip/2 - now
	k.samples++
	apart := max(offset-k.goal, k.goal-offset)
	if k.samples == 1 || trip <= k.best || now-k.at > bestFor || apart > (trip+k.best)/2+driftMost {
		k.best, k.at, k.goal = trip, now, offset
	}
	if k.set && (k.offset-offset > tooFarAhead+trip || idle && k.offset-k.goal > driftMost) {
		k.offset, k.last, k.read0 = k.goal, now, 0
		return asked, true
	}
	if !k.set && k.samples >= minSamples {
		k.set, k.offset, k.last = true, k.goal, now
	}
	if k.set && k.goal-k.offset > stepBehind {
		k.offset = k.goal
	}
	return asked, false
}

// read returns the picture's time.
func (k *clock) read(now time.Duration) timestream.Time {
	if !k.set {
		return k.read0
	}
	if step := (now - k.last) * slewPerMille / 1000; step > 0 {
		d := k.goal - k.offset
		if d < 0 && faults.Active(faults.AheadForEver) {
			d = 0
		}
		k.offset += max(-step, min(step, d))
	}
	k.last = now
	k.read0 = max(k.read0, timestream.Time((now+k.offset)/time.Microsecond))
	return k.read0
}
