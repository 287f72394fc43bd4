package chatlog

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
)

// Query is what is looked for.
type Query struct {
	Name    string // of a player; "": of all
	Text    string // a part of the line, in capitals or not; "": every line
	Since   int64  // seconds since 1970
	Private bool   // private messages are found, too
	Most    int    // of the newest entries that fit
}

// fits reports whether a query finds an entry.
func (q *Query) fits(e *Entry) bool {
	return e.At >= q.Since && (e.Kind != Private || q.Private) && (q.Name == "" || strings.EqualFold(q.Name, e.Name)) &&
		(q.Text == "" || strings.Contains(strings.ToLower(e.Text), strings.ToLower(q.Text)))
}

// Search returns the newest entries that fit, the oldest first, and how many fit in all. What was added a moment ago may not be found yet. Errors:
// those of the system; what could be read is returned with them.
func (l *Log) Search(q Query) (found []Entry, all int, err error) {
	list, err := numbers(l.dir)
	slices.Reverse(list)
	for _, n := range list {
		info, e := os.Stat(path(l.dir, n))
		if e == nil && info.ModTime().Unix() < q.Since {
			continue // its last entry is older
		}
		var of []Entry
		e = read(path(l.dir, n), func(e *Entry) {
			if q.fits(e) {
				if all++; q.Most > 0 {
					of = append(of, *e)
				}
			}
		})
		if err == nil && !errors.Is(e, os.ErrNotExist) { // it may have been removed meanwhile
			err = e
		}
		keep := max(0, q.Most-len(found))
		found = append(of[max(0, len(of)-keep):], found...)
	}
	return found, all, err
}

// read calls a function with each entry of a file; what is no entry is left out.
func read(path string, f func(e *Entry)) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(io.LimitReader(in, 2*fileMax), lineMax)
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) { // no line of ours: up to its end
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = r.ReadSlice('\n')
			}
			line = nil
		}
		var e Entry
		if json.Unmarshal(line, &e) == nil && (e.Kind == Said || e.Kind == Command || e.Kind == Private) {
			e.Name, e.Text = clean(e.Name, nameMax), clean(e.Text, textMax)
			f(&e)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
