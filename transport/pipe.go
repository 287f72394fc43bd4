package transport

// A connection within one process, for single player and for the host of a game: without a network, a clock or a
// goroutine. Each end may belong to a goroutine of its own.

import (
	"sync"

	"voxtide/transport/internal/queue"
)

// Pipe returns two connected ends. What one end hands over has arrived at the other when Flush returns, unless the
// other end is full: the rest follows as that end receives. The bounds are those of the network.
func Pipe() (client, server Conn) {
	mu := new(sync.Mutex)
	a, b := &pipeEnd{mu: mu}, &pipeEnd{mu: mu}
	a.far, b.far = b, a
	return a, b
}

// pipeEnd is one end of a Pipe. One lock guards both ends.
type pipeEnd struct {
	mu      *sync.Mutex
	far     *pipeEnd
	out     [Lanes]queue.Outgoing
	slots   []pipeSlot
	in      Inbox
	arrived uint64 // live messages put into the inbox
	closed  bool
	reason  string
	scratch []byte
}

// pipeSlot is the newest value of one slot, as the sender keeps it.
type pipeSlot struct {
	number uint64 // of the newest value, rising by 1; 0 means that none was set
	after  uint64 // number of the live message sent before it
	data   []byte
	dirty  bool // set since the last Flush
}

var _ Conn = (*pipeEnd)(nil)

// Send implements Conn.
func (e *pipeEnd) Send(lane Lane, msg []byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return ErrClosed
	case len(msg) > MessageMax:
		return ErrTooLarge
	case !e.out[lane].Put(msg, lane.Bound(), MessagesMax):
		return ErrFull
	}
	return nil
}

// Value implements Conn.
func (e *pipeEnd) Value(slot uint8, data []byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return ErrClosed
	case len(data) > ValueMax:
		return ErrTooLarge
	}
	for len(e.slots) <= int(slot) {
		e.slots = append(e.slots, pipeSlot{})
	}
	s := &e.slots[slot]
	s.number++
	s.after = e.out[Live].Sent
	s.data = append(s.data[:0], data...)
	s.dirty = true
	return nil
}

// Receive implements Conn.
func (e *pipeEnd) Receive() (Message, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m, ok := e.in.Next()
	e.pull()
	if !ok {
		m, ok = e.in.Next()
	}
	return m, ok
}

// Delivered implements Conn.
func (e *pipeEnd) Delivered(lane Lane) uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.out[lane].Delivered
}

// Pending implements Conn.
func (e *pipeEnd) Pending(lane Lane) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.out[lane].Pending
}

// Flush implements Conn.
func (e *pipeEnd) Flush() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.flush()
}

func (e *pipeEnd) flush() {
	if e.closed {
		return
	}
	for i := range e.out {
		e.out[i].Flush()
	}
	e.far.pull()
	for i := range e.slots {
		if s := &e.slots[i]; s.dirty {
			s.dirty = false
			e.far.in.PushValue(uint8(i), s.number, s.after, e.far.arrived, s.data)
		}
	}
}

// pull receives what the far end has flushed, as far as there is room.
func (e *pipeEnd) pull() {
	for lane := range e.far.out {
		o := &e.far.out[lane]
		for !e.in.Full(Lane(lane)) {
			data, end, ok := o.FirstFlushed()
			if !ok {
				break
			}
			if n := int(end - data); cap(e.scratch) < n {
				e.scratch = make([]byte, 2*n)
			}
			msg := e.scratch[:end-data]
			o.Stream.Read(msg, data)
			o.Stream.Advance(end)
			o.ConfirmBytes(end)
			e.in.PushMessage(Lane(lane), msg)
			if Lane(lane) == Live {
				e.arrived++
			}
		}
	}
	e.in.ReleaseHeld(e.arrived)
}

// Close implements Conn.
func (e *pipeEnd) Close(reason string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	e.flush()
	reason = reason[:min(len(reason), ReasonMax)]
	e.closed, e.reason = true, reason
	e.far.closed, e.far.reason = true, reason
}

// Closed implements Conn.
func (e *pipeEnd) Closed() (reason string, closed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.reason, e.closed
}
