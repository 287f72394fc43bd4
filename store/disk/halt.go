package disk

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// halting is the file system as Pebble sees it. A write that fails does not return, and none after it is made: Pebble
// would panic at some of them, in goroutines of its own and with its locks held, try others for ever, or go on and
// delete what is still needed. So the store fails, and the goroutine stands still and does no harm until the program
// ends.
type halting struct {
	vfs.FS
	s *Store
}

// ours tells whether a path belongs to the world: what fails elsewhere, where a backup goes, is no failure of it.
func (h halting) ours(name string) bool {
	return strings.HasPrefix(name, h.PathJoin(h.s.dir, dbName))
}

// halt has every write from now on stand still: the database cannot be closed any more, and does nothing more.
func (s *Store) halt() { s.halts.Do(func() { close(s.halted) }) }

// gate stands before each write.
func (s *Store) gate() {
	select {
	case <-s.halted:
		select {}
	default:
	}
}

// judgeWrite stands behind each write.
func (s *Store) judgeWrite(what string, err error) {
	if err != nil {
		s.fail(fmt.Errorf("%s: %w", what, err))
		s.halt()
		select {}
	}
}

// try does what may come to stand still, and gives up on it when the store fails.
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
	case <-s.halted:
	case <-s.failed:
		select {
		case err := <-ended:
			return cmp.Or(s.Err(), err)
		case <-s.halted:
		case <-time.After(closePatience):
			s.halt()
		}
	}
	return s.Err()
}

func (s *Store) file(f vfs.File, what string, err error) (vfs.File, error) {
	s.judgeWrite(what, err)
	return haltingFile{f, s}, nil
}

// Lock implements vfs.FS. It is the store that gives the lock back: Pebble cannot when it stands still.
func (h halting) Lock(name string) (io.Closer, error) {
	l, err := h.FS.Lock(name)
	if err != nil {
		return nil, err
	}
	h.s.inner = l
	return io.NopCloser(nil), nil
}

// unlock gives back the lock that Pebble took.
func (s *Store) unlock() error {
	l := s.inner
	if s.inner = nil; l == nil {
		return nil
	}
	return l.Close()
}

// Unwrap returns the file system below.
func (h halting) Unwrap() vfs.FS { return h.FS }

// Create implements vfs.FS. A marker makes Pebble look for the file that it names, which is only then made durable in
// the folder: here that comes first, so that no order in which a disk keeps names can lose a world.
func (h halting) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if !h.ours(name) {
		return h.FS.Create(name, c)
	}
	h.s.gate()
	if strings.HasPrefix(h.PathBase(name), "marker.") {
		d, err := h.OpenDir(h.PathDir(name))
		if err == nil {
			err = cmp.Or(d.Sync(), d.Close())
		}
		h.s.judgeWrite("fsync", err)
	}
	f, err := h.FS.Create(name, c)
	return h.s.file(f, "create a file", err)
}

// OpenReadWrite implements vfs.FS.
func (h halting) OpenReadWrite(name string, c vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	if !h.ours(name) {
		return h.FS.OpenReadWrite(name, c, o...)
	}
	h.s.gate()
	f, err := h.FS.OpenReadWrite(name, c, o...)
	return h.s.file(f, "open a file", err)
}

// ReuseForWrite implements vfs.FS.
func (h halting) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	h.s.gate()
	f, err := h.FS.ReuseForWrite(old, name, c)
	return h.s.file(f, "create a file", err)
}

// OpenDir implements vfs.FS.
func (h halting) OpenDir(name string) (vfs.File, error) {
	if !h.ours(name) {
		return h.FS.OpenDir(name)
	}
	f, err := h.FS.OpenDir(name)
	return h.s.file(f, "open the folder", err)
}

// Link implements vfs.FS.
func (h halting) Link(old, name string) error {
	if !h.ours(name) {
		return h.FS.Link(old, name)
	}
	h.s.gate()
	h.s.judgeWrite("link a file", h.FS.Link(old, name))
	return nil
}

// Rename implements vfs.FS.
func (h halting) Rename(old, name string) error {
	if !h.ours(name) {
		return h.FS.Rename(old, name)
	}
	h.s.gate()
	h.s.judgeWrite("rename a file", h.FS.Rename(old, name))
	return nil
}

// Remove implements vfs.FS. A file that cannot be removed is in nobody's way.
func (h halting) Remove(name string) error {
	h.s.gate()
	return h.FS.Remove(name)
}

// RemoveAll implements vfs.FS.
func (h halting) RemoveAll(name string) error {
	h.s.gate()
	return h.FS.RemoveAll(name)
}

// MkdirAll implements vfs.FS.
func (h halting) MkdirAll(name string, mode os.FileMode) error {
	h.s.gate()
	return h.FS.MkdirAll(name, mode)
}

// GetDiskUsage implements vfs.FS. Where the room cannot be told it is unknown to Pebble, not an error.
func (h halting) GetDiskUsage(path string) (vfs.DiskUsage, error) {
	usage, err := h.FS.GetDiskUsage(path)
	if err != nil {
		return vfs.DiskUsage{}, vfs.ErrUnsupported
	}
	return usage, nil
}

// haltingFile is a file, or a folder, that is written to.
type haltingFile struct {
	vfs.File
	s *Store
}

func (f haltingFile) Write(p []byte) (int, error) {
	f.s.gate()
	n, err := f.File.Write(p)
	f.s.judgeWrite("write", err)
	return n, nil
}

func (f haltingFile) WriteAt(p []byte, at int64) (int, error) {
	f.s.gate()
	n, err := f.File.WriteAt(p, at)
	f.s.judgeWrite("write", err)
	return n, nil
}

func (f haltingFile) Sync() error {
	f.s.gate()
	f.s.judgeWrite("fsync", f.File.Sync())
	return nil
}

func (f haltingFile) SyncData() error {
	f.s.gate()
	f.s.judgeWrite("fsync", f.File.SyncData())
	return nil
}

func (f haltingFile) SyncTo(length int64) (bool, error) {
	f.s.gate()
	full, err := f.File.SyncTo(length)
	f.s.judgeWrite("fsync", err)
	return full, nil
}
