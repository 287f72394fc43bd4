package client

import (
	"time"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
)

// serverClock estimates the server's clock. The exchange with the least round trip at joining sets it; it follows within seconds in
// both directions, and steps forward when it is far behind. It goes back only when it was so far ahead that it is set again:
// then no input is taken until it has reached the last action (Client.waitForClock). An error of it changes lateness only.
type serverClock struct {
	set        bool
	offset     time.Duration // server's clock less ours
	target     time.Duration // the value that offset moves to
	bestTrip   time.Duration // least round trip of the samples that made target
	bestAt     time.Duration // when bestTrip was measured
	trips      roundTrips    // for the methods that estimate the round trip
	lastRead   timestream.Time
	lastReadAt time.Duration // our time at the last reading

	given func(now time.Duration) timestream.Time // the server's clock itself, in laboratories; nil: it is estimated

	pingsSent map[uint64]time.Duration // without an answer, by number
	nextID    uint64
	samples   int
	pingAt    time.Duration // when the next pings are due
}

const (
	clockSamplesMin  = protocol.PingCount
	slewPerMille     = 50                     // of the elapsed time: a stream's time budget holds more than stepBehind
	stepBehind       = 250 * time.Millisecond // further behind than this, the clock steps forward at once
	tooFarAhead      = 2 * time.Second        // further ahead than this, the clock is set again
	bestTripFor      = 30 * time.Second       // for which a least round trip counts
	driftMax         = 10 * time.Millisecond  // by which two clocks may drift apart in that time
	pingEvery        = time.Second
	pingEveryWaiting = 300 * time.Millisecond // while an answer is waited for
	pingsMax         = 64                     // without an answer that are remembered
)

// reset forgets the server's clock: another one counts from now on. Round trips stay as they were.
func (k *serverClock) reset() {
	*k = serverClock{given: k.given, set: k.given != nil, trips: k.trips, nextID: k.nextID}
}

// pingsDue returns how many pings are to be sent now: all at once at joining, then one a second. unsure says that an answer
// is waited for, estimating that the method needs the round trip.
func (k *serverClock) pingsDue(now time.Duration, unsure, estimating bool) int {
	if now < k.pingAt {
		return 0
	}
	if k.pingAt = now + pingEvery; !k.set || unsure {
		k.pingAt = now + pingEveryWaiting
	}
	if estimating && k.set {
		k.pingAt = now + pingEveryEstimating
	}
	if !k.set {
		return protocol.PingCount
	}
	return 1
}

// newPing returns the number of a ping that is sent now.
func (k *serverClock) newPing(now time.Duration) uint64 {
	k.nextID++
	if len(k.pingsSent) > pingsMax {
		clear(k.pingsSent)
	}
	k.pingsSent[k.nextID] = now
	return k.nextID
}

// forgetPings forgets the pings of a connection. Those of the next one are due at once.
func (k *serverClock) forgetPings() {
	k.pingsSent = map[uint64]time.Duration{}
	k.pingAt = 0
}

// addSample takes an answer: the server's clock showed server, and the answer came at local time now. It returns when the ping
// was sent, and whether the clock was so far ahead that it was set back. idle says that nothing depends on the clock at
// present: then a small lead is enough to set it back.
//
// The server's clock is known to half of a round trip. So the best exchange counts until a sample contradicts it: then the
// server's machine, or ours, was stopped.
func (k *serverClock) addSample(id uint64, server timestream.Time, now time.Duration, idle bool) (asked time.Duration, back bool) {
	asked, ok := k.pingsSent[id]
	if !ok {
		return -1, false
	}
	delete(k.pingsSent, id)
	trip := now - asked
	k.trips.add(trip)
	if k.given != nil {
		return asked, false
	}
	offset := time.Duration(server)*time.Microsecond + trip/2 - now
	k.samples++
	apart := max(offset-k.target, k.target-offset)
	if k.samples == 1 || trip <= k.bestTrip || now-k.bestAt > bestTripFor || apart > (trip+k.bestTrip)/2+driftMax {
		k.bestTrip, k.bestAt, k.target = trip, now, offset
	}
	if k.set && (k.offset-offset > tooFarAhead+trip || idle && k.offset-k.target > driftMax) {
		k.offset, k.lastReadAt, k.lastRead = k.target, now, 0
		return asked, true
	}
	if !k.set && k.samples >= clockSamplesMin {
		k.set, k.offset, k.lastReadAt = true, k.target, now
	}
	if k.set && k.target-k.offset > stepBehind {
		k.offset = k.target
	}
	return asked, false
}

