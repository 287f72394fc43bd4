package chatlog

import (
	"encoding/json"
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
	files := l.files.Folder
	list, err := files.Numbers()
	slices.Reverse(list)
	for _, n := range list {
		if files.OlderThan(n, q.Since) {
			continue
		}
		var of []Entry
		e := files.Read(n, func(line []byte) {
			e, ok := parse(line)
			if ok && q.fits(&e) {
				if all++; q.Most > 0 {
					of = append(of, e)
				}
			}
		})
		if err == nil {
			err = e
		}
		keep := max(0, q.Most-len(found))
		found = append(of[max(0, len(of)-keep):], found...)
	}
	return found, all, err
}

// parse reads a line; what is no entry is left out.
func parse(line []byte) (e Entry, ok bool) {
	if json.Unmarshal(line, &e) != nil || e.Kind != Said && e.Kind != Command && e.Kind != Private {
		return e, false
	}
	e.Name, e.Text = clean(e.Name, nameMax), clean(e.Text, textMax)
	return e, true
}
