package pebble

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A world may come from a stranger, and a link in it may lead anywhere: a file that is opened through it would be overwritten,
// and a pipe would never end. So a world holds plain files and folders alone; only the folder of the world itself may be a
// link.

// plainFS is the disk, with a lock that follows no link and truncates no file.
type plainFS struct{ vfs.FS }

// Unwrap implements vfs.FS.
func (p plainFS) Unwrap() vfs.FS { return p.FS }

// onDisk reports whether a file system is the disk, or wraps it, so that it can be asked for links.
func onDisk(f vfs.FS) bool { return vfs.Root(f) == vfs.Default }

// checkPlainFiles refuses a folder of a world that holds anything but plain files and folders, in itself or in its databases.
func (f *folder) checkPlainFiles() error {
	if !onDisk(f.fs) {
		return nil
	}
	for _, in := range []string{"", dbName, newName} {
		entries, err := os.ReadDir(filepath.Join(f.dir, in))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return causedError{ErrUnreadable, err}
		}
		for _, e := range entries {
			if t := e.Type(); t != 0 && t != fs.ModeDir {
				return causedError{ErrNotPlainFile, fmt.Errorf("%s is %s", filepath.Join(in, e.Name()), describeType(t))}
			}
		}
	}
	return nil
}

// describeType names the type of a file that is not plain.
func describeType(t fs.FileMode) string {
	switch {
	case t&fs.ModeSymlink != 0:
		return "a link to somewhere else"
	case t&fs.ModeNamedPipe != 0:
		return "a pipe"
	case t&fs.ModeSocket != 0:
		return "a socket"
	}
	return "no plain file"
}
