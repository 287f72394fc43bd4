package actions

import "voxtide/timestream"

// Rates are counted in stream time, so that an honest client predicts the refusal. Each is a bucket in the form of
// the generic cell rate algorithm: the state is the time at which the bucket is full again.
const (
	actCost    = timestream.Second / 64
	actBurst   = timestream.Second
	placeCost  = timestream.Second / 10
	placeBurst = timestream.Second
	breakCost  = timestream.Second / 10
	breakBurst = timestream.Second
	chatCost   = timestream.Second / 2 // of a line to all; commands have a rate of the server's own
	chatBurst  = 3 * timestream.Second // six lines
)

// tooFast says why a bucket does not hold what an action costs. No action alone makes it owe more than the burst: what the
// player set free does.
func tooFast(full, now timestream.Time, burst timestream.Duration) Refusal {
	if full.Sub(now) > burst {
		return TooLoose
	}
	return TooFast
}

// take pays cost at the moment now; false, with nothing paid, when the bucket does not hold so much.
func take(full *timestream.Time, now timestream.Time, cost, burst timestream.Duration) bool {
	at := max(*full, now).Add(cost)
	if at.Sub(now) > burst {
		return false
	}
	*full = at
	return true
}
