package rival

import (
	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// Naive is prediction without reconciliation: the own body follows the input at once, and no input is ever replayed.
//
// By default each received state overwrites it (Gambetta II): the body is set back to where the server had it one way ago,
// which he shows as x = 12, 11, 12 at a lag of 250 ms. A newly received state is one with a later stamp of the own stream.
// With ignore it is never overwritten (the second listing of Jiménez Morales, whose handler is empty: "We don't need to do
// anything here now"): the first difference stays for ever and grows.
//
// The player's keys are input and no state: a received state does not release them while the server has not answered.
// Positions are overwritten as they are, not moved on by the age of the state: neither source does.
type Naive struct {
	base
	own      ownBody
	ignore   bool
	received timestream.Time // the stamp of the last state that was taken over
}

// NewNaive returns the method over a received state, to which no prediction is applied.
func NewNaive(r *predict.Received, o Options, ignore bool) *Naive {
	n := &Naive{ignore: ignore}
	n.init(r, o, func() {
		n.begin()
		n.sweep(n.now)
		if slot := n.avatar(); slot != world.NoEntity && n.shownAt > 0 {
			put(&n.R, slot, n.shownAt, &n.shownMotion)
		}
	})
	n.own = ownBody{r: r}
	n.own.step = n.own.walk
	n.body = &n.own
	return n
}

// AdvanceTo lets the own body follow the input up to a frame's time. It returns by how far a received state has moved it.
func (n *Naive) AdvanceTo(to timestream.Time) (c predict.Correction, corrected bool) {
	to = n.beginFrame(to)
	if n.reverted {
		slot := n.avatar()
		var m world.Motion
		var at timestream.Time
		if slot != world.NoEntity {
			e := n.R.W.Entity(slot)
			m, at = e.Motion, e.At
		}
		n.begin()
		n.sweep(n.now)
		if slot != world.NoEntity {
			n.takeOver(&m, at)
			put(&n.R, slot, n.holdsAt(at), &m)
			if n.updated && n.now > 0 {
				c, corrected = n.compareLast()
			}
		}
	}
	n.sweep(to)
	if slot := n.avatar(); slot != world.NoEntity {
		n.own.walk(slot, to)
	}
	n.endFrame(to)
	return c, corrected
}

// takeOver turns the received motion, of time at, into the one that is shown: itself if it is new, the last shown otherwise.
func (n *Naive) takeOver(m *world.Motion, at timestream.Time) {
	fresh := at != n.received
	n.received = at
	switch {
	case n.shownAt == 0:
	case n.ignore || !fresh:
		*m = n.shownMotion
	default:
		n.keepOwn(m, &n.shownMotion)
		n.stats.Repredictions++
	}
}
