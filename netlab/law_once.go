package netlab

import "voxtide/timestream"

// once checks law 9: each number of a client's actions takes effect once at most, in order, over all its connections;
// and what it was told as acked has been performed or refused, and stays so.
type once struct {
	*judge
	last []uint64 // by stream
}

func (o *once) at(s timestream.Stream) *uint64 {
	for len(o.last) <= int(s) {
		o.last = append(o.last, 0)
	}
	return &o.last[s]
}

// performed notes that the server performed or refused an action.
func (o *once) performed(s timestream.Stream, number uint64) {
	last := o.at(s)
	if number != *last+1 {
		o.breaks(9, "%s: action %d was taken after action %d", who(s), number, *last)
	}
	*last = number
}

// acked notes the last number that a client was told as acked.
func (o *once) acked(s timestream.Stream, number uint64) {
	if number > *o.at(s) {
		o.breaks(9, "%s was told an ack of %d, but %d was the last one taken", who(s), number, *o.at(s))
	}
}
