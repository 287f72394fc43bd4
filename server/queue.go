package server

import (
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/timestream"
)

// queue holds a session's received actions in order of number until its stream may reach them. It is a ring that
// reuses the memory of its actions.
type queue struct {
	ring    []actions.Action
	head, n int
	counted int // of the queued, those that are not free
	last    uint64
	lastAt  timestream.Time
}

// start empties the queue: the next action that counts is the one after last.
func (q *queue) start(last uint64) { *q = queue{ring: q.ring, last: last} }

// push enters an action, or says why the session must end. One that has been queued or performed before is dropped.
// Stamp is that of the stream, and thereby what its client has received at most: from there on the client's own bound counts,
// which it can keep to without knowing the server's clock.
func (q *queue) push(a *actions.Action, b *Bounds, stamp timestream.Time, last uint64) (reason string) {
	switch {
	case a.Number <= max(q.last, last) && !(faults.Active(faults.ResumeReplays) && a.Number > q.last):
		return ""
	case a.Number != max(q.last, last)+1 && !faults.Active(faults.ResumeReplays):
		return "actions out of order"
	case a.At < q.lastAt:
		return "time goes backwards"
	}
	if !faults.Active(faults.QueueWithoutBound) {
		switch {
		case a.At.Sub(stamp) > b.Held:
			return "too far in the future"
		case a.Kind.Free() && q.n-q.counted >= freeMax, !a.Kind.Free() && q.counted >= b.HeldCount:
			return "too many actions waiting"
		}
	}
	q.last, q.lastAt = a.Number, a.At
	if q.n == len(q.ring) {
		q.grow()
	}
	to := &q.ring[(q.head+q.n)%len(q.ring)]
	haves := append(to.Haves[:0], a.Haves...)
	*to = *a
	to.Haves = haves
	q.n++
	if !a.Kind.Free() {
		q.counted++
	}
	return ""
}

func (q *queue) grow() {
	ring := make([]actions.Action, max(16, 2*len(q.ring)))
	for i := range q.n {
		ring[i] = q.ring[(q.head+i)%len(q.ring)]
	}
	q.ring, q.head = ring, 0
}

// first returns the oldest action, nil if there is none.
func (q *queue) first() *actions.Action {
	if q.n == 0 {
		return nil
	}
	return &q.ring[q.head]
}

// drop takes the oldest action out; it stays readable until the next push.
func (q *queue) drop() {
	if !q.ring[q.head].Kind.Free() {
		q.counted--
	}
	q.head = (q.head + 1) % len(q.ring)
	q.n--
}
