package disk

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// The names in the folder of a world.
const (
	lockName = "lock"
	dbName   = "db"
	newName  = "db.new"
)

// sharingViolation is what Windows says of a file that another program has open.
const sharingViolation = syscall.Errno(32)

// Open opens the world in a folder, or makes one where there is no folder or an empty one. Its errors are the sentinels
// of this package, with the cause. One that could not be made leaves nothing behind.
func Open(dir string, o Options) (*Store, error) { return openTuned(dir, o, nil) }

// openTuned is Open with a hand on the database's options, for tests.
func openTuned(dir string, o Options, tune func(*pebble.Options)) (s *Store, err error) {
	o.defaults()
	s = &Store{
		dir: dir, opts: o, log: o.Log, tune: tune, limit: WaitingMax,
		wake: make(chan struct{}, 1), closing: make(chan struct{}), gone: make(chan struct{}), failed: make(chan struct{}), pruned: make(chan struct{}), halted: make(chan struct{}),
	}
	s.clock = clock{wall: o.Wall, log: o.Log, at: time.Now()}
	f := folder{fs: o.FS, dir: dir}
	if err := f.onlyPlain(); err != nil {
		return nil, err
	}
	if o.ReadOnly {
		if err := s.openReadOnly(&f); err != nil {
			return nil, err
		}
		return s, nil
	}
	if _, err := f.fresh(); err != nil { // before anything is touched
		return nil, err
	}
	if err := f.make(); err != nil {
		return nil, err
	}
	if s.lock, err = f.lock(); err != nil {
		return nil, err
	}
	fresh, err := f.fresh() // again: another program may just have made it
	if err == nil && fresh {
		err = s.create(&f)
	}
	if err == nil {
		err = s.open(&f)
	}
	if err != nil {
		s.unlock()
		s.lock.Close()
		if fresh {
			f.discard()
		}
		return nil, err
	}
	if err := s.Missing(); err != nil {
		s.log.Error("something is missing: a backup may have it; the world goes on with what is here", "err", line(err))
	}
	s.startMark(&f)
	go s.write()
	go s.prune()
	return s, nil
}

