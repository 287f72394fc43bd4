package client

import (
	"time"

	"voxtide/timestream"
)

// The model needs no round trip. Some rivals do: they ping ten times a second and estimate it from the answers.

// pingEveryEstimating is the time between two pings of a method that estimates the round trip.
const pingEveryEstimating = 100 * time.Millisecond

// trips are the round trips that were measured last.
type trips struct {
	smooth time.Duration     // each new one counts for an eighth, as in TCP (RFC 6298)
	last   [20]time.Duration // a ring: 2 s
	n      int               // measured so far
}

func (t *trips) add(trip time.Duration) {
	if t.n == 0 {
		t.smooth = trip
	}
	t.smooth += (trip - t.smooth) / 8
	t.last[t.n%len(t.last)] = trip
	t.n++
}

// least returns the least of those that were measured last.
func (t *trips) least() time.Duration {
	least := t.smooth
	for _, trip := range t.last[:min(t.n, len(t.last))] {
		least = min(least, trip)
	}
	return least
}

// estimates reports whether a method needs the round trip.
func (c Choice) estimates() bool {
	return c.Own == "order" || c.Own == "deltas" || c.Judge == "ticks" || c.Draw == "converge"
}

// roundTrip returns an estimate of the round trip: "min" is the least of the last 2 s, "true" what the laboratory knows,
// anything else the smoothed one.
func (c *Client) roundTrip(estimate string) timestream.Duration {
	trip := c.clock.trips.smooth
	switch {
	case estimate == "min":
		trip = c.clock.trips.least()
	case estimate == "true" && c.cfg.TrueRoundTrip != nil:
		trip = c.cfg.TrueRoundTrip()
	}
	return timestream.Duration(trip / time.Microsecond)
}
