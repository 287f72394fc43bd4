package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// A world may come from somebody else, and a link in it may lead anywhere: what is opened through one would be written over, and
// a pipe would never end. So a world holds plain files and folders alone; the folder of the world itself may be a link.

// plain is the disk, with a lock that follows no link and empties no file.
type plain struct{ vfs.FS }

// Unwrap implements vfs.FS.
func (p plain) Unwrap() vfs.FS { return p.FS }

// onDisk reports whether a file system is the disk, or lies over it, so that it can be asked for links.
func onDisk(f vfs.FS) bool { return vfs.Root(f) == vfs.Default }

// onlyPlain refuses a folder of a world that holds anything but plain files and folders, in itself or in its databases.
func (f *folder) onlyPlain() error {
	if !onDisk(f.fs) {
		return nil
	}
	for _, in := range []string{"", dbName, newName} {
		entries, err := os.ReadDir(filepath.Join(f.dir, in))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return because{ErrUnreadable, err}
		}
		for _, e := range entries {
			if t := e.Type(); t != 0 && t != fs.ModeDir {
				return because{ErrStrange, fmt.Errorf("%s is %s", filepath.Join(in, e.Name()), kindOf(t))}
			}
		}
	}
	return nil
}

// kindOf names what is no plain file.
func kindOf(t fs.FileMode) string {
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
