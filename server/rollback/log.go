package rollback

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"voxtide/internal/atomicfile"
	"voxtide/store"
	"voxtide/timestream"
)

// LogName is the file in a world's folder that remembers which edits were those of rollbacks.
const LogName = "rollbacks.json"

// recordsMax is the number of rollbacks that are remembered, the newest.
const recordsMax = 64

// record describes a rollback that has ended. Its keys are those of the file.
type record struct {
	Number    int
	By        string            // who asked for it
	Author    timestream.Stream // in whose name the cells were set
	Text      string            `json:"What"`
	Done      int               `json:"Set"`  // cells set back
	Overbuilt int               `json:"Over"` // cells that others built over later
	Blocked   int               // cells in which a body stood
	Spans     []store.EditRange // the numbers of its edits
}

// String describes the rollback in a line.
func (r *record) String() string {
	return fmt.Sprintf("rollback %d %s, for %s: %s set back, %d left", r.Number, r.Text, r.By, countText(r.Done, "block", "blocks"), r.Overbuilt+r.Blocked)
}

// rollbackLog remembers the rollbacks that have ended. The loop reads and adds; one other goroutine at a time writes the file.
type rollbackLog struct {
	file       string
	mu         sync.Mutex // over what follows
	records    []record
	lastNumber int
}

var (
	errNoRollback = errors.New("there is no such rollback, or it is too long ago")
	errNothingSet = errors.New("that rollback has set nothing")
)

// nextNumber returns the number of a new rollback.
func (l *rollbackLog) nextNumber() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastNumber++
	return l.lastNumber
}

// add remembers a rollback.
func (l *rollbackLog) add(r record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.records = append(l.records, r)
	l.records = slices.Delete(l.records, 0, max(0, len(l.records)-recordsMax))
}

// find returns the rollback with a number; 0 stands for the last one that set a block.
func (l *rollbackLog) find(number int) (record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range slices.Backward(l.records) {
		switch r := &l.records[i]; {
		case number == 0 && len(r.Spans) > 0, r.Number == number && len(r.Spans) > 0:
			return *r, nil
		case r.Number == number:
			return record{}, errNothingSet
		}
	}
	return record{}, errNoRollback
}

// newest returns the last n rollbacks, the newest first.
func (l *rollbackLog) newest(n int) (out []record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.records) - 1; i >= 0 && len(out) < n; i-- {
		out = append(out, l.records[i])
	}
	return out
}

// read reads the file, if there is one.
func (l *rollbackLog) read() error {
	text, err := os.ReadFile(l.file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var all []record
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("%s: %w", l.file, err)
	}
	l.records = all
	for i := range all {
		l.lastNumber = max(l.lastNumber, all[i].Number)
	}
	return nil
}

// write replaces the file, whole and durable.
func (l *rollbackLog) write() error {
	l.mu.Lock()
	text, err := json.Marshal(l.records)
	l.mu.Unlock()
	if err != nil {
		return err
	}
	return atomicfile.Replace(l.file, text, 0o600)
}
