package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Copied says what a copy of a world holds.
type Copied struct {
	Edits uint64 // number of the last edit
	Hash  uint64 // the server's, as of it
}

// ErrTaken says that there is something already where a copy of a world is to go.
var ErrTaken = errors.New("there is something there already")

// Backup copies the world as it is at a moment into a new folder, which is a world too; it is there whole or not at all.
// On the same file system Pebble's finished tables are shared with it, by hard links. Any goroutine may call it while
// the world is in use; nobody waits for it. Errors: ErrTaken, ErrClosed, those of the disk.
func (s *Store) Backup(dir string) (c Copied, err error) {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return c, ErrClosed
	}
	if within(s.dir, dir) {
		return c, fmt.Errorf("backup to %s: it lies within the world", dir)
	}
	f := folder{fs: s.opts.FS, dir: dir}
	if err := f.vacant(); err != nil {
		return c, err
	}
	err = s.try(func() (err error) {
		defer func() {
			if r := recover(); r != nil { // Pebble, of a disk that fails where the backup goes
				err = fmt.Errorf("%v", r)
			}
		}()
		return s.db.Checkpoint(f.path(newName), pebble.WithFlushedWAL())
	})
	if err == nil {
		err = f.settle()
	}
	if err == nil {
		c, err = s.opts.look(dir)
	}
	if err != nil {
		f.discard()
		return c, fmt.Errorf("backup to %s: %w", dir, err)
	}
	return c, nil
}

// Restore makes a world of a copy of one: the files are copied and fsynced. The copy must be of no open world. Errors:
// ErrTaken, those of Open.
func Restore(from, to string, o Options) (c Copied, err error) {
	o.defaults()
	o.ReadOnly = true
	s, err := Open(from, o) // it is one, and nobody writes to it
	if err != nil {
		return c, fmt.Errorf("copy from %s: %w", from, err)
	}
	defer s.Close()
	f := folder{fs: o.FS, dir: to}
	if err := f.vacant(); err != nil {
		return c, err
	}
	if err = f.copyFrom(o.FS.PathJoin(from, dbName)); err == nil {
		err = f.settle()
	}
	if err == nil {
		c, err = o.look(to)
	}
	if err != nil {
		f.discard()
		return c, fmt.Errorf("restore to %s: %w", to, err)
	}
	return c, nil
}

// Discard removes a world that nobody has open, and its folder: for one that was just restored and is no good.
func Discard(dir string, o Options) error {
	o.defaults()
	return o.FS.RemoveAll(dir)
}

// look reads what a world that nobody has open holds.
func (o Options) look(dir string) (c Copied, err error) {
	o.ReadOnly, o.SeedSet, o.Log = true, false, nil
	s, err := Open(dir, o)
	if err != nil {
		return c, err
	}
	return Copied{s.kept.edits, s.kept.hash}, s.Close()
}

// vacant makes the folder, or refuses one that holds anything.
func (f *folder) vacant() error {
	names, err := f.fs.List(f.dir)
	if err == nil && len(names) > 0 {
		return fmt.Errorf("%s: %w", f.dir, ErrTaken)
	}
	return f.make()
}

// settle gives a world that is whole its name.
func (f *folder) settle() error {
	return cmp.Or(f.sync(f.path(newName)), f.fs.Rename(f.path(newName), f.path(dbName)), f.sync(f.dir))
}

// copyFrom copies the files of a folder, each fsynced, as the database that is being made.
func (f *folder) copyFrom(dir string) error {
	if err := f.fs.MkdirAll(f.path(newName), 0o755); err != nil {
		return err
	}
	names, err := f.fs.List(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := f.copyFile(f.fs.PathJoin(dir, name), f.fs.PathJoin(f.path(newName), name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (f *folder) copyFile(from, to string) error {
	in, err := f.fs.Open(from, vfs.SequentialReadsOption)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := f.fs.Create(to, vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return cmp.Or(err, out.Sync(), out.Close())
}

// within tells whether a path lies in a folder, or is it.
func within(dir, path string) bool {
	a, errA := filepath.Abs(dir)
	b, errB := filepath.Abs(path)
	return errA == nil && errB == nil && strings.HasPrefix(b+string(filepath.Separator), a+string(filepath.Separator))
}
