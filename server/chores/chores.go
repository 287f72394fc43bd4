// Package chores does work on the land of a world that takes long, beside the game: it drops land that nobody needs (prune), and makes land before
// anybody comes (pregenerate).
//
// Data flow: a command makes an Order; the Worker does one after the other in a goroutine of its own, through the interface Land, and hands the
// answer to the loop. Orders that are not done yet are kept in a file, and gone on with after a restart. Owner: the loop, for Add, Status and
// Cancel, which return at once. Invariants: an order is answered once, unless the world ends first; a worker rests as long as it works, so it takes
// half of a core at most; a world that ends in the middle of an order, however it ends, is in order.
package chores

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"voxtide/internal/atomicfile"
	"voxtide/store"
	"voxtide/world"
)

// FileName is the file in the folder of a world that holds the orders that are not done.
const FileName = "chores.json"

// Kind is what is to be done.
type Kind string

// The kinds of orders.
const (
	Prune       Kind = "prune"
	Pregenerate Kind = "pregenerate"
)

// Order is something to be done. Its keys are those of the file.
type Order struct {
	Number int
	Kind   Kind
	By     string
	Show   bool      `json:",omitempty"` // of Prune: nothing is dropped, but said what would be
	Unseen int64     `json:",omitempty"` // of Prune: land that nobody has seen or changed for that number of seconds
	Radius int32     `json:",omitempty"` // of Pregenerate: blocks around At
	At     world.Pos //
}

// String names an order, for people.
func (o *Order) String() string {
	switch o.Kind {
	case Prune:
		return fmt.Sprintf("job %d: prune unseen=%s unclaimed", o.Number, daysText(o.Unseen))
	default:
		return fmt.Sprintf("job %d: %s %d around %d %d", o.Number, o.Kind, o.Radius, o.At.X, o.At.Z)
	}
}

func daysText(seconds int64) string {
	if seconds%86400 == 0 {
		return fmt.Sprintf("%dd", seconds/86400)
	}
	return (time.Duration(seconds) * time.Second).String()
}

// OrdersMax bounds the orders that wait; endedMax those that are over and still listed.
const (
	OrdersMax = 8
	endedMax  = 5
)

// Errors that end orders.
var (
	errCancelled = errors.New("cancelled")
	// ErrClosing says that the world ends.
	ErrClosing = errors.New("the world ends")
	// ErrBusy says that too many orders wait.
	ErrBusy = errors.New("too many jobs wait: cancel one, or ask again later")
)

// Worker does orders. Use New.
type Worker struct {
	land   Land
	made   Made // nil: land cannot be made ahead
	file   string
	log    *slog.Logger
	number func() int
	post   func(func())

	wake    chan struct{}
	closing chan struct{}
	done    sync.WaitGroup

	mu    sync.Mutex // over what follows
	list  []*task    // the first one may be under way
	ended []string
}

// task is an order that waits or is under way.
type task struct {
	Order
	stop     chan struct{} // closed when somebody cancels it
	stopped  bool
	progress string
	answer   func(lines []string) // nil: who asked has gone
}

// New returns a worker for a world in a folder, with the orders that were left. number returns the number of a new job; post has the loop call a
// function. Begin begins with them.
func New(land Land, made Made, file string, log *slog.Logger, number func() int, post func(func())) *Worker {
	k := &Worker{land: land, made: made, file: file, log: log, number: number, post: post, wake: make(chan struct{}, 1), closing: make(chan struct{})}
	data, err := os.ReadFile(file)
	var left []Order
	if err == nil {
		err = json.Unmarshal(data, &left)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Error("it is not known which jobs on the land were left", "why", err)
	}
	for _, o := range left[:min(len(left), OrdersMax)] {
		if o.valid() {
			log.Info("a job on the land goes on", "job", o.String(), "by", o.By)
			k.list = append(k.list, &task{Order: o, stop: make(chan struct{})})
		}
	}
	return k
}

// valid reports whether an order from the file is one that somebody could have given.
func (o *Order) valid() bool {
	return o.Kind == Prune && o.Unseen > 0 || o.Kind == Pregenerate && o.Radius > 0 && o.Radius <= RadiusMax
}

// Begin starts the goroutine.
func (k *Worker) Begin() {
	k.done.Go(k.run)
	k.rouse()
}

// Close ends it, and waits for it. What is not done stays in the file.
func (k *Worker) Close() {
	close(k.closing)
	k.done.Wait()
}

// Closing is closed when the worker ends: who waits for the loop on its behalf waits no longer.
func (k *Worker) Closing() <-chan struct{} { return k.closing }

