package predict

import (
	"voxtide/actions"
	"voxtide/timestream"
)

// queue holds the un-acked actions of one stream, in order of number, and how many of them the present prediction has
// performed.
type queue struct {
	stream    timestream.Stream
	acts      []actions.Action
	performed int
	acked     uint64 // the greatest number acked, for acks that overtake a peer's action
}

// wants tells whether an action is neither acked nor already there.
func (q *queue) wants(a *actions.Action) bool {
	return a.Number > q.acked && (len(q.acts) == 0 || a.Number > q.acts[len(q.acts)-1].Number)
}

// push adds an action; one that is not wanted is dropped.
func (q *queue) push(a *actions.Action) {
	if !q.wants(a) {
		return
	}
	if len(q.acts) < cap(q.acts) {
		q.acts = q.acts[:len(q.acts)+1]
	} else {
		q.acts = append(q.acts, actions.Action{})
	}
	to := &q.acts[len(q.acts)-1]
	haves := append(to.Haves[:0], a.Haves...)
	*to = *a
	to.Haves = haves
}

// ack drops the actions up to number n. Nothing of the queue may be performed at present.
func (q *queue) ack(n uint64) {
	if n <= q.acked {
		return
	}
	q.acked = n
	k := 0
	for k < len(q.acts) && q.acts[k].Number <= n {
		k++
	}
	if k == 0 {
		return
	}
	// Rotate, so that the slices within the dropped actions are used again.
	m := len(q.acts)
	for i := k; i < m; i++ {
		q.acts[i-k], q.acts[i] = q.acts[i], q.acts[i-k]
	}
	q.acts = q.acts[:m-k]
}

// Earlier moves all own un-acked actions back in time: the server's world has gone back by so much. What is predicted must
// have been taken back.
func (r *Received) Earlier(by timestream.Duration) {
	if q := r.queue(r.Own); q != nil {
		for i := range q.acts {
			q.acts[i].At = max(0, q.acts[i].At.Add(-by))
		}
	}
}
