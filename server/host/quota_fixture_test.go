package host

import (
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// quota is the disk with a limited number of free bytes, which anybody may change: growing files take from them, removed files
// give them back, and a write that does not fit is made in part, as on a full disk.
type quota struct {
	vfs.FS
	left *atomic.Int64
}

func newQuota(left int64) quota {
	q := quota{vfs.Default, new(atomic.Int64)}
	q.left.Store(left)
	return q
}

// take takes up to n bytes, and returns how many it got.
func (q quota) take(n int64) int64 {
	for {
		left := q.left.Load()
		n = min(n, max(left, 0))
		if q.left.CompareAndSwap(left, left-n) {
			return n
		}
	}
}

// Create implements vfs.FS.
func (q quota) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	f, err := q.FS.Create(name, c)
	return q.file(f, 0, err)
}

// OpenReadWrite implements vfs.FS.
func (q quota) OpenReadWrite(name string, c vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	f, err := q.FS.OpenReadWrite(name, c, o...)
	return q.file(f, sizeOf(name), err)
}

// ReuseForWrite implements vfs.FS.
func (q quota) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	size := sizeOf(old)
	f, err := q.FS.ReuseForWrite(old, name, c)
	return q.file(f, size, err)
}

// Remove implements vfs.FS.
func (q quota) Remove(name string) error {
	size := sizeOf(name)
	err := q.FS.Remove(name)
	if err == nil {
		q.left.Add(size)
	}
	return err
}

// Unwrap implements vfs.FS.
func (q quota) Unwrap() vfs.FS { return q.FS }

func (q quota) file(f vfs.File, size int64, err error) (vfs.File, error) {
	if err != nil {
		return nil, err
	}
	return &quotaFile{File: f, q: q, size: size}, nil
}

func sizeOf(name string) int64 {
	i, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return i.Size()
}

// quotaFile is a file on it. One goroutine writes it at a time.
type quotaFile struct {
	vfs.File
	q        quota
	at, size int64
}

// fits returns how many of n bytes at an offset there is room for.
func (f *quotaFile) fits(at, n int64) (int64, error) {
	grow := max(at+n-f.size, 0)
	got := f.q.take(grow)
	f.size += got
	if got < grow {
		return n - (grow - got), &fs.PathError{Op: "write", Path: "quota", Err: syscall.ENOSPC}
	}
	return n, nil
}

// Write implements vfs.File.
func (f *quotaFile) Write(b []byte) (int, error) {
	fits, full := f.fits(f.at, int64(len(b)))
	n, err := f.File.Write(b[:fits])
	f.at += int64(n)
	if err == nil {
		err = full
	}
	return n, err
}

// WriteAt implements vfs.File.
func (f *quotaFile) WriteAt(b []byte, at int64) (int, error) {
	fits, full := f.fits(at, int64(len(b)))
	n, err := f.File.WriteAt(b[:fits], at)
	if err == nil {
		err = full
	}
	return n, err
}

// Preallocate implements vfs.File: nothing is taken ahead.
func (f *quotaFile) Preallocate(int64, int64) error { return nil }
