package tokens

import (
	"errors"
	"net/netip"
	"sync"
	"time"

	"voxtide/internal/faults"
)

// ErrTooMany says that too many wrong secrets came from an address.
var ErrTooMany = errors.New("too many wrong tokens came from this address: wait ten seconds")

const (
	attemptsMax      = 10 // wrong secrets of an address in attemptsSpan
	attemptsSpan     = 10 * time.Second
	attemptSourceMax = 1024 // addresses that are counted; those beyond count as one
)

// Attempts bounds how many wrong secrets an address may try, of IPv6 a network of 64 bits. The zero value is ready; any goroutine may
// use it.
type Attempts struct {
	mu    sync.Mutex
	since time.Time
	wrong map[netip.Addr]int
}

// source returns what an address counts as.
func source(from netip.Addr) netip.Addr {
	from = from.Unmap().WithZone("")
	if from.Is6() {
		if p, err := from.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return from
}

// Lookup is Store.Lookup for somebody from an address. Errors: ErrTooMany too.
func (a *Attempts) Lookup(s *Store, from netip.Addr, secret string) (Token, error) {
	at, now := source(from), time.Now()
	a.mu.Lock()
	if now.Sub(a.since) >= attemptsSpan || a.wrong == nil {
		a.since, a.wrong = now, map[netip.Addr]int{}
	}
	if _, known := a.wrong[at]; !known && len(a.wrong) >= attemptSourceMax {
		at = netip.Addr{}
	}
	tooMany := a.wrong[at] >= attemptsMax && !faults.Active(faults.TokensWithoutBound)
	a.mu.Unlock()
	if tooMany {
		return Token{}, ErrTooMany
	}
	t, err := s.Lookup(secret)
	if errors.Is(err, ErrUnknown) {
		a.mu.Lock()
		a.wrong[at]++
		a.mu.Unlock()
	}
	return t, err
}
