//go:build unix

package pebble

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
)

// heldLocks are the locks of this process. The system drops a lock as soon as the process closes any file of the same inode,
// so a second lock is refused before the file is opened.
var heldLocks struct {
	sync.Mutex
	files map[inode]bool
}

// inode is a file, whatever its path.
type inode struct{ dev, ino uint64 }

var errHeld = errors.New("this process holds it")

// heldLock is a lock that was taken.
type heldLock struct {
	file *os.File
	of   inode
}

// Lock implements vfs.FS. It keeps out programs that take Pebble's lock, too.
func (plainFS) Lock(name string) (io.Closer, error) {
	heldLocks.Lock()
	defer heldLocks.Unlock()
	if i, err := os.Lstat(name); err == nil && heldLocks.files[inodeOf(i)] {
		return nil, errHeld
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	i, err := f.Stat()
	if err == nil && !i.Mode().IsRegular() {
		err = &os.PathError{Op: "lock", Path: name, Err: syscall.EINVAL}
	}
	if err == nil {
		err = syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if heldLocks.files == nil {
		heldLocks.files = map[inode]bool{}
	}
	l := heldLock{f, inodeOf(i)}
	heldLocks.files[l.of] = true
	return l, nil
}

func inodeOf(i os.FileInfo) inode {
	st, ok := i.Sys().(*syscall.Stat_t)
	if !ok {
		return inode{}
	}
	return inode{uint64(st.Dev), uint64(st.Ino)}
}

// Close gives it back.
func (l heldLock) Close() error {
	heldLocks.Lock()
	defer heldLocks.Unlock()
	delete(heldLocks.files, l.of)
	return l.file.Close()
}
