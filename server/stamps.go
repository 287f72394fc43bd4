package server

import (
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/timestream"
)

// stamps is what a session's actions may say of when they were done, where that is earlier than the moment at which they are
// performed: they were on their way while the server advanced the stream, or had to be sent again after a cut. Hardness and
// rates count by these stamps (package actions).
//
// Stamps never go back: not behind the action before, nor behind a declared time that came with no word of the action. An
// honest client keeps to both. So stamps use each instant of the stream once. What late ones use in a window of steps of
// length T is at most rate*T + Held, which is how far a client acts without being heard, where a step from one stamp to the
// next counts as Held at most; so whoever says nothing for an hour and then claims to have dug all the time has dug for
// Held, or one block.
//
// What is beyond counts at the moment at which it is performed. Of who comes back after the server's own end nothing is known: from
// is 0, and begins with the first action.
type stamps struct {
	from timestream.Time // what is before has been used, or was told to be empty
	left int64           // that late stamps may use, in thousandths of a microsecond
}

func newStamps(b *Bounds, from timestream.Time) stamps { return stamps{from, int64(b.Held) * 1000} }

// fill adds a step's span.
func (k *stamps) fill(b *Bounds, span timestream.Duration) {
	k.left = min(k.left+int64(span)*b.RateMille, int64(b.Held)*1000)
}

// stamp returns the stamp by which an action counts that is performed at an instant of its stream.
func (k *stamps) stamp(b *Bounds, told *protocol.Declare, a *actions.Action, at timestream.Time) timestream.Time {
	if told.Last < a.Number {
		k.from = max(k.from, told.Stamp)
	}
	own := min(at, max(k.from, a.At))
	if k.from == 0 {
		k.from = own
	}
	if own < at {
		if use := 1000 * int64(min(own.Sub(k.from), b.Held)); use <= k.left || faults.Active(faults.ClaimsWithoutEnd) {
			k.left -= use
		} else {
			own = at
		}
	}
	k.from = own
	return own
}
