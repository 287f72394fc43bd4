// Package visits is a bounded log on the disk of who came into a world, who left, and who was not let in, from where and with which key. It
// answers what operators ask about a player after the server was started again: when he was here, and who else came from there.
//
// Data flow: the host appends an event for each session that begins or ends and for each connection that is turned away, from the goroutine
// that writes the log, and reads for the commands record and alts from its goroutine for jobs. Invariants: the files of a folder never hold
// more than twice the bound of each kind, whatever strangers do; refusals have files of their own, so that they push no visit out; a line that
// is torn or damaged is left out and costs no other line; a name that comes and goes all the time is written once a minute.
package visits

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"voxtide/internal/keep"
)

// Kind is what happened.
type Kind string

// The kinds of events.
const (
	Came    Kind = "came"
	Left    Kind = "left"
	Ended   Kind = "ended" // by the server, for a reason
	Refused Kind = "refused"
)

// Event is a line of the log. Each text is cut at textMax bytes.
type Event struct {
	At   int64  `json:"t"`           // seconds since 1970
	Kind Kind   `json:"e"`           //
	Name string `json:"n,omitempty"` // "" for a connection that had not said
	Key  string `json:"k,omitempty"` // the first digits
	From string `json:"a,omitempty"` // an address, or what stands for it
	Text string `json:"x,omitempty"` // a reason
}

const (
	textMax = 200
	lineMax = 2048
	// bytesMax and refusalBytesMax bound a file; there are two of each kind, the present one and the one before.
	bytesMax        = 4 << 20
	refusalBytesMax = 1 << 20
	// repeatAfter is how long another visit of the same name from the same place is not written, in seconds.
	repeatAfter = 60
	// recentMax bounds the names for which the last visit is remembered.
	recentMax = 4096
)

// Log is the log of a folder. Use Open. All methods may be called from any goroutine.
type Log struct {
	mu      sync.Mutex
	visits  file
	refused file
	texts   keep.Texts       // of recent
	recent  map[string]int64 // when a name was last written as coming, by name and place
}

// file is a bounded file with the one before it.
type file struct {
	path string
	max  int64
	f    *os.File
	size int64
}

// Open opens the log in a folder, and makes the folder. Errors: those of the system.
func Open(dir string) (*Log, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	l := &Log{recent: map[string]int64{}}
	l.visits = file{path: filepath.Join(dir, "visits.log"), max: bytesMax}
	l.refused = file{path: filepath.Join(dir, "refused.log"), max: refusalBytesMax}
	return l, nil
}

// Append writes an event. Errors: those of the system; nothing is kept then, and the next call tries again.
func (l *Log) Append(e Event) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.Name, e.Key, e.From, e.Text = clean(e.Name), clean(e.Key), clean(e.From), clean(e.Text)
	if e.Kind == Refused {
		return l.refused.append(&e)
	}
	if e.Kind == Came && l.repeats(&e) {
		return nil
	}
	return l.visits.append(&e)
}

// repeats reports whether a visit of the same name from the same place is written already, and notes this one.
func (l *Log) repeats(e *Event) bool {
	who := e.Name + "\n" + e.From + "\n" + e.Key
	if at, known := l.recent[who]; known && e.At-at < repeatAfter && e.At >= at {
		return true
	}
	if len(l.recent) >= recentMax {
		clear(l.recent)
	}
	l.recent[l.texts.Keep(who)] = e.At
	return false
}

// clean makes a text of one line of at most textMax bytes.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	if len(s) > textMax {
		s = strings.ToValidUTF8(s[:textMax], "")
	}
	return s
}

func (f *file) append(e *Event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if f.f == nil {
		if err := f.open(); err != nil {
			return err
		}
	}
	if f.size+int64(len(line)) > f.max {
		if err := f.turn(); err != nil {
			return err
		}
	}
	n, err := f.f.Write(line)
	f.size += int64(n)
	if err != nil { // a torn line is ended before the next one
		f.close()
		return err
	}
	return nil
}

// open opens the present file; a line that was torn at its end is ended.
func (f *file) open() error {
	out, err := os.OpenFile(f.path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	info, err := out.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", f.path)
	}
	if err != nil {
		return errors.Join(err, out.Close())
	}
	f.f, f.size = out, info.Size()
	last := []byte{'\n'}
	if f.size > 0 {
		if _, err := out.ReadAt(last, f.size-1); err != nil {
			return errors.Join(err, f.close())
		}
	}
	if last[0] != '\n' {
		n, err := out.Write([]byte{'\n'})
		f.size += int64(n)
		if err != nil {
			return errors.Join(err, f.close())
		}
	}
	return nil
}

// turn makes the present file the one before, in the place of an older one.
func (f *file) turn() error {
	if err := f.close(); err != nil {
		return err
	}
	if err := os.Rename(f.path, f.path+".1"); err != nil {
		return err
	}
	return f.open()
}

func (f *file) close() error {
	if f.f == nil {
		return nil
	}
	err := f.f.Close()
	f.f, f.size = nil, 0
	return err
}

// Close closes the files.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return errors.Join(l.visits.close(), l.refused.close())
}

// Of returns the last events of a name, at most a number of them, the oldest first; and the other names that came from places from which
// that name came, in order. Errors: those of the system; what could be read is returned with them.
func (l *Log) Of(name string, most int) (own []Event, others []string, err error) {
	from := map[string]bool{}
	err = l.each(func(e *Event) {
		if e.Name != name {
			return
		}
		if own = append(own, *e); e.From != "" && e.Kind == Came {
			from[e.From] = true
		}
	})
	names := map[string]bool{}
	if err == nil && len(from) > 0 {
		err = l.each(func(e *Event) {
			if e.Kind == Came && from[e.From] && e.Name != name {
				names[e.Name] = true
			}
		})
	}
	slices.SortStableFunc(own, func(a, b Event) int { return int(max(-1, min(1, a.At-b.At))) })
	own = own[max(0, len(own)-most):]
	for n := range names {
		others = append(others, n)
	}
	slices.Sort(others)
	return own, others, err
}

// each calls f with each event of all files, the older file of a kind first.
func (l *Log) each(f func(e *Event)) error {
	var first error
	for _, path := range []string{l.refused.path + ".1", l.refused.path, l.visits.path + ".1", l.visits.path} {
		in, err := os.Open(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err == nil {
			err = Read(in, f)
			in.Close()
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// Read calls f with each event of a file, and leaves out what is none: a torn line, a damaged one, one that is too long. Errors: those of the
// reader.
func Read(from io.Reader, f func(e *Event)) error {
	in := bufio.NewReaderSize(from, lineMax)
	for skip := false; ; {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull): // the rest of this line is left out, too
			skip = true
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		var e Event
		if !skip && json.Unmarshal(line, &e) == nil && e.sound() {
			f(&e)
		}
		if skip = false; err != nil {
			return nil
		}
	}
}

// sound reports whether an event is one that Append writes.
func (e *Event) sound() bool {
	for _, s := range [...]string{e.Name, e.Key, e.From, e.Text} {
		if s != clean(s) {
			return false
		}
	}
	return e.At >= 0 && (e.Kind == Came || e.Kind == Left || e.Kind == Ended || e.Kind == Refused)
}
