package server

import (
	"time"

	"voxtide/faults"
	"voxtide/protocol"
)

// outbox holds the frames of a client that wait: for the batch on which they rest, for one before them, or for the
// lane. They leave in order, each whole.
type outbox struct {
	items []waiting
	bytes []byte
	taken int // items that have left
}

type waiting struct {
	ticket     uint64
	start, end int
	edits      uint64 // E of the frame
	number     uint64 // of the frame
	since      time.Duration
	welcome    bool
	whole      bool // a whole frame, or the Welcome before it
}

func (o *outbox) clear() { o.items, o.bytes, o.taken = o.items[:0], o.bytes[:0], 0 }

func (o *outbox) add(msg []byte, w waiting) {
	w.start = len(o.bytes)
	o.bytes = append(o.bytes, msg...)
	w.end = len(o.bytes)
	o.items = append(o.items, w)
}

// whole reports whether a whole frame waits: it is the last then.
func (o *outbox) whole() bool { return o.taken < len(o.items) && o.items[len(o.items)-1].whole }

// size gives the bytes that wait.
func (o *outbox) size() int {
	if o.taken == len(o.items) {
		return 0
	}
	return len(o.bytes) - o.items[o.taken].start
}

// compact gives back the room of what has left.
func (o *outbox) compact() {
	switch {
	case o.taken == len(o.items):
		o.clear()
	case o.taken > 64 && o.taken > len(o.items)/2:
		from := o.items[o.taken].start
		o.bytes = o.bytes[:copy(o.bytes, o.bytes[from:])]
		n := copy(o.items, o.items[o.taken:])
		o.items, o.taken = o.items[:n], 0
		for i := range o.items {
			o.items[i].start -= from
			o.items[i].end -= from
		}
	}
}

// queueFrame queues a frame, behind the Welcome if that has to go first.
func (s *Server) queueFrame(c *session, frame []byte, whole bool) {
	if c.welcome {
		c.welcome = false
		s.scratch.small = protocol.AppendWelcome(s.scratch.small[:0],
			&protocol.Welcome{Stream: c.stream, Token: c.token, Resumed: c.again})
		ticket := s.ticket
		if faults.Active(faults.WholeBeforeCommit) {
			ticket = 0
		}
		c.out.add(s.scratch.small, waiting{ticket: ticket, edits: c.sent, number: c.told, since: s.mono, welcome: true, whole: true})
	}
	c.out.add(frame, waiting{ticket: s.scratch.ticket, edits: s.edits, number: c.number, since: s.mono, whole: whole})
}

// send lets the frames leave that rest on nothing uncommitted. When one has waited too long, all that wait are dropped,
// and the state is sent whole once the store has come so far. A whole frame at the head waits for as long as the store takes:
// another one in its place would wait as long again.
func (s *Server) send(c *session) {
	o := &c.out
	for o.taken < len(o.items) {
		w := &o.items[o.taken]
		if w.ticket > s.durable && !faults.Active(faults.AckBeforeCommit) {
			break
		}
		if c.conn.Send(live, o.bytes[w.start:w.end]) != nil {
			break
		}
		c.sent, c.told = w.edits, w.number
		if !w.welcome {
			c.before = 0 // the client goes on from here
		}
		c.greeted = c.greeted || w.welcome
		o.taken++
	}
	o.compact()
	size := o.size()
	s.metrics.OutboxMax = max(s.metrics.OutboxMax, size)
	if size == 0 {
		return
	}
	if faults.Active(faults.StampsNotHeld) && c.sent > 0 {
		s.sendStamps(c)
	}
	head := &o.items[o.taken]
	if head.whole || s.mono-head.since <= s.cfg.Bounds.HoldFrames && size <= outboxMax {
		return
	}
	for _, w := range o.items[o.taken:] {
		s.metrics.Dropped++
		c.welcome = c.welcome || w.welcome
	}
	c.built = c.sent
	o.clear()
	c.startWhole(s.ticket)
}

// sendStamps is the fault that stamps do not wait with the edits before them.
func (s *Server) sendStamps(c *session) {
	var w protocol.Writer
	w.Begin(nil, c.number, c.sent)
	for i := range c.streams {
		if k := &c.streams[i]; s.rec.W.Stream(k.stream) != nil {
			w.Moved(k.stream, k.stamp, nil)
		}
	}
	if c.conn.Send(live, w.End()) != nil {
		return
	}
}
