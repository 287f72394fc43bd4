package replication

import (
	"time"
)

// outbox holds the updates of a client that wait: for the batch on which they depend, for an update before them, or for the
// lane. They leave in order, each whole.
type outbox struct {
	items []queuedUpdate
	bytes []byte
	sent  int // items that have left
}

type queuedUpdate struct {
	commitSeq  uint64
	start, end int
	lastEdit   uint64 // E of the update
	update     uint64 // its number
	queuedAt   time.Duration
	welcome    bool
	full       bool // a full update, or the Welcome before it
}

func (o *outbox) clear() { o.items, o.bytes, o.sent = o.items[:0], o.bytes[:0], 0 }

func (o *outbox) add(msg []byte, w queuedUpdate) {
	w.start = len(o.bytes)
	o.bytes = append(o.bytes, msg...)
	w.end = len(o.bytes)
	o.items = append(o.items, w)
}

// hasFull reports whether a full update waits: it is the last one then.
func (o *outbox) hasFull() bool { return o.sent < len(o.items) && o.items[len(o.items)-1].full }

// size returns the number of bytes that wait.
func (o *outbox) size() int {
	if o.sent == len(o.items) {
		return 0
	}
	return len(o.bytes) - o.items[o.sent].start
}

// compact frees the memory of updates that have left.
func (o *outbox) compact() {
	switch {
	case o.sent == len(o.items):
		o.clear()
	case o.sent > 64 && o.sent > len(o.items)/2:
		from := o.items[o.sent].start
		o.bytes = o.bytes[:copy(o.bytes, o.bytes[from:])]
		n := copy(o.items, o.items[o.sent:])
		o.items, o.sent = o.items[:n], 0
		for i := range o.items {
			o.items[i].start -= from
			o.items[i].end -= from
		}
	}
}
