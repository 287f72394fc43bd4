package disk

import (
	"cmp"
	"errors"
	"os"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Remove removes a world for good, its folder and all that lies in it, unless a program has it open. A cut in the middle
// leaves either the world or what Open takes for an empty folder, never half a world. Errors: ErrNotAWorld, ErrLocked or
// ErrUnreadable, with nothing changed; the system's, if something would not go.
func Remove(dir string) error {
	f := folder{fs: plain{vfs.Default}, dir: dir}
	if fresh, err := f.fresh(); err != nil {
		return err
	} else if fresh {
		return because{ErrNotAWorld, errors.New("there is none")}
	}
	lock, err := f.lock()
	if err != nil {
		return err
	}
	err = f.fs.RemoveAll(f.path(newName)) // of a start that was cut
	if err == nil {
		err = f.fs.Rename(f.path(dbName), f.path(newName))
	}
	if err == nil {
		err = cmp.Or(f.sync(f.dir), os.RemoveAll(dir))
	}
	return cmp.Or(lock.Close(), err)
}
