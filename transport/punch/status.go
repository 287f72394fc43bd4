package punch

import (
	"net/netip"
	"time"
)

// EventKind is what happened to a link.
type EventKind byte

// The kinds of events.
const (
	Linked EventKind = 1 + iota // payloads may pass; once for an introduction
	Gone                        // a link that was linked has ended
	Failed                      // an introduction led to no link
)

// String names the kind.
func (k EventKind) String() string {
	return [...]string{"none", "linked", "gone", "failed"}[min(k, 3)]
}

// Event is what happened to a link.
type Event struct {
	Kind      EventKind
	ID        uint64
	RoundTrip time.Duration // of Linked
	How       How           // of Linked
	Why       string        // of Gone and Failed; the far end's own words if it closed the link
}

// State is how far a link has come.
type State byte

// The states of a link.
const (
	None     State = iota // there is no such link
	Waiting               // introduced; the time to knock has not come
	Knocking              // no way yet, or the handshake is not done
	Open                  // linked
	Stale                 // linked, but the peer has been silent for 2 s though it was asked
	Closing               // the peer is being told that the link has ended
)

// String returns the state as lists show it.
func (s State) String() string {
	return [...]string{"none", "waiting", "knocking", "linked", "stale", "closing"}[min(s, 5)]
}

// Status is what is known of one link.
type Status struct {
	State     State
	How       How
	Address   netip.AddrPort // where the peer is
	Seen      netip.AddrPort // where the peer sees this end, from the last answered knock
	RoundTrip time.Duration  // smoothed; 0 before the first answer. Over a Timed socket without both ends' waits for their next Update
	Loss      float64        // share of the peer's packets that did not come, of the last 64 to 128
	Knocks    int            // sent since the introduction
	Sent      Traffic
	Received  Traffic
	Drops     Drops
}

// Traffic counts sealed packets.
type Traffic struct {
	Packets, Bytes uint64 // of all kinds, without headers of IP and UDP
	Payloads       uint64
}

// Drops counts what came and was not used, by the reason.
type Drops struct {
	Forged   uint64 // not sealed by the peer
	Replayed uint64 // came before
	OverRate uint64 // more than DatagramRate or ByteRate allow
	Full     uint64 // the inbox was full
}

// Counters counts what Links received that belongs to no link.
type Counters struct {
	Packets   uint64 // received, of all kinds
	Unknown   uint64 // of no pair that there is
	Malformed uint64 // of a wrong length or type
}
