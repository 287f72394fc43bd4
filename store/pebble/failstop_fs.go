package pebble

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// failstopFS is the file system as Pebble sees it. A write that fails never returns, and none follows it: Pebble would panic
// at some errors, in goroutines of its own and with its locks held, retry others for ever, or go on and delete files that are
// still needed. So the store fails, and the goroutine hangs harmlessly until the program ends.
type failstopFS struct {
	vfs.FS
	s *Store
}

// inWorld reports whether a path belongs to the world: an error elsewhere, in the folder of a backup, is no failure of the
// world.
func (h failstopFS) inWorld(name string) bool {
	return strings.HasPrefix(name, h.PathJoin(h.s.dir, dbName))
}

// halt has every write hang from now on: the database does nothing more, and cannot be closed.
func (s *Store) halt() { s.stopped.haltOnce.Do(func() { close(s.stopped.halted) }) }

// blockIfHalted is called before each write.
func (s *Store) blockIfHalted() {
	select {
	case <-s.stopped.halted:
		select {}
	default:
	}
}

// checkWrite is called after each write.
func (s *Store) checkWrite(what string, err error) {
	if err != nil {
		s.fail(fmt.Errorf("%s: %w", what, err))
		s.halt()
		select {}
	}
}

// try calls f, which may hang, and gives up on it when the store fails.
func (s *Store) try(f func() error) error {
	ended := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				s.fail(fmt.Errorf("%v", r))
				s.halt()
			}
		}()
		ended <- f()
	}()
	select {
	case err := <-ended:
		return err
	case <-s.stopped.halted:
	case <-s.stopped.failed:
		select {
		case err := <-ended:
			return cmp.Or(s.Err(), err)
		case <-s.stopped.halted:
		case <-time.After(closeTimeout):
			s.halt()
		}
	}
	return s.Err()
}

func (s *Store) failstop(f vfs.File, what string, err error) (vfs.File, error) {
	s.checkWrite(what, err)
	return failstopFile{f, s}, nil
}

// Lock implements vfs.FS. It is the store that gives the lock back: Pebble cannot when it stands still.
func (h failstopFS) Lock(name string) (io.Closer, error) {
	l, err := h.FS.Lock(name)
	if err != nil {
		return nil, err
	}
	h.s.engineLock = l
	return io.NopCloser(nil), nil
}

// releaseEngineLock gives back the lock that Pebble took.
func (s *Store) releaseEngineLock() error {
	l := s.engineLock
	if s.engineLock = nil; l == nil {
		return nil
	}
	return l.Close()
}

// Unwrap returns the file system below.
func (h failstopFS) Unwrap() vfs.FS { return h.FS }

// Create implements vfs.FS. A marker makes Pebble look for the file that it names, which is only then made durable in
// the folder: here that comes first, so that no order in which a disk keeps names can lose a world.
func (h failstopFS) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if !h.inWorld(name) {
		return h.FS.Create(name, c)
	}
	h.s.blockIfHalted()
	if strings.HasPrefix(h.PathBase(name), "marker.") {
		d, err := h.OpenDir(h.PathDir(name))
		if err == nil {
			err = cmp.Or(d.Sync(), d.Close())
		}
		h.s.checkWrite("fsync", err)
	}
	f, err := h.FS.Create(name, c)
	return h.s.failstop(f, "create a file", err)
}

// OpenReadWrite implements vfs.FS.
func (h failstopFS) OpenReadWrite(name string, c vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	if !h.inWorld(name) {
		return h.FS.OpenReadWrite(name, c, o...)
	}
	h.s.blockIfHalted()
	f, err := h.FS.OpenReadWrite(name, c, o...)
	return h.s.failstop(f, "open a file", err)
}

// ReuseForWrite implements vfs.FS.
func (h failstopFS) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	h.s.blockIfHalted()
	f, err := h.FS.ReuseForWrite(old, name, c)
	return h.s.failstop(f, "create a file", err)
}

// OpenDir implements vfs.FS.
func (h failstopFS) OpenDir(name string) (vfs.File, error) {
	if !h.inWorld(name) {
		return h.FS.OpenDir(name)
	}
	f, err := h.FS.OpenDir(name)
	return h.s.failstop(f, "open the folder", err)
}

// Link implements vfs.FS.
func (h failstopFS) Link(old, name string) error {
	if !h.inWorld(name) {
		return h.FS.Link(old, name)
	}
	h.s.blockIfHalted()
	h.s.checkWrite("link a file", h.FS.Link(old, name))
	return nil
}

// Rename implements vfs.FS.
func (h failstopFS) Rename(old, name string) error {
	if !h.inWorld(name) {
		return h.FS.Rename(old, name)
	}
	h.s.blockIfHalted()
	h.s.checkWrite("rename a file", h.FS.Rename(old, name))
	return nil
}

// Remove implements vfs.FS. A file that cannot be removed is in nobody's way.
func (h failstopFS) Remove(name string) error {
	h.s.blockIfHalted()
	return h.FS.Remove(name)
}

// RemoveAll implements vfs.FS.
func (h failstopFS) RemoveAll(name string) error {
	h.s.blockIfHalted()
	return h.FS.RemoveAll(name)
}

// MkdirAll implements vfs.FS.
func (h failstopFS) MkdirAll(name string, mode os.FileMode) error {
	h.s.blockIfHalted()
	return h.FS.MkdirAll(name, mode)
}

// GetDiskUsage implements vfs.FS. Where the room cannot be told it is unknown to Pebble, not an error.
func (h failstopFS) GetDiskUsage(path string) (vfs.DiskUsage, error) {
	usage, err := h.FS.GetDiskUsage(path)
	if err != nil {
		return vfs.DiskUsage{}, vfs.ErrUnsupported
	}
	return usage, nil
}

// failstopFile is a file or a folder that is written to.
type failstopFile struct {
	vfs.File
	s *Store
}

func (f failstopFile) Write(p []byte) (int, error) {
	f.s.blockIfHalted()
	n, err := f.File.Write(p)
	f.s.checkWrite("write", err)
	return n, nil
}

func (f failstopFile) WriteAt(p []byte, at int64) (int, error) {
	f.s.blockIfHalted()
	n, err := f.File.WriteAt(p, at)
	f.s.checkWrite("write", err)
	return n, nil
}

func (f failstopFile) Sync() error {
	f.s.blockIfHalted()
	f.s.checkWrite("fsync", f.File.Sync())
	return nil
}

func (f failstopFile) SyncData() error {
	f.s.blockIfHalted()
	f.s.checkWrite("fsync", f.File.SyncData())
	return nil
}

func (f failstopFile) SyncTo(length int64) (bool, error) {
	f.s.blockIfHalted()
	full, err := f.File.SyncTo(length)
	f.s.checkWrite("fsync", err)
	return full, nil
}
