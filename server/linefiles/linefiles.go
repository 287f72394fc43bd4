// Package linefiles keeps lines in the numbered files of a folder, within bounds: a log that its program searches, such as what was said.
//
// Data flow: a goroutine of the owner writes lines with a Writer, which begins another file when one is full and then removes the oldest;
// readers of any goroutine read the files of a Folder, while they are written. Invariants: the folder never holds more than its bounds, nor
// a file of which all is older than the lines are kept; each start of the program begins a file, so that no torn line is gone on with; a
// line that is torn or too long costs no other line.
package linefiles

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Folder is a folder of files of lines. A value; its methods may be called from any goroutine.
type Folder struct {
	Dir      string
	Prefix   string // of the names: PREFIX-1.log
	LineMax  int    // bytes of a line; longer ones are left out when they are read
	FileMax  int64  // bytes of a file,
	BytesMax int64  // of all of them,
	FilesMax int    // and how many there are at most
}

// Path returns the path of a file by its number.
func (f *Folder) Path(number int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("%s-%d.log", f.Prefix, number))
}

// Numbers returns the numbers of the files, the oldest first. Errors: those of the system.
func (f *Folder) Numbers() (out []int, err error) {
	all, err := os.ReadDir(f.Dir)
	for _, e := range all {
		n := 0
		if _, wrong := fmt.Sscanf(e.Name(), f.Prefix+"-%d.log", &n); wrong == nil && n > 0 && n < 1<<40 && e.Name() == filepath.Base(f.Path(n)) && e.Type().IsRegular() {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, err
}

// OlderThan reports whether all of a file was written before a time, in seconds since 1970.
func (f *Folder) OlderThan(number int, at int64) bool {
	info, err := os.Stat(f.Path(number))
	return err == nil && info.ModTime().Unix() < at
}

// Read calls a function with each line of a file, without its end; the line is the function's until it returns. A file that was removed
// meanwhile has none. Errors: those of the system.
func (f *Folder) Read(number int, each func(line []byte)) error {
	in, err := os.Open(f.Path(number))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(io.LimitReader(in, 2*f.FileMax), f.LineMax)
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) { // no line of ours: up to its end
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			line = nil
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			line = line[:n-1]
		}
		if len(line) > 0 {
			each(line)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// Writer writes the newest file. One goroutine uses it at a time.
type Writer struct {
	Folder Folder
	number int
	f      *os.File
	size   int64
}

// Write writes a line, which has no end yet, and before it begins a file removes those that are too many, or of which all was written
// before oldest, in seconds since 1970. Errors: those of the system; the line is lost then, and the next call tries another file.
func (w *Writer) Write(line []byte, oldest int64) error {
	if w.f == nil || w.size+int64(len(line)) >= w.Folder.FileMax {
		if err := w.turn(oldest); err != nil {
			return err
		}
	}
	n, err := w.f.Write(append(line, '\n'))
	if w.size += int64(n); err != nil { // the torn line stays in a file to which nothing is added any more
		return errors.Join(err, w.Close())
	}
	return nil
}

// turn begins a new file.
func (w *Writer) turn(oldest int64) error {
	if err := w.Close(); err != nil {
		return err
	}
	f := &w.Folder
	all, err := f.Numbers()
	if err != nil {
		return err
	}
	size := f.FileMax // of the new one
	for i, n := range slices.Backward(all) {
		w.number = max(w.number, n)
		info, err := os.Stat(f.Path(n))
		if err == nil {
			size += info.Size()
		}
		if err == nil && (size > f.BytesMax || i <= len(all)-f.FilesMax || info.ModTime().Unix() < oldest) {
			err = os.Remove(f.Path(n))
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	w.number++
	w.f, err = os.OpenFile(f.Path(w.number), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	w.size = 0
	return err
}

// Sync has the system write what was written to the disk. Errors: those of the system.
func (w *Writer) Sync() error {
	if w.f == nil {
		return nil
	}
	return w.f.Sync()
}

// Close closes the newest file; a further Write begins another one. Errors: those of the system.
func (w *Writer) Close() error {
	if w.f == nil {
		return nil
	}
	err := w.f.Close()
	w.f = nil
	return err
}
