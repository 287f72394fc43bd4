package streamtime

import (
	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/timestream"
)

// actionQueue holds the actions that a client sent, in order of number, until its stream may reach them. It is a ring that reuses
// the memory of its actions.
type actionQueue struct {
	ring        []actions.Action
	head, count int
	ratedCount  int // of those that count in a rate
	lastNumber  uint64
	lastAt      timestream.Time
}

// start empties the queue: the next action that counts is the one after last.
func (q *actionQueue) start(last uint64) { *q = actionQueue{ring: q.ring, lastNumber: last} }

// push enters an action, or returns why the session must end. An action that was queued or performed before is dropped. Stamp is
// that of the stream, so the client has received at most that: its bound counts from there, and it can keep to it without knowing
// the server's clock.
func (q *actionQueue) push(a *actions.Action, b *Bounds, stamp timestream.Time, last uint64) (reason string) {
	switch {
	case a.Number <= max(q.lastNumber, last) && !(faults.Active(faults.ResumeReplays) && a.Number > q.lastNumber):
		return ""
	case a.Number != max(q.lastNumber, last)+1 && !faults.Active(faults.ResumeReplays):
		return "actions out of order"
	case a.At < q.lastAt:
		return "time goes backwards"
	}
	if !faults.Active(faults.QueueWithoutBound) {
		switch {
		case a.At.Sub(stamp) > b.Held:
			return "too far in the future"
		case a.Kind.Unmetered() && q.count-q.ratedCount >= UnmeteredMax, !a.Kind.Unmetered() && q.ratedCount >= b.HeldCount:
			return "too many actions waiting"
		}
	}
	q.lastNumber, q.lastAt = a.Number, a.At
	if q.count == len(q.ring) {
		q.grow()
	}
	to := &q.ring[(q.head+q.count)%len(q.ring)]
	sections := append(to.Sections[:0], a.Sections...)
	*to = *a
	to.Sections = sections
	q.count++
	if !a.Kind.Unmetered() {
		q.ratedCount++
	}
	return ""
}

func (q *actionQueue) grow() {
	ring := make([]actions.Action, max(16, 2*len(q.ring)))
	for i := range q.count {
		ring[i] = q.ring[(q.head+i)%len(q.ring)]
	}
	q.ring, q.head = ring, 0
}

// first returns the oldest action, nil if the queue is empty.
func (q *actionQueue) first() *actions.Action {
	if q.count == 0 {
		return nil
	}
	return &q.ring[q.head]
}

// pop takes the oldest action out; it stays readable until the next push.
func (q *actionQueue) pop() {
	if !q.ring[q.head].Kind.Unmetered() {
		q.ratedCount--
	}
	q.head = (q.head + 1) % len(q.ring)
	q.count--
}
