//go:build unix

package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// heir is who a new folder is to belong to: of a server that runs as a user of its own the files are that user's, also
// those that root brings back for it.
type heir struct {
	top      string // the folder, or the topmost of those above it that are not there yet
	uid, gid int    // of it, or of the one above it
}

// heirOf looks where a folder is to be made. Nobody but root can give files away: for others the heir's top is "".
func heirOf(dir string) heir {
	if os.Geteuid() != 0 {
		return heir{}
	}
	top := dir
	at, err := os.Stat(dir)
	for err != nil && dir != filepath.Dir(dir) {
		top, dir = dir, filepath.Dir(dir)
		at, err = os.Stat(dir)
	}
	if err != nil {
		return heir{}
	}
	st, ok := at.Sys().(*syscall.Stat_t)
	if !ok {
		return heir{}
	}
	return heir{top, int(st.Uid), int(st.Gid)}
}

// inherit gives the folders and files to the heir.
func (h heir) inherit() error {
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
