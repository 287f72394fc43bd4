// Package logfile is the file of a program's log that turns over by size and by day: full ones get the time in their name, are compressed,
// and the oldest are removed.
//
// Owner: the program that opens a File; its methods may be called from any goroutine. Data flow: Write appends to the present file; one that is over is
// renamed, and a goroutine compresses it and removes those that are too many. Invariants: a line is in one file, whole; a disk that takes
// nothing keeps nobody waiting and loses no line: what cannot be written goes to another writer, which is told why once.
package logfile

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options says where a log is and how much of it is kept.
type Options struct {
	Path  string           // of the present file
	Bytes int64            // of a file, at most, but for a longer line; 0: any number
	Files int              // that are over and kept; 0: none
	Now   func() time.Time // nil: time.Now. A file is over when its day is
	Else  io.Writer        // takes what the disk does not
}

// File is the file of a log. Use Open.
type File struct {
	o       Options
	mu      sync.Mutex
	f       *os.File
	size    int64
	day     string    // of the file
	triedAt time.Time // when the disk last took nothing
	failing bool
	packing sync.WaitGroup
	busy    bool // old files are being compressed
	again   bool // and there are more by now
}

// retryAfter is after what time a disk is tried again that took nothing.
const retryAfter = time.Second

// Open returns the file of a log, and makes its folder. A disk that takes nothing is no error: see Options.Else.
func Open(o Options) *File {
	if o.Now == nil {
		o.Now = time.Now
	}
	f := &File{o: o}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open()
	f.pack()
	return f
}

// Write implements io.Writer for a line with its end. It never fails.
func (f *File) Write(line []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.write(line); err != nil {
		if f.close(); !f.failing {
			fmt.Fprintf(f.o.Else, "the log goes here, as its file takes nothing: %v\n", err)
		}
		f.failing, f.triedAt = true, f.o.Now()
		f.o.Else.Write(line)
		return len(line), nil
	}
	f.failing = false
	return len(line), nil
}

// write appends a line to the present file.
func (f *File) write(line []byte) error {
	now := f.o.Now()
	if f.failing && now.Sub(f.triedAt) < retryAfter && now.After(f.triedAt) {
		return errors.New("it took nothing a moment ago")
	}
	if f.f == nil {
		if err := f.open(); err != nil {
			return err
		}
	}
	if f.size > 0 && (dayOf(now) != f.day || f.o.Bytes > 0 && f.size+int64(len(line)) > f.o.Bytes) {
		if err := f.turn(now); err != nil {
			return err
		}
	}
	n, err := f.f.Write(line)
	f.size += int64(n)
	return err
}

func dayOf(t time.Time) string { return t.Format("20060102") }

// open opens the present file, with what is in it; a line that was torn at its end is ended.
func (f *File) open() error {
	if err := os.MkdirAll(filepath.Dir(f.o.Path), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(f.o.Path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o640)
	if err != nil {
		return err
	}
	info, err := out.Stat()
	if err != nil {
		return errors.Join(err, out.Close())
	}
	f.f, f.size, f.day = out, info.Size(), dayOf(f.o.Now())
	if f.size == 0 {
		return nil
	}
	f.day = dayOf(info.ModTime().In(f.o.Now().Location()))
	last := []byte{'\n'}
	if _, err := out.ReadAt(last, f.size-1); err != nil || last[0] == '\n' {
		return err
	}
	n, err := out.Write([]byte{'\n'})
	f.size += int64(n)
	return err
}

func (f *File) close() {
	if f.f != nil {
		f.f.Close()
		f.f, f.size = nil, 0
	}
}

// turn ends the present file and begins another.
func (f *File) turn(now time.Time) error {
	f.close()
	name, ext := f.parts()
	old := ""
	for i := 0; ; i++ { // several in a second
		old = fmt.Sprintf("%s-%s-%03d%s", name, now.Format("20060102-150405"), i, ext)
		if !exists(old) && !exists(old+packed) {
			break
		}
	}
	if err := os.Rename(f.o.Path, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f.pack()
	return f.open()
}

// packed ends the name of a compressed file.
const packed = ".gz"

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// parts returns the path in front of the ending, and the ending.
func (f *File) parts() (name, ext string) {
	ext = filepath.Ext(f.o.Path)
	return strings.TrimSuffix(f.o.Path, ext), ext
}

// pack has the files that are over compressed, and removes those that are too many.
func (f *File) pack() {
	if f.busy {
		f.again = true
		return
	}
	f.busy = true
	f.packing.Go(func() {
		for more := true; more; {
			err := f.packAll()
			f.mu.Lock()
			if err != nil {
				fmt.Fprintf(f.o.Else, "old files of the log are not in order: %v\n", err)
			}
			more, f.again = f.again, false
			f.busy = more
			f.mu.Unlock()
		}
	})
}

// packAll compresses the files that are over, and removes those that are too many, the oldest first.
func (f *File) packAll() error {
	old, err := f.old()
	for i, p := range old {
		switch {
		case i < len(old)-f.o.Files:
			err = errors.Join(err, os.Remove(p))
		case !strings.HasSuffix(p, packed):
			err = errors.Join(err, compress(p))
		}
	}
	return err
}

// old returns the files that are over, the oldest first. A copy that was not finished is removed.
func (f *File) old() (out []string, err error) {
	name, ext := f.parts()
	all, err := os.ReadDir(filepath.Dir(f.o.Path))
	for _, e := range all {
		p := filepath.Join(filepath.Dir(f.o.Path), e.Name())
		rest, ok := strings.CutPrefix(p, name+"-")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		var day, second, n int
		if _, wrong := fmt.Sscanf(rest, "%8d-%6d-%d", &day, &second, &n); wrong != nil {
			continue
		}
		stamp := fmt.Sprintf("%08d-%06d-%03d%s", day, second, n, ext)
		switch rest {
		case stamp + packed + part:
			os.Remove(p)
		case stamp, stamp + packed:
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out, err
}

// part ends the name of a compressed file that is not whole yet.
const part = ".part"

// compress puts a compressed file in the place of a file.
func compress(path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	to := path + packed
	out, err := os.OpenFile(to+part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o640)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(out)
	_, err = io.Copy(z, in)
	err = errors.Join(err, z.Close(), out.Close())
	if err == nil {
		err = os.Rename(to+part, to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(to+part))
	}
	return os.Remove(path)
}

// Reopen opens the file again, after another program has moved it away.
func (f *File) Reopen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.close()
	f.failing = false
}

// Close closes the file, and waits until old ones are compressed. What is written after it opens it again.
func (f *File) Close() {
	f.packing.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.close()
}
