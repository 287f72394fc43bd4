package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"voxtide/store"
	"voxtide/timestream"
)

// rollbacksName is the file, in the folder of a world, that says which edits were those of rollbacks.
const rollbacksName = "rollbacks.json"

// rolledMax is how many rollbacks are remembered, the newest.
const rolledMax = 64

// rolled is a rollback that is over.
type rolled struct {
	Number  int
	By      string // who asked for it
	Author  timestream.Stream
	What    string
	Set     int
	Over    int
	Blocked int
	Spans   []store.Span // of its edits
}

// String tells it in a line.
func (r *rolled) String() string {
	return fmt.Sprintf("rollback %d %s, for %s: %s set back, %d left", r.Number, r.What, r.By, some(r.Set, "block", "blocks"), r.Over+r.Blocked)
}

// rollbacks are those that are over. The loop reads and adds, one other goroutine at a time writes.
type rollbacks struct {
	file string
	mu   sync.Mutex
	all  []rolled
	top  int // the last number
}

var (
	errNoRollback = errors.New("there is no such rollback, or it is too long ago")
	errNothingSet = errors.New("that rollback has set nothing")
)

// next gives a number.
func (p *rollbacks) next() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.top++
	return p.top
}

// add remembers one.
func (p *rollbacks) add(r rolled) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, r)
	p.all = slices.Delete(p.all, 0, max(0, len(p.all)-rolledMax))
}

// find returns the rollback of a number, the last one that set anything for 0.
func (p *rollbacks) find(number int) (rolled, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range slices.Backward(p.all) {
		switch r := &p.all[i]; {
		case number == 0 && len(r.Spans) > 0, r.Number == number && len(r.Spans) > 0:
			return *r, nil
		case r.Number == number:
			return rolled{}, errNothingSet
		}
	}
	return rolled{}, errNoRollback
}

// last returns the last of them, the newest first.
func (p *rollbacks) last(n int) (out []rolled) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.all) - 1; i >= 0 && len(out) < n; i-- {
		out = append(out, p.all[i])
	}
	return out
}

// read reads the file; none is none.
func (p *rollbacks) read() error {
	text, err := os.ReadFile(p.file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var all []rolled
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("%s: %w", p.file, err)
	}
	p.all = all
	for i := range all {
		p.top = max(p.top, all[i].Number)
	}
	return nil
}

// write writes the file, whole and durable.
func (p *rollbacks) write() error {
	p.mu.Lock()
	text, err := json.Marshal(p.all)
	p.mu.Unlock()
	if err != nil {
		return err
	}
	return replace(p.file, string(text))
}
