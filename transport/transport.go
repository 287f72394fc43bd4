// Package transport carries messages and values between a client and the server.
//
// Job: Conn, the one interface that game code sees, and its in-memory twin: Net, a
// seeded simulated network under virtual time, whose ends are Mem. Owner: whoever
// holds the Net; it and all its ends belong to one goroutine, and the twin has no
// goroutine, lock or clock of its own. Invariants:
//
//   - A message arrives whole, once, and in the order of its lane, unless an end was
//     closed, killed or cut for good. No loss of packets changes that.
//   - A value is handed out only after the live messages sent before it, and never
//     after a newer one of its slot. Older ones may be skipped; the newest arrives.
//   - Every queue has a bound (limits.go); an end that does not receive slows its far
//     end down, which then gets ErrFull.
//   - The same seed and the same calls give the same packets at the same times.
package transport

import "errors"

// Lane is an ordered stream of messages. Lanes do not wait for one another.
type Lane uint8

// The lanes: Live for actions and frames, Bulk for sections and what else is large.
const (
	Live Lane = iota
	Bulk
	// Lanes is how many there are.
	Lanes
)

// Kind tells messages from values.
type Kind uint8

// What Receive can give.
const (
	KindMessage Kind = iota
	KindValue
)

// Message is one thing that has arrived. Slot is of values, Lane of messages only.
// Data is valid until the next Receive on the same Conn.
type Message struct {
	Kind Kind
	Lane Lane
	Slot uint8
	Data []byte
}

// Why a Conn does not take what is handed over.
var (
	// ErrFull says that the lane holds as much un-acked as its bound allows.
	ErrFull = errors.New("transport: lane is full")
	// ErrClosed says that this end or the far end has closed, or was killed.
	ErrClosed = errors.New("transport: closed")
	// ErrTooLarge says that a message is over MessageMax or a value over ValueMax.
	ErrTooLarge = errors.New("transport: too large")
)

// Conn is one end of a connection. Only its owner calls it, and nothing blocks.
type Conn interface {
	// Send hands over a message of at most MessageMax bytes, which is copied. It
	// leaves at the next Flush. Errors: ErrFull, ErrTooLarge, ErrClosed.
	Send(lane Lane, msg []byte) error
	// Value sets the newest value of a slot, at most ValueMax bytes, copied; it leaves
	// at the next Flush. The far end gets it after the live messages sent before it.
	// Errors: ErrTooLarge, ErrClosed.
	Value(slot uint8, data []byte) error
	// Receive gives the next thing that has arrived, and whether there was one.
	Receive() (Message, bool)
	// Delivered gives how many of the messages sent on the lane the far end is known
	// to have.
	Delivered(lane Lane) uint64
	// Pending gives the bytes of the lane's messages that are not known to have
	// arrived.
	Pending(lane Lane) int
	// Flush ends a picture or a step: what was handed over since the last one leaves.
	Flush()
	// Close flushes, tells the far end the reason (the first ReasonMax bytes of it;
	// three times, best effort) and ends this end. What is un-acked may be lost.
	Close(reason string)
	// Closed gives the reason once this end or the far end has closed. What had
	// arrived before can still be received.
	Closed() (reason string, closed bool)
}

// Timeout is the reason of a connection that ended because nothing came from the far end.
const Timeout = "timeout"
