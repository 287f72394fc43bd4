package secure

import (
	"crypto/rand"
	"sync/atomic"
	"time"

	"voxtide/internal/faults"
)

// pathValidation is the state of validating the present address of a server's peer.
type pathValidation struct {
	unvalidated atomic.Bool  // the peer moved there and has not echoed yet
	credit      atomic.Int64 // bytes that may still be sent there
	token       [tokenBytes]byte
	probedAt    time.Duration
	creditedAt  time.Duration // when the first credit was given
}

// contest is what is known of a peer's former address and of rivals. Only the reader uses it.
type contest struct {
	oldAddr        address // validated, and left; not valid if none is probed
	probedAt       time.Duration
	probeUntil     time.Duration
	contestedUntil time.Duration // the address is contested until then; 0 if it is not
	token          [tokenBytes]byte
	heardAt        time.Duration // when the present address was last heard

	movedAt       time.Duration // when the peer was followed last
	rival         address       // another address that packets come from while a new one has not echoed
	rivalProbedAt time.Duration // when the rival was probed
	rivalToken    [tokenBytes]byte
}

// beginProbing begins to probe the address that a peer has left, which was validated.
func (c *contest) beginProbing(from address, now time.Duration) {
	if faults.Active(faults.OldAddressNotAsked) {
		return
	}
	c.oldAddr, c.probedAt, c.probeUntil = from, now-probeEvery, now+probeOldFor
	rand.Read(c.token[:])
}

// isContested reports whether more than one address has claimed the peer lately.
func (c *contest) isContested(now time.Duration) bool {
	return c.contestedUntil != 0 && now < c.contestedUntil
}
