package streamtime

import (
	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
)

// actionStamps is how early the actions of a session may say that they were done, where that is before the moment at which they are
// performed: they were on their way while the server advanced the stream, or were sent again after a cut. Hardness and rates count by
// these stamps (package actions).
//
// Stamps never go back: not behind the action before, nor behind a declared stamp that did not name the action. An honest client keeps
// to both. So stamps use each instant of the stream once. Late ones use at most rate*T + Held in a window of steps of length T: Held is
// how far a client acts without being heard, and a step from one stamp to the next counts as Held at most. So a client that is silent
// for an hour and then claims to have broken blocks all the time has done so for Held, or has broken one block.
//
// An action beyond that counts at the moment at which it is performed. Of a client that comes back after the server was killed nothing
// is known: usedTo is 0, and begins with the first action.
type actionStamps struct {
	usedTo   timestream.Time // the time before was used, or was declared to be empty
	lateLeft int64           // for late stamps, in thousandths of a microsecond
}

func newActionStamps(b *Bounds, from timestream.Time) actionStamps {
	return actionStamps{from, int64(b.Held) * 1000}
}

// fill adds a step's span.
func (k *actionStamps) fill(b *Bounds, span timestream.Duration) {
	k.lateLeft = min(k.lateLeft+int64(span)*b.RateMille, int64(b.Held)*1000)
}

// stampFor returns the stamp by which an action counts that is performed at an instant of its stream.
func (k *actionStamps) stampFor(b *Bounds, declared *protocol.Declare, a *actions.Action, at timestream.Time) (stamp timestream.Time) {
	if declared.LastAction < a.Number {
		k.usedTo = max(k.usedTo, declared.Stamp)
	}
	stamp = min(at, max(k.usedTo, a.At))
	if k.usedTo == 0 {
		k.usedTo = stamp
	}
	if stamp < at {
		if use := 1000 * int64(min(stamp.Sub(k.usedTo), b.Held)); use <= k.lateLeft || faults.Active(faults.ClaimsWithoutEnd) {
			k.lateLeft -= use
		} else {
			stamp = at
		}
	}
	k.usedTo = stamp
	return stamp
}