// defaults gives zero values what they stand for.
func (o *Options) defaults() {
	if o.FS == nil {
		o.FS = plain{vfs.Default}
	}
	if o.Wall == nil {
		o.Wall = func() int64 { return time.Now().UnixMilli() }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// IsWorld reports whether a folder holds a world, whether it can be opened or not.
func IsWorld(dir string) bool {
	i, err := os.Stat(filepath.Join(dir, dbName))
	return err == nil && i.IsDir()
}

// create makes a new world: whole under another name, then given its own.
func (s *Store) create(f *folder) error {
	err := func() error {
		if err := f.fs.RemoveAll(f.path(newName)); err != nil {
			return err
		}
		if err := s.engine(f.path(newName), s.options()); err != nil {
			return err
		}
		err := s.try(func() error {
			b := s.db.NewBatch()
			w := sink{to: b}
			w.set(metaKey(metaFormat), appendFormat(nil, Format))
			w.set(metaKey(metaWorld), appendMade(nil, &made{
				seed: s.opts.Seed, generator: int64(s.opts.Generator), created: time.Now().UnixMilli(), blocks: s.opts.Blocks,
			}))
			return cmp.Or(w.err, s.db.Apply(b, pebble.Sync), s.db.Close())
		})
		return cmp.Or(s.Err(), err, s.unlock())
	}()
	if err == nil {
		err = f.fs.Rename(f.path(newName), f.path(dbName))
	}
	if err == nil {
		err = f.sync(f.dir)
	}
	if err != nil {
		return because{ErrUnreadable, fmt.Errorf("make the world: %w", err)}
	}
	return nil
}

// open opens the database of an existing world and judges it.
func (s *Store) open(f *folder) error {
	desc, err := pebble.Peek(f.path(dbName), f.fs)
	switch {
	case err != nil:
		return because{ErrUnreadable, err}
	case !desc.Exists:
		return because{ErrNotAWorld, errors.New("its folder " + dbName + " holds no database")}
	case desc.FormatMajorVersion > engineFormat:
		return because{ErrNewer, fmt.Errorf("files of form %d, known are those to %d", desc.FormatMajorVersion, engineFormat)}
	}
	o := s.options()
	o.ErrorIfNotExists = true
	if err = s.engine(f.path(dbName), o); err != nil {
		return because{ErrUnreadable, f.suspect(err)}
	}
	err = s.judge()
	if err == nil {
		s.found = marked{s.kept.batch, s.kept.edits}
		if s.marked, err = f.readMark(); err != nil {
			err = because{ErrUnreadable, err}
		}
	}
	if failed := s.Err(); err == nil && failed != nil {
		err = because{ErrUnreadable, failed}
	}
	if err != nil {
		s.try(s.db.Close) // the first error says more
	}
	return err
}

// judge reads what the world is, tells whether it can be gone on with, and takes up its numbers.
func (s *Store) judge() error {
	value, err := get(s.db, metaKey(metaFormat))
	if err == nil && value == nil {
		err = errors.New("it has no record of its format")
	}
	if err != nil {
		return because{ErrUnreadable, err}
	}
	format, err := readFormat(value)
	if err != nil {
		return because{ErrUnreadable, fmt.Errorf("record of its format: %w", err)}
	}
	if format < 1 {
		return because{ErrUnreadable, fmt.Errorf("its format is %d", format)}
	}
	if format > Format {
		return because{ErrNewer, fmt.Errorf("its format is %d, known are those to %d", format, Format)}
	}
	if value, err = get(s.db, metaKey(metaWorld)); err != nil {
		return because{ErrUnreadable, err}
	}
	m, err := readMade(value)
	if err != nil {
		return because{ErrUnreadable, fmt.Errorf("record of what it is: %w", err)}
	}
	s.info = m.info()
	if err := s.opts.suit(&m); err != nil {
		return err
	}
	if s.opts.ReadOnly {
		if format < Format {
			return because{ErrOlder, fmt.Errorf("its format is %d, this is %d", format, Format)}
		}
	} else if err := s.migrate(format); err != nil {
		return because{ErrUnreadable, err}
	}
	if value, err = get(s.db, metaKey(metaState)); err == nil && value != nil {
		s.kept, err = readNumbers(value)
		s.clock.date = s.kept.date
	}
	if err == nil {
		s.said, err = nextSaid(s.db)
	}
	if err == nil && len(m.blocks) < len(s.opts.Blocks) && !s.opts.ReadOnly { // durable with the first batch, or before
		m.blocks = s.opts.Blocks
		s.waiting = s.db.NewBatch()
		err = s.waiting.Set(metaKey(metaWorld), appendMade(nil, &m), nil)
		s.wake <- struct{}{}
	}
	if err != nil {
		return because{ErrUnreadable, err}
	}
	return nil
}

// suit tells why a world does not suit what was asked for.
func (o *Options) suit(m *made) error {
	if o.SeedSet && o.Seed != m.seed {
		return because{ErrSeed, fmt.Errorf("%d was asked for, it has %d", o.Seed, m.seed)}
	}
	if g := int64(o.Generator); m.generator != g {
		err := fmt.Errorf("generator %d made it, this is %d", m.generator, g)
		if m.generator > g {
			return because{ErrNewer, err}
		}
		return because{ErrGenerator, err}
	}
	for i, name := range m.blocks {
		if i >= len(o.Blocks) || o.Blocks[i] != name {
			return because{ErrNewer, fmt.Errorf("block %d is %q, which is not known", i, name)}
		}
	}
	return nil
}

// folder is the folder of a world.
type folder struct {
	fs   vfs.FS
	dir  string
	made []string // folders that make made, the outermost last
}

func (f *folder) path(name string) string { return f.fs.PathJoin(f.dir, name) }

// fresh tells whether there is nothing yet, or refuses a folder that holds something else than a world. It changes
// nothing.
func (f *folder) fresh() (bool, error) {
	names, err := f.fs.List(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return true, nil
	case err != nil:
		return false, because{ErrUnreadable, err}
	case slices.Contains(names, dbName):
		return false, nil
	}
	for _, name := range names {
		if name != lockName && name != newName {
			return false, because{ErrNotAWorld, fmt.Errorf("it holds %q and no %s", name, dbName)}
		}
	}
	return true, nil
}

// make makes the folder and those above it, if they are missing, and makes them durable.
func (f *folder) make() error {
	for p := f.dir; ; p = f.fs.PathDir(p) {
		if _, err := f.fs.Stat(p); !errors.Is(err, fs.ErrNotExist) || p == f.fs.PathDir(p) {
			break
		}
		f.made = append(f.made, p)
	}
	err := f.fs.MkdirAll(f.dir, 0o755)
	for _, p := range f.made {
		if err == nil {
			err = f.sync(f.fs.PathDir(p))
		}
	}
	if err != nil {
		f.unmake()
		return because{ErrUnreadable, err}
	}
	return nil
}

// discard removes the world that create made, and the folder if it was missing. Only who found it fresh, holding the
// lock, may call it. What cannot be removed stays.
func (f *folder) discard() {
	f.fs.RemoveAll(f.path(dbName))
	f.fs.RemoveAll(f.path(newName))
	f.fs.Remove(f.path(lockName))
	f.fs.Remove(f.path(markName))
	f.unmake()
}

// unmake removes the folders that make made.
func (f *folder) unmake() {
	for _, p := range f.made {
		f.fs.Remove(p)
	}
}

// sync makes the names in a folder durable.
func (f *folder) sync(dir string) error {
	d, err := f.fs.OpenDir(dir)
	if err != nil {
		return err
	}
	return cmp.Or(d.Sync(), d.Close())
}

// lock takes the world for this program.
func (f *folder) lock() (io.Closer, error) {
	l, err := f.fs.Lock(f.path(lockName))
	if err == nil {
		return l, nil
	}
	f.unmake()
	var errno syscall.Errno
	if errors.As(err, &errno) && errno != syscall.EAGAIN && errno != sharingViolation {
		return nil, because{ErrUnreadable, err}
	}
	return nil, because{ErrLocked, err}
}
