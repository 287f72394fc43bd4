package disk

import (
	"errors"
	"strings"
)

// Why a world is not opened, and why it is not saved any more. The text of each error that Open returns is one line.
var (
	// ErrLocked says that another program has the world open.
	ErrLocked = errors.New("another program has this world open")
	// ErrNewer says that a newer program wrote the world.
	ErrNewer = errors.New("a newer version has written this world")
	// ErrOlder says that an older program wrote the world, and that it cannot be only read before it was brought forward.
	ErrOlder = errors.New("an older version has written this world")
	// ErrNotAWorld says that the folder holds something else.
	ErrNotAWorld = errors.New("this folder is not a world")
	// ErrStrange says that the folder holds a link, a pipe or the like, through which a file elsewhere could be written over.
	ErrStrange = errors.New("the world holds what is no plain file")
	// ErrMissing says that what was durable once is not there any more.
	ErrMissing = errors.New("the last changes of the world are missing")
	// ErrUnreadable says that the files cannot be read or written, or do not make sense; the cause is wrapped.
	ErrUnreadable = errors.New("the world cannot be read")
	// ErrSeed says that the world has another seed than was asked for.
	ErrSeed = errors.New("the world has another seed")
	// ErrGenerator says that an older generator made the land of the world.
	ErrGenerator = errors.New("an older generator made this world")
	// ErrBehind says that the disk is so slow that more than WaitingMax bytes wait for it.
	ErrBehind = errors.New("the disk does not keep up")
	// ErrClosed says that the world is closed already.
	ErrClosed = errors.New("the world is closed")
)

// because is one of the errors above with its cause. Both can be asked for with errors.Is.
type because struct{ what, cause error }

func (b because) Error() string {
	if errors.Is(b.cause, b.what) { // it says so itself
		return line(b.cause)
	}
	return b.what.Error() + ": " + line(b.cause)
}

// Unwrap makes both known to package errors.
func (b because) Unwrap() []error { return []error{b.what, b.cause} }

// line returns the first line of an error's text.
func line(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
