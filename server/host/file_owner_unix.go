//go:build unix

package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// fileOwner is the user to whom a new folder is to belong: the files of a server that runs as a user of its own belong to that
// user, also if root restores them.
type fileOwner struct {
	top      string // the folder, or the topmost missing folder above it
	uid, gid int    // the owner of top or, if top is missing, of the folder above it
}

// fileOwnerOf returns the owner that a folder is to have. Only root can give files away: for other users top is "".
func fileOwnerOf(dir string) fileOwner {
	if os.Geteuid() != 0 {
		return fileOwner{}
	}
	top := dir
	at, err := os.Stat(dir)
	for err != nil && dir != filepath.Dir(dir) {
		top, dir = dir, filepath.Dir(dir)
		at, err = os.Stat(dir)
	}
	if err != nil {
		return fileOwner{}
	}
	st, ok := at.Sys().(*syscall.Stat_t)
	if !ok {
		return fileOwner{}
	}
	return fileOwner{top, int(st.Uid), int(st.Gid)}
}

// chownAll gives the folders and files below top to the owner.
func (h fileOwner) chownAll() error {
	if h.top == "" {
		return nil
	}
	return filepath.WalkDir(h.top, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, h.uid, h.gid)
	})
}
