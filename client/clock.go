package client

import (
	"time"

	"voxtide/timestream"
)

// clock is the client's idea of the server's clock. It is set by the exchange with the least round trip at joining,
// follows slowly, never goes back, and steps forward when it is far behind. An error in it moves lateness only.
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
	slewPerMille = 5                      // of the time that passes
	stepBehind   = 250 * time.Millisecond // further behind than this steps forward at once
	tooFarAhead  = 2 * time.Second        // further ahead than this, the session is resumed with a new clock
	bestFor      = 30 * time.Second       // a least round trip counts for so long
	pingEvery    = time.Second
)

// sample takes an answer: the server's clock read now at local time, asked for at sent.
func (k *clock) sample(id uint64, server timestream.Time, now time.Duration) (tooFar bool) {
	asked, ok := k.sent[id]
	if !ok {
		return false
	}
	delete(k.sent, id)
	trip := now - asked
	offset := time.Duration(server)*time.Microsecond + trip/2 - now
	k.samples++
	if k.set && k.offset-offset > tooFarAhead+trip {
		return true
	}
	if k.samples == 1 || trip <= k.best || now-k.at > bestFor || offset-k.goal > stepBehind+trip {
		k.best, k.at, k.goal = trip, now, offset
	}
	if !k.set && k.samples >= minSamples {
		k.set, k.offset, k.last = true, k.goal, now
	}
	if k.set && k.goal-k.offset > stepBehind {
		k.offset = k.goal
	}
	return false
}

// read returns the picture's time.
func (k *clock) read(now time.Duration) timestream.Time {
	if !k.set {
		return k.read0
	}
	if step := (now - k.last) * slewPerMille / 1000; step > 0 {
		d := k.goal - k.offset
		k.offset += max(-step, min(step, d))
	}
	k.last = now
	k.read0 = max(k.read0, timestream.Time((now+k.offset)/time.Microsecond))
	return k.read0
}
