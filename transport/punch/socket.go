package punch

import (
	"net/netip"
	"time"
)

// Socket carries the packets of links. Mux is one; laboratories have others.
type Socket interface {
	// Send sends a packet; it may be lost. It keeps no part of packet.
	Send(packet []byte, to netip.AddrPort)
	// Receive writes the next packet that has come into buf and returns its length and where it came from; ok is false
	// if there is none. It does not wait.
	Receive(buf []byte) (n int, from netip.AddrPort, ok bool)
	// Addresses returns the host's own addresses with the socket's port, at most OwnMax.
	Addresses() []netip.AddrPort
}

// Timed is a Socket that knows when packets came.
type Timed interface {
	// Waited returns how long the packet that Receive returned last had been here.
	Waited() time.Duration
}

// Watcher is a Socket that drops early what no pair expects. Links tells it after each change.
type Watcher interface {
	// Watch says which pairs there are, and where their peers are now (invalid for those not linked).
	Watch(pairs []Watched)
}

// Watched is a pair and the present address of its peer, if they are linked.
type Watched struct {
	Pair uint32
	At   netip.AddrPort
}
