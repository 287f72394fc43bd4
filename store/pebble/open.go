package pebble

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
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/faults"
	"voxtide/store"
	"voxtide/world"
)

// Open opens the world in a folder, or makes one where the folder is missing or empty. Its errors are the sentinels of this
// package, with the cause. A world that could not be made leaves nothing behind.
func Open(dir string, o Options) (*Store, error) { return openWith(dir, o, nil) }

// openWith is Open with a hook for the database's options, for tests.
func openWith(dir string, o Options, tune func(*pebble.Options)) (s *Store, err error) {
	o.defaults()
	s = &Store{
		dir: dir, opts: o, log: o.Log, tune: tune, limit: WaitingBytesMax,
		goroutines: goroutines{wake: make(chan struct{}, 1), closing: make(chan struct{}), writerDone: make(chan struct{}), prunerDone: make(chan struct{})},
		stopped:    failstop{failed: make(chan struct{}), halted: make(chan struct{})},
	}
	s.encode.rows = map[string]*writtenRow{}
	s.clock = worldClock{wall: o.WallClock, log: o.Log, at: time.Now()}
	f := folder{fs: o.FS, dir: dir}
	if err := f.checkPlainFiles(); err != nil {
		return nil, err
	}
	if o.ReadOnly {
		if err := s.openReadOnly(&f); err != nil {
			return nil, err
		}
		return s, nil
	}
	if _, err := f.isEmpty(); err != nil { // before anything is touched
		return nil, err
	}
	if err := f.create(); err != nil {
		return nil, err
	}
	if s.lock, err = f.lock(); err != nil {
		return nil, err
	}
	fresh, err := f.isEmpty() // again: another program may just have made it
	if err == nil && fresh {
		err = s.create(&f)
	}
	if err == nil {
		err = s.open(&f)
	}
	if err != nil {
		s.releaseEngineLock()
		s.lock.Close()
		if fresh {
			f.discard()
		}
		return nil, err
	}
	if err := s.MissingTail(); err != nil {
		s.log.Error("something is missing: a backup may have it; the world goes on with what is here", "err", firstLine(err))
	}
	s.startWatermark(&f)
	go s.runWriter()
	go s.runPruner()
	return s, nil
}

