package actions

import (
	"voxtide/timestream"
	"voxtide/world"
)

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

// spendChat takes the cost of a line of chat, or of a gesture, out of a player's bucket. How many there may be is a rule of the game, which
// clients know; the server meters commands itself.
func (c Context) spendChat(full *timestream.Time) bool {
	return spend(full, c.Stamp, c.W.Rules().ChatCost(), world.ChatSpan)
}
