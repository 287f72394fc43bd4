package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// sealed is a file system that nothing is written to: a world that is only read stays as it is to the last byte,
// whatever Pebble would like to do.
type sealed struct{ vfs.FS }

var errSealed = &fs.PathError{Op: "write", Path: "a world that is open for reading", Err: syscall.EROFS}

// Lock implements vfs.FS: the store holds the lock of the world.
func (sealed) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// Unwrap implements vfs.FS.
func (s sealed) Unwrap() vfs.FS { return s.FS }

// Create implements vfs.FS, as all that follows.
func (sealed) Create(string, vfs.DiskWriteCategory) (vfs.File, error) { return nil, errSealed }

// OpenReadWrite implements vfs.FS.
func (sealed) OpenReadWrite(string, vfs.DiskWriteCategory, ...vfs.OpenOption) (vfs.File, error) {
	return nil, errSealed
}

// ReuseForWrite implements vfs.FS.
func (sealed) ReuseForWrite(_, _ string, _ vfs.DiskWriteCategory) (vfs.File, error) {
	return nil, errSealed
}

// Link implements vfs.FS.
func (sealed) Link(_, _ string) error { return errSealed }

// Rename implements vfs.FS.
func (sealed) Rename(_, _ string) error { return errSealed }

// Remove implements vfs.FS.
func (sealed) Remove(string) error { return errSealed }

// RemoveAll implements vfs.FS.
func (sealed) RemoveAll(string) error { return errSealed }

// MkdirAll implements vfs.FS.
func (sealed) MkdirAll(string, os.FileMode) error { return errSealed }

// openReadOnly opens a world that is there, to be read. Where the disk takes no lock, nobody can write to it either.
func (s *Store) openReadOnly(f *folder) error {
	fresh, err := f.fresh()
	switch {
	case err != nil:
		return err
	case fresh:
		return because{ErrNotAWorld, errors.New("it holds nothing")}
	}
	s.lock, err = f.lock()
	if errors.Is(err, ErrLocked) {
		return err
	}
	if err != nil {
		s.lock = io.NopCloser(nil)
	}
	if err = s.open(f); err != nil {
		s.lock.Close()
		return err
	}
	close(s.gone)
	close(s.pruned)
	return nil
}
