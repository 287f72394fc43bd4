package netlab

import "voxtide/timestream"

// atMostOnce checks law 9: each of a client's actions takes effect at most once, in order, over all its connections,
// and an acked action was performed or refused.
type atMostOnce struct {
	*violations
	last []uint64 // by stream
}

func (o *atMostOnce) at(s timestream.Stream) *uint64 {
	for len(o.last) <= int(s) {
		o.last = append(o.last, 0)
	}
	return &o.last[s]
}

// performed notes that the server performed or refused an action.
func (o *atMostOnce) performed(s timestream.Stream, number uint64) {
	last := o.at(s)
	if number != *last+1 {
		o.fail(9, "%s: action %d was taken after action %d", streamName(s), number, *last)
	}
	*last = number
}

// acked notes the last action number that a client was told as acked.
func (o *atMostOnce) acked(s timestream.Stream, number uint64) {
	if number > *o.at(s) {
		o.fail(9, "%s was told an ack of %d, but %d was the last one taken", streamName(s), number, *o.at(s))
	}
}
