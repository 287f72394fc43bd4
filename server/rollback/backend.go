package rollback

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"voxtide/store"
)

// backend is what scans work with: the history, and the loop that owns the server.
type backend struct {
	history func() store.History // of the world that is open now
	post    func(func(Server))   // has the loop call a function between two steps
	log     *slog.Logger
	tell    func(by, text string) // told of each rollback that begins or is over; nil: nobody is
	closing chan struct{}         // closed when the world ends
}

// note tells of a rollback. Any goroutine may call it.
func (b *backend) note(by, format string, args ...any) {
	if b.tell != nil {
		b.tell(by, fmt.Sprintf(format, args...))
	}
}

const (
	// sliceMax is the number of changes that a slice of a scan looks at.
	sliceMax = 8192
	// retries and retryAfter bound the wait for a world that is being opened again: 2 s.
	retries    = 20
	retryAfter = 100 * time.Millisecond
)

var (
	errClosing   = errors.New("the world ends")
	errReopened  = errors.New("the world was opened again meanwhile: what is set stays, the rest can be asked for again")
	errCancelled = errors.New("cancelled")
)

// onLoop has the loop call a function, and waits until it has.
func (b *backend) onLoop(f func(s Server)) error {
	done := make(chan struct{})
	b.post(func(s Server) { defer close(done); f(s) })
	select {
	case <-done:
		return nil
	case <-b.closing:
		return errClosing
	}
}

// withRetry asks the history. While the world is being opened again it asks again for a while.
func (b *backend) withRetry(ask func(store.History) error) (err error) {
	for range retries {
		if err = ask(b.history()); !errors.Is(err, store.ErrClosed) {
			return err
		}
		select {
		case <-time.After(retryAfter):
		case <-b.closing:
			return errClosing
		}
	}
	return err
}

// scanCells calls f with each cell whose changes match, slice by slice, and next after each slice.
func (b *backend) scanCells(q *store.Query, f func(*store.CellHistory) bool, next func() error) error {
	for at := (store.Cursor{}); !at.Done; {
		select {
		case <-b.closing:
			return errClosing
		default:
		}
		from := at
		if err := b.withRetry(func(h store.History) (err error) {
			at, err = h.ScanCells(q, from, sliceMax, f)
			return err
		}); err != nil {
			return err
		}
		if err := next(); err != nil {
			return err
		}
	}
	return nil
}
