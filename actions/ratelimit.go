package actions

import "voxtide/timestream"

// Rates count in stream time, so that an honest client predicts the refusal. Each is a token bucket in the form of the
// generic cell rate algorithm (GCRA): its state is the time at which the bucket is full again.
const (
	actCost    = timestream.Second / 64
	actBurst   = timestream.Second
	placeCost  = timestream.Second / 10
	placeBurst = timestream.Second
	breakCost  = timestream.Second / 10
	breakBurst = timestream.Second
	hitCost    = timestream.Second / 4
	hitBurst   = timestream.Second / 2
	chatCost   = timestream.Second / 2 // of a line to all players; the server meters commands itself
	chatBurst  = 3 * timestream.Second // six lines
)

// whyTooFast returns the refusal for a bucket that cannot pay. Actions alone never owe more than the burst; only the charge for
// blocks that the player set free can.
func whyTooFast(full, now timestream.Time, burst timestream.Duration) Refusal {
	if full.Sub(now) > burst {
		return TooMuchFreed
	}
	return TooFast
}

// spend takes cost out of a bucket at the moment now. It returns false and takes nothing if the bucket holds less.
func spend(full *timestream.Time, now timestream.Time, cost, burst timestream.Duration) bool {
	at := max(*full, now).Add(cost)
	if at.Sub(now) > burst {
		return false
	}
	*full = at
	return true
}
