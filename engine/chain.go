package engine

import (
	"errors"
	"fmt"

	"voxtide/internal/faults"
)

// Position is a place in a log: behind entry N, whose bytes have a hash, under a claim. The zero value stands before the first entry.
type Position struct {
	N, Claim uint64
	Hash     Hash
}

// Errors of who writes or reads a log.
var (
	// ErrHole says that a log is not what was written: an entry does not follow from the one before it. Nothing of it is to be believed from
	// there on; somebody has to look.
	ErrHole = errors.New("the log has a hole")
	// ErrDiverged says that a reader's position is not one of the log's: what it holds is not what the others have.
	ErrDiverged = errors.New("what is here is not what the log has")
	// ErrTrimmed says that the log does not reach back to a reader's position any more.
	ErrTrimmed = errors.New("the log does not reach back to what is here")
	// ErrFenced says that somebody else has claimed the log: see Fenced.
	ErrFenced = errors.New("the log belongs to somebody else")
)

// Fenced is ErrFenced with who holds the log now.
type Fenced struct {
	Claim  uint64
	Holder string
}

// Error implements error.
func (f *Fenced) Error() string {
	return fmt.Sprintf("%v: %q, by claim %d", ErrFenced, f.Holder, f.Claim)
}

// Is makes errors.Is know ErrFenced.
func (f *Fenced) Is(err error) bool { return err == ErrFenced }

// Verified is an entry of which is known that it follows from all before it.
type Verified struct {
	Entry
	Hash Hash // of its bytes
	Void bool // it is under an older claim than one before it: its writer never knew it durable, and it counts for nothing
	Size int  // of its bytes
}

// chain checks that entries follow from each other.
type chain struct {
	at      Position
	proved  bool // the log is known to have the entry at which the chain stands
	trimmed bool // that entry is trimmed, and the next one is not
}

// next returns the number to read from: that of the entry at which the chain stands, until the log is known to have it.
func (c *chain) next() uint64 {
	if c.proved || c.trimmed || c.at.N == 0 {
		return c.at.N + 1
	}
	return c.at.N
}

// take adds the entries of an answer to Read that has an outcome, as far as they follow without a gap. least is where the chain stood when the read
// was asked for: the log cannot end before it, but before what a following has brought since. take reports whether the chain has come further, so
// that it is worth to read again.
func (c *chain) take(a *Answer, least uint64, out *[]Verified) (further bool, err error) {
	if a.Outcome == Refused || a.First > c.at.N+1 {
		if c.proved || c.trimmed || a.First != c.at.N+1 || c.at.N == 0 {
			return false, fmt.Errorf("%w: it begins with entry %d, here is entry %d", ErrTrimmed, a.First, c.at.N)
		}
		c.trimmed = true
		return true, nil
	}
	if a.Last < least {
		return false, fmt.Errorf("%w: the log ends with entry %d, here is entry %d", ErrDiverged, a.Last, least)
	}
	c.proved = c.proved || c.at.N == 0
	for _, s := range a.Entries {
		switch {
		case s.N == c.at.N && !c.proved:
			if err := c.prove(s); err != nil {
				return further, err
			}
		case s.N <= c.at.N:
			continue
		case s.N > c.at.N+1:
			return further, c.missing()
		default:
			v, err := c.add(s)
			if err != nil {
				return further, err
			}
			*out = append(*out, v)
		}
		further = true
	}
	return further, c.missing()
}

// missing returns an error if a read from the entry at which the chain stands did not bring it.
func (c *chain) missing() error {
	if c.proved || c.trimmed {
		return nil
	}
	return fmt.Errorf("%w: the log lacks entry %d", ErrDiverged, c.at.N)
}

// prove takes the entry at which the chain stands.
func (c *chain) prove(s Stored) error {
	if HashOf(s.Data) != c.at.Hash {
		return fmt.Errorf("%w: entry %d is another one", ErrDiverged, s.N)
	}
	c.proved = true
	return nil
}

// add takes the next entry, and returns what it is. A writer has several entries on their way, so one may have come while the one before it
// was lost; the next holder puts its own into the gap, and what lies behind it is void.
func (c *chain) add(s Stored) (Verified, error) {
	v := Verified{Hash: HashOf(s.Data), Size: len(s.Data)}
	e, err := ReadEntry(s.Data)
	switch {
	case s.N != c.at.N+1:
		return v, fmt.Errorf("%w: entry %d came after %d", ErrHole, s.N, c.at.N)
	case err != nil:
		return v, fmt.Errorf("%w: entry %d: %w", ErrHole, s.N, err)
	case e.N != s.N:
		return v, fmt.Errorf("%w: entry %d calls itself %d", ErrHole, s.N, e.N)
	}
	v.Entry = e
	follows := e.Before == c.at.Hash || faults.Active(faults.LogChainOff)
	switch {
	case e.Claim < c.at.Claim && c.proved:
		v.Void = true
	case !c.proved && (!follows || e.Claim < c.at.Claim):
		return v, fmt.Errorf("%w: entry %d follows from another one", ErrDiverged, e.N)
	case !follows:
		return v, fmt.Errorf("%w: entry %d does not follow from the one before it", ErrHole, e.N)
	case e.Claim > c.at.Claim && e.Kind != Claimed:
		return v, fmt.Errorf("%w: entry %d is under claim %d, which never began", ErrHole, e.N, e.Claim)
	}
	c.at, c.proved = Position{N: e.N, Claim: max(c.at.Claim, e.Claim), Hash: v.Hash}, true
	return v, nil
}
