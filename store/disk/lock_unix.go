//go:build unix

package disk

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
)

// held are the locks of this process. The system forgets one as soon as any file of the process that leads there is closed, so a
// second is refused before it is opened.
var held struct {
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
func (plain) Lock(name string) (io.Closer, error) {
	held.Lock()
	defer held.Unlock()
	if i, err := os.Lstat(name); err == nil && held.files[inodeOf(i)] {
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
	if held.files == nil {
		held.files = map[inode]bool{}
	}
	l := heldLock{f, inodeOf(i)}
	held.files[l.of] = true
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
	held.Lock()
	defer held.Unlock()
	delete(held.files, l.of)
	return l.file.Close()
}
