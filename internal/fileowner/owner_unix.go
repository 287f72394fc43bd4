//go:build unix

package fileowner

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Owner is the user to whom a new folder is to belong.
type Owner struct {
	top      string // the folder, or the topmost missing folder above it
	uid, gid int    // the owner of top or, if top is missing, of the folder above it
}

// Of returns the owner that a folder is to have. Only root can give files away: for other users top is "".
func Of(dir string) Owner {
	if os.Geteuid() != 0 {
		return Owner{}
	}
	top := dir
	at, err := os.Stat(dir)
	for err != nil && dir != filepath.Dir(dir) {
		top, dir = dir, filepath.Dir(dir)
		at, err = os.Stat(dir)
	}
	if err != nil {
		return Owner{}
	}
	st, ok := at.Sys().(*syscall.Stat_t)
	if !ok {
		return Owner{}
	}
	return Owner{top, int(st.Uid), int(st.Gid)}
}

// GiveAll gives the folders and files below top to the owner.
func (o Owner) GiveAll() error {
	if o.top == "" {
		return nil
	}
	return filepath.WalkDir(o.top, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, o.uid, o.gid)
	})
}