// defaults sets zero values to what they stand for.
func (o *Options) defaults() {
	if o.FS == nil {
		o.FS = plainFS{vfs.Default}
	}
	if o.WallClock == nil {
		o.WallClock = func() int64 { return time.Now().UnixMilli() }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// IsWorld reports whether a folder holds a world, readable or not.
func IsWorld(dir string) bool {
	i, err := os.Stat(filepath.Join(dir, dbName))
	return err == nil && i.IsDir()
}

// create makes a new world under another name, and renames it once it is whole.
func (s *Store) create(f *folder) error {
	err := func() error {
		if err := f.fs.RemoveAll(f.path(newName)); err != nil {
			return err
		}
		if err := s.openEngine(f.path(newName), s.engineOptions()); err != nil {
			return err
		}
		err := s.try(func() error {
			b := s.db.NewBatch()
			w := batchWriter{to: b}
			w.set(metaKey(metaFormat), appendFormat(nil, Format))
			w.set(metaKey(metaWorld), appendWorld(nil, &worldRecord{
				seed: s.opts.Seed, generator: int64(s.opts.Generator), created: time.Now().UnixMilli(), blocks: s.opts.Blocks,
			}))
			return cmp.Or(w.err, s.db.Apply(b, pebble.Sync), s.db.Close())
		})
		return cmp.Or(s.Err(), err, s.releaseEngineLock())
	}()
	if err == nil {
		err = f.fs.Rename(f.path(newName), f.path(dbName))
	}
	if err == nil {
		err = f.sync(f.dir)
	}
	if err != nil {
		return causedError{ErrUnreadable, fmt.Errorf("make the world: %w", err)}
	}
	return nil
}

// open opens the database of an existing world, and checks it.
func (s *Store) open(f *folder) error {
	desc, err := pebble.Peek(f.path(dbName), f.fs)
	switch {
	case err != nil:
		return causedError{ErrUnreadable, err}
	case !desc.Exists:
		return causedError{ErrNotAWorld, errors.New("its folder " + dbName + " holds no database")}
	case desc.FormatMajorVersion > engineFormat:
		return causedError{ErrNewer, fmt.Errorf("files of form %d, known are those to %d", desc.FormatMajorVersion, engineFormat)}
	}
	o := s.engineOptions()
	o.ErrorIfNotExists = true
	if err = s.openEngine(f.path(dbName), o); err != nil {
		return causedError{ErrUnreadable, f.diagnose(err)}
	}
	err = s.validate()
	if err == nil {
		s.opened = progress{s.state.batch, s.state.edits}
		if s.claimed, err = f.readWatermark(); err != nil {
			err = causedError{ErrUnreadable, err}
		}
	}
	if failed := s.Err(); err == nil && failed != nil {
		err = causedError{ErrUnreadable, failed}
	}
	if err != nil {
		s.try(s.db.Close) // the first error says more
	}
	return err
}

// validate reads the records of the world, returns why it cannot be used, and takes over its numbers.
func (s *Store) validate() error {
	value, err := get(s.db, metaKey(metaFormat))
	if err == nil && value == nil {
		err = errors.New("it has no record of its format")
	}
	if err != nil {
		return causedError{ErrUnreadable, err}
	}
	format, err := readFormat(value)
	if err != nil {
		return causedError{ErrUnreadable, fmt.Errorf("record of its format: %w", err)}
	}
	if format < 1 {
		return causedError{ErrUnreadable, fmt.Errorf("its format is %d", format)}
	}
	if format > Format {
		return causedError{ErrNewer, fmt.Errorf("its format is %d, known are those to %d", format, Format)}
	}
	if value, err = get(s.db, metaKey(metaWorld)); err != nil {
		return causedError{ErrUnreadable, err}
	}
	m, err := readWorld(value)
	if err != nil {
		return causedError{ErrUnreadable, fmt.Errorf("record of what it is: %w", err)}
	}
	s.info = m.info()
	if err := s.opts.matches(&m); err != nil {
		return err
	}
	numbers, err := world.NewNumbering(m.blocks, s.opts.Blocks)
	if err != nil {
		return causedError{ErrNewer, err}
	}
	if s.info.Kept, err = loadLand(s.db); err != nil {
		return causedError{ErrUnreadable, err}
	}
	for _, k := range s.info.Kept {
		if err := s.opts.knows(int64(k.Generator)); err != nil {
			return err
		}
	}
	if s.opts.anyFormat {
		return nil
	}
	if s.opts.ReadOnly {
		if format < Format {
			return causedError{ErrOlder, fmt.Errorf("its format is %d, this is %d", format, Format)}
		}
		if !numbers.Same() {
			return causedError{ErrOlder, errors.New("its blocks have other numbers")}
		}
	} else if err := s.migrate(format); err != nil {
		return causedError{ErrUnreadable, err}
	} else if !numbers.Same() {
		if err := s.renumber(&m, numbers); err != nil {
			return causedError{ErrUnreadable, err}
		}
	}
	if value, err = get(s.db, metaKey(metaState)); err == nil && value != nil {
		s.state, err = readState(value)
		s.clock.date = s.state.date
	}
	if err == nil {
		s.encode.nextChatSeq, err = nextChatSeq(s.db)
	}
	if err == nil {
		_, err = loadLog(s.db, s.state.batch)
	}
	if err == nil && !slices.Equal(m.blocks, s.opts.Blocks) && !s.opts.ReadOnly { // durable with the first batch, or before
		m.blocks = s.opts.Blocks
		s.waiting = s.db.NewBatch()
		err = s.waiting.Set(metaKey(metaWorld), appendWorld(nil, &m), nil)
		s.goroutines.wake <- struct{}{}
	}
	if err != nil {
		return causedError{ErrUnreadable, err}
	}
	return nil
}

// matches returns why a world is not the one that was asked for, nil if it is.
func (o *Options) matches(m *worldRecord) error {
	if o.SeedSet && o.Seed != m.seed {
		return causedError{ErrSeed, fmt.Errorf("%d was asked for, it has %d", o.Seed, m.seed)}
	}
	return o.knows(m.generator)
}

// knows returns why land of a generator cannot be made, nil if it can.
func (o *Options) knows(generator int64) error {
	known := o.Generators
	if known == nil {
		known = []int{o.Generator}
	}
	newest := int64(0)
	for _, n := range known {
		if int64(n) == generator {
			return nil
		}
		newest = max(newest, int64(n))
	}
	if generator > newest {
		return causedError{ErrNewer, fmt.Errorf("generator %d made it, the newest one here is %d", generator, newest)}
	}
	return causedError{ErrGenerator, fmt.Errorf("generator %d made it, here are %v", generator, known)}
}

// Close implements store.Store. After an error it gives up what hangs in the database, which the end of the program
// then frees.
func (s *Store) Close() error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.closed {
		return store.ErrClosed
	}
	s.closed = true
	close(s.goroutines.closing)
	err := s.try(func() error {
		<-s.goroutines.writerDone
		<-s.goroutines.prunerDone
		if s.opts.ReadOnly {
			return s.db.Close()
		}
		// Records that are only in the log, behind a damaged one, would be lost silently: damage looks like a torn end.
		return cmp.Or(s.db.Flush(), s.db.Close())
	})
	err = cmp.Or(s.Err(), err)
	return cmp.Or(err, s.watermark.close(err == nil), s.releaseEngineLock(), s.lock.Close())
}

// openReadOnly opens an existing world to be read. A disk that takes no lock takes no writes of others either.
func (s *Store) openReadOnly(f *folder) error {
	fresh, err := f.isEmpty()
	switch {
	case err != nil:
		return err
	case fresh:
		return causedError{ErrNotAWorld, errors.New("it holds nothing")}
	}
	s.lock, err = f.lock()
	if errors.Is(err, ErrLocked) {
		return err
	}
	if err != nil {
		s.lock = io.NopCloser(nil)
	}
	if err = s.open(f); err != nil {
		s.lock.Close()
		return err
	}
	close(s.goroutines.writerDone)
	close(s.goroutines.prunerDone)
	return nil
}

// MissingTail returns an ErrMissingTail if the world once had more batches than it had when it was opened.
func (s *Store) MissingTail() error {
	if s.opened.batch >= s.claimed.batch || faults.Active(faults.TornTailBelieved) {
		return nil
	}
	return causedError{ErrMissingTail, fmt.Errorf("edit %d and batch %d are the last ones here, there were edit %d and batch %d: a log in %s is lost or damaged",
		s.opened.edits, s.opened.batch, s.claimed.edits, s.claimed.batch, dbName)}
}

// startWatermark begins to write the watermark. A disk that does not take the file costs the watermark alone.
func (s *Store) startWatermark(f *folder) {
	m := &watermark{wake: make(chan struct{}, 1), closing: make(chan struct{})}
	file, err := f.fs.OpenReadWrite(f.path(watermarkName), vfs.WriteCategoryUnspecified)
	if err == nil {
		now := progress{s.state.batch, s.state.edits}.line()
		_, err = file.WriteAt(append(now, now...), 0) // both: the greater one counts
		err = errors.Join(err, file.Sync(), f.sync(f.dir))
	}
	if err != nil {
		s.log.Warn("a check will not know whether the last changes of the world are missing", "err", firstLine(err))
		if file != nil {
			file.Close()
		}
		return
	}
	m.file = file
	s.watermark = m
	m.ended.Go(m.run)
}

// readWatermark returns the newest line of a world's watermark, the zero value if there is none.
func (f *folder) readWatermark() (newest progress, err error) {
	file, err := f.fs.Open(f.path(watermarkName))
	if errors.Is(err, fs.ErrNotExist) {
		return newest, nil
	}
	if err != nil {
		return newest, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 2*watermarkLine))
	for ; len(text) > 0; text = text[min(watermarkLine, len(text)):] {
		if m, ok := parseProgress(text[:min(watermarkLine, len(text))]); ok && m.batch >= newest.batch {
			newest = m
		}
	}
	return newest, err
}
