package pebble

import (
	"cmp"
	"errors"
	"os"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Remove removes a world for good, with its folder and everything in it, unless a program has it open. A crash in the middle
// leaves either the world or a folder that counts as empty, never half a world. Errors: ErrNotAWorld, ErrLocked or
// ErrUnreadable, with nothing changed; the system's, if a file could not be removed.
func Remove(dir string) error {
	f := folder{fs: plainFS{vfs.Default}, dir: dir}
	if fresh, err := f.isEmpty(); err != nil {
		return err
	} else if fresh {
		return causedError{ErrNotAWorld, errors.New("there is none")}
	}
	lock, err := f.lock()
	if err != nil {
		return err
	}
	err = f.fs.RemoveAll(f.path(newName)) // of a start that was cut
	if err == nil {
		err = f.fs.Rename(f.path(dbName), f.path(newName))
	}
	if err == nil {
		err = cmp.Or(f.sync(f.dir), os.RemoveAll(dir))
	}
	return cmp.Or(lock.Close(), err)
}
