package queue

import "encoding/binary"

// Outgoing is the sending half of a lane above any retransmission: a stream of messages, each behind twice its length
// as a uvarint, and how many of them are known to have arrived. Odd numbers are free for the user.
type Outgoing struct {
	Stream       Bytes        // the user advances its Head past the bytes that it no longer needs
	Flushed      uint64       // position in the stream up to which the owner called Flush
	Sent         uint64       // messages put in
	Ready        uint64       // messages flushed
	Delivered    uint64       // messages known to have arrived
	Pending      int          // bytes of messages not known to have arrived, without lengths
	unackedStart uint64       // position of the first un-acked message
	unacked      Ring[extent] // the first has number Delivered+1
}

// extent is the range of a message in the stream; its length lies before data.
type extent struct{ data, end uint64 }

// Put appends a copy of a message. It refuses, and returns false, if more than bound bytes (lengths included) or more
// than most messages would be un-acked.
func (o *Outgoing) Put(msg []byte, bound, most int) bool {
	var length [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(length[:], uint64(len(msg))<<1)
	if int(o.Stream.End-o.unackedStart)+k+len(msg) > bound || o.unacked.Len() >= most {
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

// Flush marks everything put in so far as ready to leave.
func (o *Outgoing) Flush() { o.Flushed, o.Ready = o.Stream.End, o.Sent }

// UnackedStart returns the position of the first un-acked message, at its length.
func (o *Outgoing) UnackedStart() uint64 { return o.unackedStart }

// MessageBounds returns the range of an un-acked message in the stream. Its number is above Delivered and at most
// Sent.
func (o *Outgoing) MessageBounds(number uint64) (data, end uint64) {
	e := o.unacked.At(int(number - o.Delivered - 1))
	return e.data, e.end
}

// ConfirmMessages notes that all messages up to a number, at most Sent, have arrived.
func (o *Outgoing) ConfirmMessages(number uint64) {
	for o.unacked.Len() > 0 && o.Delivered < number {
		o.pop()
	}
}

// FirstFlushed returns the range of the first un-acked message, if it is flushed, and whether there is one.
func (o *Outgoing) FirstFlushed() (data, end uint64, ok bool) {
	if o.unacked.Len() == 0 || o.unacked.At(0).end > o.Flushed {
		return 0, 0, false
	}
	e := o.unacked.At(0)
	return e.data, e.end, true
}

// ConfirmBytes notes that all bytes before a position of the stream have arrived.
func (o *Outgoing) ConfirmBytes(place uint64) {
	for o.unacked.Len() > 0 && o.unacked.At(0).end <= place {
		o.pop()
	}
}

func (o *Outgoing) pop() {
	e := o.unacked.Pop()
	o.unackedStart = e.end
	o.Delivered++
	o.Pending -= int(e.end - e.data)
}
