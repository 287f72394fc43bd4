package secure

import (
	"errors"
	"fmt"
)

// The errors of sending and of ended sessions.
var (
	// ErrTimeout means that nothing came from the far end for too long.
	ErrTimeout = errors.New("timeout")
	// ErrNotOpen means that the session is not open yet, or no longer.
	ErrNotOpen = errors.New("secure: the session is not open")
	// ErrTooLarge means that a payload is larger than MaxPayload.
	ErrTooLarge = errors.New("secure: the payload is too large")

	// ErrUnvalidated means that the peer has a new address and has not proved yet that it is there. The packet counts
	// as lost; the next one may pass.
	ErrUnvalidated = errors.New("secure: the peer's new address is not proved")

	errNoTrust   = errors.New("secure: neither the server's key nor whom to ask is known")
	errForeign   = errors.New("secure: not a peer of this gate")
	errShort     = errors.New("secure: malformed handshake")
	errExhausted = errors.New("secure: the session's counters have run out")
)

// KeyError means that a server shows another key than the known one. The server has not proved yet that it owns the
// shown key.
type KeyError struct{ Known, Shown Key }

func (e *KeyError) Error() string {
	return fmt.Sprintf("the server's key has changed: known is %s, shown is %s", e.Known, e.Shown)
}

// ClosedError means that one end has closed the session.
type ClosedError struct {
	Reason string
	Remote bool // the far end closed it
}

func (e *ClosedError) Error() string { return e.Reason }

// Refusal is the code of a server's refusal of a handshake.
type Refusal byte

// The codes of refusals.
const (
	RefusedVersion Refusal = 1 + iota
	RefusedFull
	RefusedSource
	RefusedBusy // the only refusal after which a client keeps trying
	RefusedLayout
)

// RefusedError means that a server refused the handshake.
type RefusedError struct {
	Code         Refusal
	Wanted, Ours uint16 // protocol versions
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
