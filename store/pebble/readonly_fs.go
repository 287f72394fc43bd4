package pebble

import (
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// readOnlyFS is a file system that refuses writes: a world that is opened read-only stays as it is to the last byte, whatever
// Pebble would write.
type readOnlyFS struct{ vfs.FS }

var errReadOnly = &fs.PathError{Op: "write", Path: "a world that is open for reading", Err: syscall.EROFS}

// Lock implements vfs.FS: the store holds the lock of the world.
func (readOnlyFS) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// Unwrap implements vfs.FS.
func (s readOnlyFS) Unwrap() vfs.FS { return s.FS }

// Create implements vfs.FS, as all that follows.
func (readOnlyFS) Create(string, vfs.DiskWriteCategory) (vfs.File, error) { return nil, errReadOnly }

// OpenReadWrite implements vfs.FS.
func (readOnlyFS) OpenReadWrite(string, vfs.DiskWriteCategory, ...vfs.OpenOption) (vfs.File, error) {
	return nil, errReadOnly
}

// ReuseForWrite implements vfs.FS.
func (readOnlyFS) ReuseForWrite(_, _ string, _ vfs.DiskWriteCategory) (vfs.File, error) {
	return nil, errReadOnly
}

// Link implements vfs.FS.
func (readOnlyFS) Link(_, _ string) error { return errReadOnly }

// Rename implements vfs.FS.
func (readOnlyFS) Rename(_, _ string) error { return errReadOnly }

// Remove implements vfs.FS.
func (readOnlyFS) Remove(string) error { return errReadOnly }

// RemoveAll implements vfs.FS.
func (readOnlyFS) RemoveAll(string) error { return errReadOnly }

// MkdirAll implements vfs.FS.
func (readOnlyFS) MkdirAll(string, os.FileMode) error { return errReadOnly }
