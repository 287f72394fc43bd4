package gate

import (
	"errors"
	"fmt"
)

// Errors of a peer's end.
var (
	// ErrTimeout: nothing came from the far end for too long.
	ErrTimeout = errors.New("timeout")
	// ErrNotOpen: the session is not open yet, or no more.
	ErrNotOpen = errors.New("gate: the session is not open")
	// ErrTooLarge: a payload is larger than MaxPayload.
	ErrTooLarge = errors.New("gate: the payload is too large")

	// ErrUnproved: the peer has a new address and has not proved yet that it is there; the
	// packet is as good as lost, the next may pass.
	ErrUnproved = errors.New("gate: the peer's new address is not proved")

	errNoTrust   = errors.New("gate: neither the server's key nor whom to ask is known")
	errForeign   = errors.New("gate: not a peer of this gate")
	errShort     = errors.New("gate: malformed handshake")
	errExhausted = errors.New("gate: the session's counters have run out")
)

// KeyError is a server that shows another key than the known one. Whether it has the shown
// key is not proved.
type KeyError struct{ Known, Shown Key }

func (e *KeyError) Error() string {
	return fmt.Sprintf("the server's key has changed: known is %s, shown is %s", e.Known, e.Shown)
}

// ClosedError is an end that somebody asked for.
type ClosedError struct {
	Reason string
	Remote bool // the far end asked
}

func (e *ClosedError) Error() string { return e.Reason }

// Refusal is why a server turns a client away.
type Refusal byte

// The codes of refusals.
const (
	RefusedVersion Refusal = 1 + iota
	RefusedFull
	RefusedSource
	RefusedBusy // the only one after which a client goes on trying
	RefusedLayout
)

// RefusedError is a server that turns a client away.
type RefusedError struct {
	Code         Refusal
	Wanted, Ours uint16 // versions
}

func (e *RefusedError) Error() string {
	switch e.Code {
	case RefusedVersion:
		return fmt.Sprintf("the server wants version %d, this is version %d", e.Wanted, e.Ours)
	case RefusedFull:
		return "the server is full"
	case RefusedSource:
		return "too many connections from your address"
	case RefusedBusy:
		return "the server is busy, try again"
	case RefusedLayout:
		return "another version of the transport"
	}
	return fmt.Sprintf("refused, code %d", e.Code)
}
