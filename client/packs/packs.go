// Package packs is how a client gets the resource pack of its server, once its player wants it.
//
// Job: Told takes what there is; Want begins, Next says which part to ask for, Received takes parts, Take gives the whole. Owner: the
// client. Invariants: nothing is asked for that the player did not want; at most protocol.PackMax bytes are held; what is taken has the
// hash that was told, or it is nothing; a part that does not come is asked for again; nothing here waits.
package packs

import (
	"crypto/sha256"
	"errors"
	"time"

	"voxtide/internal/faults"
	"voxtide/protocol"
)

// askAgain is how long a part may take.
const askAgain = 3 * time.Second

// ErrHash means that what came is not what the server had told.
var ErrHash = errors.New("the server's resource pack is not what it had told")

// Fetch is a pack on its way. Its zero value knows of none.
type Fetch struct {
	offer   protocol.PackOffer
	wanted  bool
	got     []byte
	waits   bool // for the part at the end of got
	askedAt time.Duration
	whole   bool
}

// Told takes what pack the server has. The same one as before goes on where it was.
func (f *Fetch) Told(o protocol.PackOffer) {
	if f.waits = false; o.ID != f.offer.ID {
		*f = Fetch{}
	}
	f.offer = o
}

// Offer returns what pack the server has; its size is 0 for none.
func (f *Fetch) Offer() protocol.PackOffer { return f.offer }

// Want begins to ask for the pack.
func (f *Fetch) Want() { f.wanted = f.offer.Size > 0 && !f.whole }

// Progress returns how many bytes have come.
func (f *Fetch) Progress() int { return len(f.got) }

// Next returns the offset of the part to ask for now; false for none.
func (f *Fetch) Next(now time.Duration) (offset int, ask bool) {
	if !f.wanted && !faults.Active(faults.PackUnwanted) || f.whole || f.waits && now-f.askedAt < askAgain {
		return 0, false
	}
	f.waits, f.askedAt = true, now
	return len(f.got), true
}

// Received takes a part. What was not asked for is left alone. Errors: ErrHash, after which nothing more is asked for.
func (f *Fetch) Received(offset int, part []byte) error {
	if !f.wanted || f.whole || offset != len(f.got) || len(part) > f.offer.Size-len(f.got) {
		return nil
	}
	f.got, f.waits = append(f.got, part...), false
	if len(f.got) < f.offer.Size {
		return nil
	}
	if sha256.Sum256(f.got) != f.offer.ID && !faults.Active(faults.PackUnhashed) {
		f.got, f.wanted = nil, false
		return ErrHash
	}
	f.whole = true
	return nil
}

// Take returns the whole pack, once; nil while it is not here.
func (f *Fetch) Take() (packed []byte) {
	if f.whole {
		packed, f.got = f.got, nil
	}
	return packed
}
