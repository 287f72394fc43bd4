package pebble

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// The names in the folder of a world.
const (
	lockName = "lock"
	dbName   = "db"
	newName  = "db.new"
)

// sharingViolation is the error of Windows for a file that another program has open.
const sharingViolation = syscall.Errno(32)

// folder is the folder of a world.
type folder struct {
	fs      vfs.FS
	dir     string
	created []string // folders that create made, the outermost last
}

func (f *folder) path(name string) string { return f.fs.PathJoin(f.dir, name) }

// isEmpty reports whether the folder is missing or empty, and refuses a folder that holds something other than a world. It
// changes nothing.
func (f *folder) isEmpty() (bool, error) {
	names, err := f.fs.List(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case err != nil:
		return false, causedError{ErrUnreadable, err}
	case slices.Contains(names, dbName):
		return false, nil
	}
	for _, name := range names {
		if name != lockName && name != newName {
			return false, causedError{ErrNotAWorld, fmt.Errorf("it holds %q and no %s", name, dbName)}
		}
	}
	return true, nil
}

// create makes the folder and its missing parents, durably.
func (f *folder) create() error {
	for p := f.dir; ; p = f.fs.PathDir(p) {
		if _, err := f.fs.Stat(p); !errors.Is(err, fs.ErrNotExist) || p == f.fs.PathDir(p) {
			break
		}
		f.created = append(f.created, p)
	}
	err := f.fs.MkdirAll(f.dir, 0o755)
	for _, p := range f.created {
		if err == nil {
			err = f.sync(f.fs.PathDir(p))
		}
	}
	if err != nil {
		f.removeCreated()
		return causedError{ErrUnreadable, err}
	}
	return nil
}

// discard removes the world that was made in the folder, and the folder if create made it. Only a caller that found it empty
// and holds the lock may call it. Files that cannot be removed stay.
func (f *folder) discard() {
	f.fs.RemoveAll(f.path(dbName))
	f.fs.RemoveAll(f.path(newName))
	f.fs.Remove(f.path(lockName))
	f.fs.Remove(f.path(watermarkName))
	f.removeCreated()
}

// removeCreated removes the folders that create made.
func (f *folder) removeCreated() {
	for _, p := range f.created {
		f.fs.Remove(p)
	}
}

// sync makes the names in a folder durable.
func (f *folder) sync(dir string) error {
	d, err := f.fs.OpenDir(dir)
	if err != nil {
		return err
	}
	return cmp.Or(d.Sync(), d.Close())
}

// lock takes the world for this program.
func (f *folder) lock() (io.Closer, error) {
	l, err := f.fs.Lock(f.path(lockName))
	if err == nil {
		return l, nil
	}
	f.removeCreated()
	var errno syscall.Errno
	if errors.As(err, &errno) && errno != syscall.EAGAIN && errno != sharingViolation {
		return nil, causedError{ErrUnreadable, err}
	}
	return nil, causedError{ErrLocked, err}
}

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
