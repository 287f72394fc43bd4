package pebble

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
)

// CopyInfo describes a copy of a world.
type CopyInfo struct {
	Edits uint64 // number of the last edit
	Hash  uint64 // the server's, as of it
}

// ErrNotEmpty says that the folder for a copy of a world holds something already.
var ErrNotEmpty = errors.New("there is something there already")

// Backup copies the world as of one moment into a new folder, which then holds a whole world or nothing. On the same file
// system the copy shares finished tables of Pebble by hard links. Any goroutine may call it while the world is in use; nobody
// waits for it. Errors: ErrNotEmpty, store.ErrClosed, those of the disk.
func (s *Store) Backup(dir string) (c CopyInfo, err error) {
	s.reading.RLock()
	defer s.reading.RUnlock()
	if s.closed {
		return c, store.ErrClosed
	}
	if within(s.dir, dir) {
		return c, fmt.Errorf("backup to %s: it lies within the world", dir)
	}
	f := folder{fs: s.opts.FS, dir: dir}
	if err := f.claimEmpty(); err != nil {
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
		err = f.publish()
	}
	if err == nil {
		c, err = s.opts.inspect(dir)
	}
	if err != nil {
		f.discard()
		return c, fmt.Errorf("backup to %s: %w", dir, err)
	}
	return c, nil
}

// Restore makes a world of a copy of one: it copies the files and fsyncs them. The copy stays as it is; one of an older format makes a world
// of the present one. No program may have the copy open. Errors: ErrNotEmpty, those of Open.
func Restore(from, to string, o Options) (c CopyInfo, err error) {
	o.defaults()
	o.ReadOnly, o.anyFormat = true, true
	s, err := Open(from, o) // proves that it is a world, and locks it
	if err != nil {
		return c, fmt.Errorf("copy from %s: %w", from, err)
	}
	defer s.Close()
	f := folder{fs: o.FS, dir: to}
	if err := f.claimEmpty(); err != nil {
		return c, err
	}
	if err = f.copyFrom(o.FS.PathJoin(from, dbName)); err == nil {
		err = f.publish()
	}
	if err == nil {
		c, err = o.inspect(to)
	}
	if errors.Is(err, ErrOlder) {
		if err = o.bringForward(to); err == nil {
			c, err = o.inspect(to)
		}
	}
	if err != nil {
		f.discard()
		return c, fmt.Errorf("restore to %s: %w", to, err)
	}
	return c, nil
}

// Discard removes a world that no program has open, and its folder: for a copy that turned out to be damaged.
func Discard(dir string, o Options) error {
	o.defaults()
	return o.FS.RemoveAll(dir)
}

// bringForward brings a world that no program has open to the present format.
func (o Options) bringForward(dir string) error {
	o.ReadOnly, o.anyFormat = false, false
	s, err := Open(dir, o)
	if err != nil {
		return err
	}
	return s.Close()
}

// inspect reads the summary of a world that no program has open.
func (o Options) inspect(dir string) (c CopyInfo, err error) {
	o.ReadOnly, o.anyFormat, o.SeedSet, o.Log = true, false, false, nil
	s, err := Open(dir, o)
	if err != nil {
		return c, err
	}
	return CopyInfo{s.state.edits, s.state.hash}, s.Close()
}

// claimEmpty makes the folder, or refuses one that is not empty.
func (f *folder) claimEmpty() error {
	names, err := f.fs.List(f.dir)
	if err == nil && len(names) > 0 {
		return fmt.Errorf("%s: %w", f.dir, ErrNotEmpty)
	}
	err = f.create()
	var why causedError
	if errors.As(err, &why) { // it is no world yet that could not be read
		return why.cause
	}
	return err
}

// publish gives a database that is whole its final name.
func (f *folder) publish() error {
	return cmp.Or(f.sync(f.path(newName)), f.fs.Rename(f.path(newName), f.path(dbName)), f.sync(f.dir))
}

// copyFrom copies the files of a folder into the database that is being made, each fsynced.
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

// within reports whether a path lies in a folder, or is that folder.
func within(dir, path string) bool {
	a, errA := filepath.Abs(dir)
	b, errB := filepath.Abs(path)
	return errA == nil && errB == nil && strings.HasPrefix(b+string(filepath.Separator), a+string(filepath.Separator))
}