func (k *Worker) rouse() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Add takes an order, whose number it sets. answer is called by the loop, once.
func (k *Worker) Add(o Order, answer func(lines []string)) {
	k.mu.Lock()
	if len(k.list) >= OrdersMax {
		k.mu.Unlock()
		answer([]string{ErrBusy.Error()})
		return
	}
	o.Number = k.number()
	k.list = append(k.list, &task{Order: o, stop: make(chan struct{}), answer: answer})
	k.mu.Unlock()
	k.log.Info("a job on the land is asked for", "job", o.String(), "by", o.By, "show", o.Show)
	k.rouse()
}

// Status returns a line for each order that is under way, waits or is over.
func (k *Worker) Status() (lines []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, t := range k.list {
		text := "waits"
		if i == 0 && t.progress != "" {
			text = t.progress
		}
		lines = append(lines, t.String()+", for "+t.By+": "+text)
	}
	return append(lines, k.ended...)
}

// Cancel ends the order of a number, 0 for the first, and says so; false if there is none.
func (k *Worker) Cancel(number int) (line string, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.list {
		if !t.stopped && (number == 0 || number == t.Number) {
			t.stopped = true
			close(t.stop)
			return t.String() + " is cancelled", true
		}
	}
	return "", false
}

// run is the goroutine.
func (k *Worker) run() {
	for {
		k.mu.Lock()
		var t *task
		if len(k.list) > 0 {
			t = k.list[0]
		}
		k.mu.Unlock()
		if t == nil {
			select {
			case <-k.wake:
				continue
			case <-k.closing:
				return
			}
		}
		k.keep()
		lines, err := k.do(t)
		if errors.Is(err, ErrClosing) {
			return
		}
		if err != nil {
			lines = append(lines, fmt.Sprintf("%s: it is not done: %v", t.String(), err))
		}
		for _, l := range lines {
			k.log.Info("a job on the land is over", "job", t.Number, "by", t.By, "what", l)
		}
		k.mu.Lock()
		k.list = slices.Delete(k.list, 0, 1)
		if len(lines) > 0 && !t.Show {
			if k.ended = append(k.ended, lines[0]); len(k.ended) > endedMax {
				k.ended = k.ended[1:]
			}
		}
		k.mu.Unlock()
		k.keep()
		if t.answer != nil {
			k.post(func() { t.answer(lines) })
		}
	}
}

// do does an order.
func (k *Worker) do(t *task) ([]string, error) {
	p := &pace{worker: k, task: t, since: time.Now()}
	if err := p.rest(); err != nil {
		return nil, err
	}
	if t.Kind == Prune {
		return k.prune(p)
	}
	return k.pregenerate(p)
}

// keep writes the orders that are not done into the file.
func (k *Worker) keep() {
	left := []Order{}
	k.mu.Lock()
	for _, t := range k.list {
		if !t.Show && !t.stopped {
			left = append(left, t.Order)
		}
	}
	k.mu.Unlock()
	data, err := json.MarshalIndent(left, "", "\t")
	if old, _ := os.ReadFile(k.file); err == nil && string(old) != string(data) && (len(left) > 0 || old != nil) {
		err = atomicfile.Replace(k.file, data, 0o600)
	}
	if err != nil {
		k.log.Error("jobs on the land are not kept for after a restart", "why", err)
	}
}

// pace bounds what a task takes, and tells it when to end.
type pace struct {
	worker *Worker
	task   *task
	since  time.Time // the begin of the work after the last rest
}

// restAfter is how long a worker works at least before it rests as long.
const restAfter = 5 * time.Millisecond

// rest rests as long as was worked since the last rest; the error says why the task must not go on.
func (p *pace) rest() error {
	select {
	case <-p.worker.closing:
		return ErrClosing
	case <-p.task.stop:
		return errCancelled
	default:
	}
	worked := time.Since(p.since)
	if worked < restAfter {
		return nil
	}
	select {
	case <-p.worker.closing:
		return ErrClosing
	case <-p.task.stop:
		return errCancelled
	case <-time.After(worked):
	}
	p.since = time.Now()
	return nil
}

// wait waits, and does not count as work.
func (p *pace) wait(d time.Duration) error {
	select {
	case <-p.worker.closing:
		return ErrClosing
	case <-p.task.stop:
		return errCancelled
	case <-time.After(d):
	}
	p.since = time.Now()
	return nil
}

// say sets what Status says of the task.
func (p *pace) say(format string, args ...any) {
	p.worker.mu.Lock()
	p.task.progress = fmt.Sprintf(format, args...)
	p.worker.mu.Unlock()
}

func countText(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// bytesText writes a number of bytes for people.
func bytesText(n uint64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 10<<20:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// columnAt returns the column of a place.
func columnAt(p world.Pos) store.Column { return store.Column{X: p.X >> 4, Z: p.Z >> 4} }
