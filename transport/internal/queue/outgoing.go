package queue

import "encoding/binary"

// Outgoing is the sending half of a lane above any retransmission: a stream of messages,
// each behind twice its length as a uvarint, and what of them is known to have arrived. An
// odd number is free for the user to mean something else.
type Outgoing struct {
	Stream    Bytes        // the user moves its Head past what it needs no more
	Flushed   uint64       // place in the stream up to which the owner's Flush has come
	Sent      uint64       // messages put in
	Ready     uint64       // of those, flushed
	Delivered uint64       // messages known to have arrived
	Pending   int          // bytes of messages not known to have arrived, without lengths
	start     uint64       // place of the first un-acked message
	unacked   Ring[extent] // the first has number Delivered+1
}

// extent is where in the stream a message lies; its length lies before data.
type extent struct{ data, end uint64 }

// Put takes a message in, copied, unless that would make more than bound bytes un-acked,
// lengths included, or more than most messages.
func (o *Outgoing) Put(msg []byte, bound, most int) bool {
	var length [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(length[:], uint64(len(msg))<<1)
	if int(o.Stream.End-o.start)+k+len(msg) > bound || o.unacked.Len() >= most {
		return false
	}
	e := extent{data: o.Stream.End + uint64(k)}
	o.Stream.Append(length[:k])
	o.Stream.Append(msg)
	e.end = o.Stream.End
	o.unacked.Push(e)
	o.Sent++
	o.Pending += len(msg)
	return true
}

// Flush marks all that was put in as to leave.
func (o *Outgoing) Flush() { o.Flushed, o.Ready = o.Stream.End, o.Sent }

// Start gives the place where the first un-acked message begins, its length included.
func (o *Outgoing) Start() uint64 { return o.start }

// Message gives where an un-acked message lies: number is above Delivered and at most Sent.
func (o *Outgoing) Message(number uint64) (data, end uint64) {
	e := o.unacked.At(int(number - o.Delivered - 1))
	return e.data, e.end
}

// Had notes that all messages up to a number have arrived, however. None is above Sent.
func (o *Outgoing) Had(number uint64) {
	for o.unacked.Len() > 0 && o.Delivered < number {
		o.pop()
	}
}

// First gives where the first un-acked message lies that is flushed, and whether there is
// one.
func (o *Outgoing) First() (data, end uint64, ok bool) {
	if o.unacked.Len() == 0 || o.unacked.At(0).end > o.Flushed {
		return 0, 0, false
	}
	e := o.unacked.At(0)
	return e.data, e.end, true
}

// Acked notes that all bytes before that place have arrived.
func (o *Outgoing) Acked(place uint64) {
	for o.unacked.Len() > 0 && o.unacked.At(0).end <= place {
		o.pop()
	}
}

func (o *Outgoing) pop() {
	e := o.unacked.Pop()
	o.start = e.end
	o.Delivered++
	o.Pending -= int(e.end - e.data)
}
