package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/timestream"
)

// queue holds the un-acked actions of one stream, in order of number, and how many of them the present prediction has
// performed.
type queue struct {
	stream    timestream.Stream
	actions   []actions.Action
	performed int
	acked     uint64 // the greatest number acked; a peer's action may come after its ack

	// Of a peer's stream: the update being applied tells of a stall, the stamp to which the last such update took it, and what
	// became of each action in the last prediction.
	stalled   bool
	stalledTo timestream.Time
	outcomes  []actions.Refusal
	confirmed bool // the server knows of the link: it has acked something, 0 if nothing else
}

// confirm notes that the server tells of the stream. Before its first ack it told of neither acks nor stalls, so that ack counts as a stall, too.
func (q *queue) confirm() {
	if !q.confirmed {
		q.confirmed, q.stalled = true, true
	}
}

// accepts reports whether an action is newer than the last ack and the last action in the queue.
func (q *queue) accepts(a *actions.Action) bool {
	return a.Number > q.acked && (len(q.actions) == 0 || a.Number > q.actions[len(q.actions)-1].Number)
}

// push adds an action, unless accepts is false.
func (q *queue) push(a *actions.Action) {
	if !q.accepts(a) {
		return
	}
	if len(q.actions) < cap(q.actions) {
		q.actions = q.actions[:len(q.actions)+1]
	} else {
		q.actions = append(q.actions, actions.Action{})
	}
	to := &q.actions[len(q.actions)-1]
	sections := append(to.Sections[:0], a.Sections...)
	*to = *a
	to.Sections = sections
	q.outcomes = append(q.outcomes, notPredicted)
}

// notPredicted is the outcome of an action that the last prediction did not perform.
const notPredicted = actions.Refusal(255)

// ack drops the actions up to number n. None of the queue's actions may be performed at present.
func (q *queue) ack(n uint64) {
	if n <= q.acked {
		return
	}
	q.acked = n
	k := 0
	for k < len(q.actions) && q.actions[k].Number <= n {
		k++
	}
	if k == 0 {
		return
	}
	// Rotate, so that the slices within the dropped actions are reused.
	m := len(q.actions)
	for i := k; i < m; i++ {
		q.actions[i-k], q.actions[i] = q.actions[i], q.actions[i-k]
	}
	q.actions = q.actions[:m-k]
	q.outcomes = slices.Delete(q.outcomes, 0, k)
}

// remove drops action i. None of the queue's actions may be performed at present.
func (q *queue) remove(i int) {
	last := len(q.actions) - 1
	for ; i < last; i++ { // swap, so that the slices within the dropped action are reused
		q.actions[i], q.actions[i+1] = q.actions[i+1], q.actions[i]
	}
	q.actions = q.actions[:last]
	q.outcomes = slices.Delete(q.outcomes, i, i+1)
}
