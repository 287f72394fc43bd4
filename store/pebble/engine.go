package pebble

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable"
)

// engineFormat is the format of Pebble's files. A migration raises it; a new version of the module alone does not.
const engineFormat = pebble.FormatTableFormatV6

// Sizes of the database: an idle world is to cost little, and a step writes some 20 KB.
const (
	memTableBytes = 1 << 20
	cacheBytes    = 4 << 20
	openFiles     = 256
)

// engineOptions returns the options of Pebble for a store, with a new gate for its compactions. Values are compressed already, and so small that separating them
// from the keys would not pay.
func (s *Store) engineOptions() *pebble.Options {
	s.gate = newCompactionGate()
	o := &pebble.Options{
		FS:                          failstopFS{s.opts.FS, s},
		FormatMajorVersion:          engineFormat,
		MemTableSize:                memTableBytes,
		MemTableStopWritesThreshold: 8,
		CacheSize:                   cacheBytes,
		L0StopWritesThreshold:       tablesMax,
		MaxOpenFiles:                openFiles,
		CompactionConcurrencyRange:  func() (lower, upper int) { return 1, 1 },
		Logger:                      logger{s},
		BlockPropertyCollectors:     []func() pebble.BlockPropertyCollector{newCollector},
		EventListener: &pebble.EventListener{
			BackgroundError: func(err error) { s.fail(fmt.Errorf("write tables: %w", err)) },
			DataCorruption:  func(i pebble.DataCorruptionInfo) { s.fail(causedError{ErrUnreadable, i.Details}) },
		},
	}
	o.Experimental.CompactionScheduler = s.gate
	for i := range o.Levels {
		o.Levels[i].Compression = func() *sstable.CompressionProfile { return sstable.SnappyCompression }
	}
	if s.opts.ReadOnly {
		o.FS, o.ReadOnly = readOnlyFS{s.opts.FS}, true
	}
	if s.tune != nil {
		s.tune(o)
	}
	return o
}

// logger forwards the log of Pebble. Where Pebble wants to end the program it makes the store fail instead, and the owner of
// the store decides.
type logger struct{ s *Store }

func (l logger) Infof(format string, args ...any) {
	if l.s.log.Enabled(context.Background(), slog.LevelDebug) {
		l.s.log.Debug(fmt.Sprintf(format, args...))
	}
}

func (l logger) Errorf(format string, args ...any) {
	if l.s.log.Enabled(context.Background(), slog.LevelDebug) {
		l.s.log.Debug(fmt.Sprintf(format, args...))
	}
}

func (l logger) Fatalf(format string, args ...any) { l.s.fail(fmt.Errorf(format, args...)) }

// openEngine opens the database of a folder.
func (s *Store) openEngine(path string, o *pebble.Options) error {
	return s.try(func() error {
		db, err := pebble.Open(path, o)
		if err == nil {
			s.db = db
		}
		return err
	})
}
