package host

import (
	"errors"
	"fmt"
	"time"

	"voxtide/access"
	"voxtide/faults"
)

// payEvery is how long after it could not be kept a book is written again.
const payEvery = 5 * time.Second

// debt is a book that could not be kept. Under the house's lock but for again, which is the goroutine's.
type debt struct {
	book  *access.Book
	why   error
	again <-chan time.Time // when it is written again; nil: nothing is owed
}

// Owes implements server.House.
func (k *house) Owes() bool { return k.unkept() != nil }

// unkept returns why the newest book is not on the disk, nil if it is, or has not been tried. Any goroutine may call it.
func (k *house) unkept() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.debt.why
}

// put writes a book, or notes that it is owed. The error is for whoever changed it. The goroutine calls it.
func (k *house) put(b *access.Book) error {
	err := k.files.write(b)
	if err == nil {
		k.settled("the lists of people and land are kept again")
		return nil
	}
	if faults.Active(faults.ListForgotten) {
		return err
	}
	k.mu.Lock()
	before := k.debt.why
	k.debt.book, k.debt.why = b, err
	k.mu.Unlock()
	k.debt.again = time.After(payEvery)
	if before == nil || before.Error() != err.Error() {
		k.log.Error("the lists of people and land are not kept", "why", err, "again", payEvery.String())
	}
	if errors.Is(err, ErrEdited) { // trying again is of use only if they take it back
		return err
	}
	return fmt.Errorf("%w; the server tries again each %v", err, payEvery)
}

// repay writes what is owed again.
func (k *house) repay() {
	k.mu.Lock()
	b := k.debt.book
	k.mu.Unlock()
	if b != nil {
		k.put(b)
	}
}

// settled notes that nothing is owed any more, and says so if something was.
func (k *house) settled(text string) {
	k.mu.Lock()
	owed := k.debt.book != nil
	k.debt.book, k.debt.why = nil, nil
	k.mu.Unlock()
	k.debt.again = nil
	if owed {
		k.log.Warn(text)
	}
}

// reread reads the book from its files, having written what is owed: an edit by hand wins over it, a full disk does not.
func (k *house) reread() (*access.Book, error) {
	k.repay()
	if why := k.unkept(); why != nil && !errors.Is(why, ErrEdited) {
		return nil, fmt.Errorf("what commands changed is not in the files yet: %w", why)
	}
	b, err := k.files.read()
	if err == nil {
		k.settled("the lists of people and land are as somebody wrote them: what commands changed since is dropped")
	}
	return b, err
}
