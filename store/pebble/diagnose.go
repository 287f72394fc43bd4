package pebble

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/record"
)

// diagnose adds the name of a damaged log to the error of a database that cannot be opened: Pebble names tables, not logs.
func (f *folder) diagnose(err error) error {
	names, e := f.fs.List(f.path(dbName))
	if e != nil || !errors.Is(err, pebble.ErrCorruption) && !record.IsInvalidRecord(err) && !strings.Contains(err.Error(), "WAL") {
		return err
	}
	for _, name := range names {
		number, isLog := strings.CutSuffix(name, ".log")
		n, e := strconv.ParseUint(number, 10, 64)
		if !isLog || e != nil {
			continue
		}
		if e := f.readLog(name, n); e != nil {
			return fmt.Errorf("file %s: %w", f.fs.PathJoin(dbName, name), err)
		}
	}
	return err
}

// readLog reads a log to its end, which may be torn.
func (f *folder) readLog(name string, number uint64) error {
	file, err := f.fs.Open(f.fs.PathJoin(f.path(dbName), name))
	if err != nil {
		return err
	}
	defer file.Close()
	for r := newLogReader(record.NewReader, file, number); err == nil; {
		var one io.Reader
		if one, err = r.Next(); err == nil {
			_, err = io.Copy(io.Discard, one)
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// newLogReader makes a reader of a log: the type of its number has no name outside Pebble.
func newLogReader[N ~uint64](make func(io.Reader, N) *record.Reader, log io.Reader, number uint64) *record.Reader {
	return make(log, N(number))
}
