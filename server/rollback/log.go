package rollback

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"voxtide/internal/atomicfile"
	"voxtide/internal/faults"
	"voxtide/store"
	"voxtide/timestream"
)

// LogName is the file in a world's folder that remembers which edits were those of rollbacks.
const LogName = "rollbacks.json"

// recordsMax is the number of rollbacks that are remembered, the newest; buildRecordsMax that of what builders did.
const (
	recordsMax      = 64
	buildRecordsMax = 256
)

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
	Build     bool              `json:",omitempty"` // it is an operation of a builder, or undoes one
	Undoes    int               `json:",omitempty"` // the operation of a builder that it undoes
}

// String describes the rollback in a line.
func (r *record) String() string {
	if r.Build {
		return fmt.Sprintf("build %d: %s, for %s: %s set, %d left", r.Number, r.Text, r.By, countText(r.Done, "block", "blocks"), r.Overbuilt+r.Blocked)
	}
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

	errNothingBuilt  = errors.New("there is nothing of yours to undo")
	errNothingUndone = errors.New("there is nothing that you have undone, or you have built since")
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
	most, count := recordsMax, 0
	if r.Build {
		most = buildRecordsMax
	}
	for i := range l.records {
		if l.records[i].Build == r.Build {
			count++
		}
	}
	if count > most {
		i := slices.IndexFunc(l.records, func(o record) bool { return o.Build == r.Build })
		l.records = slices.Delete(l.records, i, i+1)
	}
}

// lastBuild returns the last operation of a builder that is not undone or, with redo, the last undoing that is not redone. Its spans are those of all
// that its author did and undid since, too, which comes to nothing: so it is taken back also where that was.
func (l *rollbackLog) lastBuild(author timestream.Stream, redo bool) (record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var done, undone []int // indices of records, the newest last
	at := func(list []int, number int) int {
		return slices.IndexFunc(list, func(i int) bool { return l.records[i].Number == number })
	}
	for i := range l.records {
		switch r := &l.records[i]; {
		case !r.Build || r.Author != author || len(r.Spans) == 0:
		case r.Undoes == 0:
			done, undone = append(done, i), nil
		default:
			if n := at(done, r.Undoes); n >= 0 {
				done, undone = slices.Delete(done, n, n+1), append(undone, i)
			} else if n := at(undone, r.Undoes); n >= 0 {
				undone, done = slices.Delete(undone, n, n+1), append(done, i)
			}
		}
	}
	switch {
	case redo && len(undone) == 0:
		return record{}, errNothingUndone
	case redo:
		done = undone
	case len(done) == 0:
		return record{}, errNothingBuilt
	}
	last := done[len(done)-1]
	r := l.records[last]
	for _, later := range l.records[last+1:] {
		if later.Build && later.Author == author && !faults.Active(faults.UndoOneAlone) {
			r.Spans = append(r.Spans[:len(r.Spans):len(r.Spans)], later.Spans...)
		}
	}
	return r, nil
}

// find returns the rollback with a number; 0 stands for the last one that set a block.
func (l *rollbackLog) find(number int) (record, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range slices.Backward(l.records) {
		switch r := &l.records[i]; {
		case number == 0 && len(r.Spans) > 0 && !r.Build, r.Number == number && len(r.Spans) > 0:
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