// estimate returns the server's clock at a local time, without reading it for a frame.
func (k *serverClock) estimate(now time.Duration) timestream.Time {
	if k.given != nil {
		return k.given(now)
	}
	return timestream.Time((now + k.offset) / time.Microsecond)
}

// read returns the frame's time.
func (k *serverClock) read(now time.Duration) timestream.Time {
	if !k.set {
		return k.lastRead
	}
	if k.given != nil {
		k.lastRead = max(k.lastRead, k.given(now))
		return k.lastRead
	}
	if step := (now - k.lastReadAt) * slewPerMille / 1000; step > 0 {
		d := k.target - k.offset
		if d < 0 && faults.Active(faults.ClockStaysAhead) {
			d = 0
		}
		k.offset += max(-step, min(step, d))
	}
	k.lastReadAt = now
	k.lastRead = max(k.lastRead, timestream.Time((now+k.offset)/time.Microsecond))
	return k.lastRead
}

// The model needs no round trip. Some rivals do: they ping ten times a second and estimate it from the answers.

// pingEveryEstimating is the time between two pings of a method that estimates the round trip.
const pingEveryEstimating = 100 * time.Millisecond

// roundTrips are the round trips that were measured last.
type roundTrips struct {
	smooth time.Duration     // each new one counts for an eighth, as in TCP (RFC 6298)
	last   [20]time.Duration // a ring: 2 s
	n      int               // measured so far
}

func (t *roundTrips) add(trip time.Duration) {
	if t.n == 0 {
		t.smooth = trip
	}
	t.smooth += (trip - t.smooth) / 8
	t.last[t.n%len(t.last)] = trip
	t.n++
}

// least returns the least of those that were measured last.
func (t *roundTrips) least() time.Duration {
	least := t.smooth
	for _, trip := range t.last[:min(t.n, len(t.last))] {
		least = min(least, trip)
	}
	return least
}

const (
	// tickMargin is the slack that the client keeps: two ticks.
	tickMargin = 2 * timestream.Second / protocol.InputTicksPerSecond
	// tickSlew is by how many thousandths the client's ticks are faster or slower while the slack is another.
	tickSlew = 10
	// tickLeadMax bounds how far ahead of the server's clock ticks run: an input further ahead than the server's ring is dropped.
	tickLeadMax = (protocol.InputRing - 4) * timestream.Second / protocol.InputTicksPerSecond
)

// tickClock counts the ticks of a session that is judged by them.
type tickClock struct {
	running bool
	last    uint64                                 // the newest tick whose input has left
	lead    timestream.Duration                    // of the ticks over the server's clock
	readAt  timestream.Time                        // the frame's time at the last reading
	slack   protocol.Slack                         // the newest that the server told
	told    bool                                   // slack counts
	jumped  uint64                                 // the tick at which the lead last grew at once
	inputs  [protocol.InputsMax]protocol.TickInput // of the last ticks, by tick
}

// advance brings the ticks to a frame's time and returns the first and the last of those that begin with it; none if first is after
// last. trip is the least round trip.
func (k *tickClock) advance(to timestream.Time, trip timestream.Duration) (first, last uint64) {
	if !k.running {
		*k = tickClock{running: true, lead: trip/2 + tickMargin, readAt: to}
		k.last = protocol.TickAt(to.Add(k.lead))
		return k.last, k.last
	}
	if late := tickMargin - k.slack.Least; k.told && k.slack.Least < 0 && k.slack.Tick > k.jumped+protocol.InputTicksPerSecond {
		k.lead, k.jumped = min(k.lead+late, tickLeadMax), k.last // of a whole second after it
	} else if slew := to.Sub(k.readAt) * tickSlew / 1000; slew > 0 && k.told {
		off := tickMargin - k.slack.Least
		k.lead = max(0, min(k.lead+max(-slew, min(slew, off)), tickLeadMax))
	}
	k.readAt = max(k.readAt, to)
	first, last = k.last+1, max(k.last, protocol.TickAt(to.Add(k.lead)))
	first = max(first, last-min(last, protocol.InputRing)+1) // after a pause
	k.last = last
	return first, last
}
