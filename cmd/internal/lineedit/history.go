package lineedit

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"voxtide/internal/atomicfile"
	"voxtide/settings"
)

const (
	// HistoryMax is how many lines a history keeps.
	HistoryMax = 1000
	lineMax    = 1024    // bytes of a line that is kept
	fileMax    = 4 << 20 // bytes that are read: programs that ran side by side wrote it
)

// History is what was typed, newest first, kept in a file that only its owner reads. A line that begins with a space, that is
// empty or that repeats the one before is not kept. It is for any goroutine.
type History struct {
	mu    sync.Mutex
	path  string   // "": in memory alone
	lines []string // oldest first
}

// OpenHistory reads a history. One that cannot be read is empty, and kept in memory alone; the error says why.
func OpenHistory(path string) (*History, error) {
	h := &History{}
	i, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		h.path = path
		return h, nil
	case err != nil:
		return h, err
	case !i.Mode().IsRegular() || i.Size() > fileMax:
		return h, &fs.PathError{Op: "read the history", Path: path, Err: errors.New("it is no file of lines; move it away")}
	}
	settings.RestrictPermissions(path) // one whose mode cannot be changed is used, too
	text, err := os.ReadFile(path)
	if err != nil {
		return h, err
	}
	h.path = path
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		h.add(strings.TrimSuffix(line, "\n"))
	}
	if n > 2*HistoryMax || n > len(h.lines)+HistoryMax {
		err = atomicfile.Replace(path, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
	}
	return h, err
}

// add keeps a line in memory, and reports whether it is one to keep.
func (h *History) add(line string) bool {
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if line == "" || len(line) > lineMax || line[0] == ' ' || !utf8.ValidString(line) || strings.ContainsFunc(line, bad) {
		return false
	}
	if n := len(h.lines); n > 0 && h.lines[n-1] == line {
		return false
	}
	if h.lines = append(h.lines, line); len(h.lines) > HistoryMax {
		h.lines = append(h.lines[:0], h.lines[len(h.lines)-HistoryMax:]...)
	}
	return true
}

// Add keeps a line. Where the file cannot be written it is kept in memory.
func (h *History) Add(line string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.add(line) || h.path == "" {
		return
	}
	f, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	f.WriteString(line + "\n") // a full disk costs the line
	f.Close()
}

// Len returns the number of lines.
func (h *History) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.lines)
}

// At returns a line; 0 is the newest.
func (h *History) At(i int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lines[len(h.lines)-1-i]
}
