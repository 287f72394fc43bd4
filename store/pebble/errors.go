package pebble

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
	// ErrOlder says that an older program wrote the world, and that it has to be migrated before it can be opened read-only.
	ErrOlder = errors.New("an older version has written this world")
	// ErrNotAWorld says that the folder holds something else.
	ErrNotAWorld = errors.New("this folder is not a world")
	// ErrNotPlainFile says that the folder holds a link, a pipe or the like, through which a file elsewhere could be written over.
	ErrNotPlainFile = errors.New("the world holds what is no plain file")
	// ErrMissingTail says that batches are gone which were durable once.
	ErrMissingTail = errors.New("the last changes of the world are missing")
	// ErrUnreadable says that the files cannot be read or written, or are damaged; the cause is wrapped.
	ErrUnreadable = errors.New("the world cannot be read")
	// ErrSeed says that the world has another seed than was asked for.
	ErrSeed = errors.New("the world has another seed")
	// ErrGenerator says that a generator made the land of the world which this program does not have any more.
	ErrGenerator = errors.New("this program does not have the generator of this world")
	// ErrFollowsLog says that several machines share the world, of which another one may go on with it: changed here alone there would be two.
	ErrFollowsLog = errors.New("this world belongs to a cluster, and another machine may have it")
	// ErrTooSlow says that the disk is so slow that more than WaitingBytesMax bytes wait for it.
	ErrTooSlow = errors.New("the disk does not keep up")
)

// causedError is one of the errors above with its cause. errors.Is finds both.
type causedError struct{ what, cause error }

func (b causedError) Error() string {
	if errors.Is(b.cause, b.what) { // the cause says it already
		return firstLine(b.cause)
	}
	return b.what.Error() + ": " + firstLine(b.cause)
}

// Unwrap makes both known to package errors.
func (b causedError) Unwrap() []error { return []error{b.what, b.cause} }

// firstLine returns the first line of an error's text.
func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
