package protocol

import "voxtide/internal/wire"

// Queued tells a client that waits for its Welcome that the world is full, and where it stands in the queue. It comes when that changes, and at
// least each second: a client goes on waiting as long as it does.
//
//	down  MsgQueued  place from 1 (uvarint) | how many wait (uvarint)
type Queued struct{ Place, Of int }

// QueuedMax bounds the places of a queue.
const QueuedMax = 1 << 16

// AppendQueued writes a Queued.
func AppendQueued(b []byte, q Queued) []byte {
	return wire.AppendUvarint(wire.AppendUvarint(append(b, MsgQueued), uint64(q.Place)), uint64(q.Of))
}

// ReadQueued reads a Queued after its kind byte. Errors: those of the reader, ErrValue.
func ReadQueued(r *wire.Reader) (q Queued, err error) {
	place, of := r.Uvarint(), r.Uvarint()
	if place < 1 || place > of || of > QueuedMax {
		r.Fail(ErrValue)
	}
	return Queued{int(min(place, QueuedMax)), int(min(of, QueuedMax))}, r.End()
}
