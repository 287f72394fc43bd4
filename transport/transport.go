// Package transport carries messages and values between a client and the server.
//
// Job: Conn, the one interface that game code sees; Pipe, a pair of Conns within a process; Inbox and the bounds that
// every implementation shares. Over UDP a Conn is made by package reliable, in a simulation by package memnet. Owner:
// each Conn has one owner, who calls its methods. Invariants:
//
//   - A message arrives whole, once, and in the order of its lane, unless an end closed, was killed, or stays cut off. Lost
//     packets do not change that.
//   - A value is delivered after the live messages sent before it, and never after a newer value of its slot. Older values
//     may be skipped; the newest arrives.
//   - Every queue has a bound (limits.go). An end that does not receive slows its far end down, which then gets ErrFull.
package transport

import "errors"

// Lane is an ordered stream of messages. Lanes do not wait for one another.
type Lane uint8

// The lanes: Live carries actions and updates, Bulk carries sections and other large data.
const (
	Live Lane = iota
	Bulk
	// Lanes is the number of lanes.
	Lanes
)

// Kind distinguishes messages from values.
type Kind uint8

// The kinds of what Receive returns.
const (
	KindMessage Kind = iota
	KindValue
)

// Message is a message or a value that has arrived. Slot counts for values, Lane for messages only. Data is valid
// until the next Receive on the same Conn.
type Message struct {
	Kind Kind
	Lane Lane
	Slot uint8
	Data []byte
}

// The errors of sending.
var (
	// ErrFull means that the lane holds as many un-acked bytes as its bound allows.
	ErrFull = errors.New("transport: lane is full")
	// ErrClosed means that this end or the far end has closed, or was killed.
	ErrClosed = errors.New("transport: closed")
	// ErrTooLarge means that a message exceeds MessageMax, or a value ValueMax.
	ErrTooLarge = errors.New("transport: too large")
)

// Conn is one end of a connection. Only its owner calls it, and no method blocks.
type Conn interface {
	// Send copies a message of at most MessageMax bytes into the lane. It leaves at the next Flush. Errors: ErrFull,
	// ErrTooLarge, ErrClosed.
	Send(lane Lane, msg []byte) error
	// Value sets a slot to a new value of at most ValueMax bytes, which is copied and leaves at the next Flush. The
	// far end gets it after the live messages sent before it. Errors: ErrTooLarge, ErrClosed.
	Value(slot uint8, data []byte) error
	// Receive returns the next message or value that has arrived, and whether there was one.
	Receive() (Message, bool)
	// Delivered returns how many of the messages sent on the lane are known to have arrived.
	Delivered(lane Lane) uint64
	// Pending returns the bytes of the lane's messages that are not known to have arrived.
	Pending(lane Lane) int
	// Flush sends everything handed over since the last Flush. Callers flush once per frame or step.
	Flush()
	// Close flushes, sends the far end the reason (its first ReasonMax bytes; three times, best effort) and ends this
	// end. Un-acked data may be lost.
	Close(reason string)
	// Closed returns the reason once this end or the far end has closed. What arrived before can still be received.
	Closed() (reason string, closed bool)
}

// Timeout is the reason of a connection that ended because nothing came from the far end.
const Timeout = "timeout"

// Killed is the reason at an end that was made to vanish without telling anybody, as a lost network does; only
// package memnet and tests use it.
const Killed = "killed"
