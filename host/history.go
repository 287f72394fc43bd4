package host

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"voxtide/commands"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/disk"
	"voxtide/timestream"
	"voxtide/world"
)

// historian answers what is asked of the past and takes back what somebody changed: it walks over the history in bounded
// slices, and hands the loop the cells that are to be set.
//
// Owner: the loop, for Recall, which returns at once. Two goroutines do the work: one tells who changed a block, so that
// nobody waits for long walks; the other does one walk after the other. What they find goes to the loop through post; a
// walk's job, and what is known of rollbacks, are the loop's alone.
type historian struct {
	history func() store.History
	post    func(func(*server.Server))
	log     *slog.Logger
	over    chan struct{}
	done    sync.WaitGroup
	whos    chan *server.Recall
	wake    chan struct{}

	mu    sync.Mutex
	queue []*walk // at most walksMax

	// The loop's.
	doing *walk // nil: none is under way
	past  rollbacks
}

const (
	whosMax  = 64 // questions that wait
	walksMax = 8
	lookMax  = 8192 // changes that a slice looks at
	// progressEvery is the time between two lines on how far a rollback is.
	progressEvery = 3 * time.Second
	// finishEvery is the time between two looks at whether the last cells are set.
	finishEvery = 20 * time.Millisecond
	// oversTold is how many places are named at which others have built.
	oversTold = 5
)

// errOver says that the world ended, errAgain that it was opened anew, errCancelled that somebody wants no more of it.
var (
	errOver      = errors.New("the world ends")
	errAgain     = errors.New("the world was opened anew meanwhile: what is set stays, the rest can be asked for again")
	errCancelled = errors.New("cancelled")
)

func newHistorian(dir string, log *slog.Logger, history func() store.History, post func(func(*server.Server))) *historian {
	k := &historian{
		history: history, post: post, log: log, over: make(chan struct{}), whos: make(chan *server.Recall, whosMax), wake: make(chan struct{}, 1),
	}
	k.past.file = filepath.Join(dir, rollbacksName)
	if err := k.past.read(); err != nil {
		log.Error("it is not known which rollbacks there were", "why", err)
	}
	k.done.Go(k.tell)
	k.done.Go(k.walks)
	return k
}

// close waits until nothing is under way. The loop calls it, before the store is closed.
func (k *historian) close() {
	close(k.over)
	k.done.Wait()
}

// Recall begins what is asked: see server.House.
func (k *historian) Recall(s *server.Server, r *server.Recall) bool {
	switch r.What {
	case "who", "claim":
		select {
		case k.whos <- r:
		default:
			r.Answer(s, r.What+": "+errBusy.Error())
		}
	case "status":
		r.Answer(s, k.status()...)
	case "cancel":
		r.Answer(s, k.cancel(s, r))
	case "undo":
		of, err := k.past.find(r.Number)
		if err != nil {
			r.Answer(s, "rollback: "+err.Error())
			return true
		}
		r.Query = store.Query{ByAuthor: true, Author: of.Author, Spans: of.Spans, After: of.Spans[0].After, UpTo: r.Query.UpTo}
		r.Text = fmt.Sprintf("of rollback %d", of.Number)
		k.begin(s, r)
	case "replay", "preview", "apply":
		k.begin(s, r)
	default:
		return false
	}
	return true
}

// begin queues a walk.
func (k *historian) begin(s *server.Server, r *server.Recall) {
	w := &walk{Recall: r, stop: make(chan struct{})}
	k.mu.Lock()
	full := len(k.queue) >= walksMax
	k.mu.Unlock()
	if full {
		r.Answer(s, errBusy.Error())
		return
	}
	if r.What == "apply" || r.What == "undo" {
		w.number = k.past.next()
		k.log.Info("a rollback is asked for", "number", w.number, "by", by(r), "what", r.Text)
	}
	k.mu.Lock()
	k.queue = append(k.queue, w)
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// by names who asked.
func by(r *server.Recall) string {
	if r.By.Stream == timestream.Server {
		return "the console"
	}
	return r.By.Who.Name
}

// noGhosts lets whoever asks see no ghosts any more.
func noGhosts(s *server.Server, r *server.Recall) {
	if r.By.Stream != timestream.Server {
		s.Show(r.By.Who.Name, true, nil)
	}
}

// status tells what is being taken back, what waits and what was.
func (k *historian) status() (lines []string) {
	if w := k.doing; w != nil && !w.over {
		lines = append(lines, w.title()+", for "+by(w.Recall)+": "+w.progress())
	}
	k.mu.Lock()
	for _, w := range k.queue {
		if w != k.doing && !w.over {
			lines = append(lines, w.title()+", for "+by(w.Recall)+": waits")
		}
	}
	k.mu.Unlock()
	for _, r := range k.past.last(5) {
		lines = append(lines, r.String())
	}
	if len(lines) == 0 {
		return []string{"nothing was ever rolled back"}
	}
	return lines
}

// cancel ends the walk under way, or the rollback of a number, and takes ghosts away.
func (k *historian) cancel(s *server.Server, r *server.Recall) string {
	noGhosts(s, r)
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, w := range append([]*walk{k.doing}, k.queue...) {
		if w == nil || r.Number != 0 && r.Number != w.number || w.cancelled || w.over {
			continue
		}
		w.cancelled = true
		close(w.stop)
		if w.job != nil {
			w.job.Cancel()
		}
		return w.title() + " is cancelled"
	}
	return "rollback: nothing is under way"
}

// tell is the goroutine that tells who changed a block.
func (k *historian) tell() {
	for {
		var r *server.Recall
		select {
		case r = <-k.whos:
		case <-k.over:
			return
		}
		if r.What == "claim" {
			other, err := k.theirs(r)
			k.post(func(s *server.Server) { s.ClaimFound(r, other, err) })
			continue
		}
		var found []store.Past
		mine, n := false, 0
		err := k.patiently(func(h store.History) error {
			found, mine, n = nil, false, 0
			return h.Who(r.At, func(p *store.Past) bool {
				if n++; len(found) < server.WhoLines {
					found = append(found, *p)
				}
				mine = mine || p.Author == r.By.Stream
				return n < server.WhoLook
			})
		})
		k.post(func(s *server.Server) {
			if err != nil {
				r.Answer(s, "who: "+err.Error())
				return
			}
			r.Answer(s, s.Tale(r, found, mine, false)...)
		})
	}
}

// theirs returns a change by which a block of somebody else stands on land that is to be claimed, nil if there is none.
func (k *historian) theirs(r *server.Recall) (other *store.Past, err error) {
	for at := (store.Mark{}); !at.Over && other == nil && err == nil; {
		select {
		case <-k.over:
			return nil, errOver
		default:
		}
		err = k.patiently(func(h store.History) (err error) {
			at, err = h.Cells(&r.Query, at, lookMax, func(c *store.Cell) bool {
				if r.Theirs(c) {
					last := c.Last
					other = &last
				}
				return other == nil
			})
			return err
		})
	}
	return other, err
}

// patiently asks the history, for some time again where the world is just being opened anew.
func (k *historian) patiently(ask func(store.History) error) (err error) {
	for range 20 {
		if err = ask(k.history()); !errors.Is(err, disk.ErrClosed) {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-k.over:
			return errOver
		}
	}
	return err
}

// walks is the goroutine that walks.
func (k *historian) walks() {
	for {
		select {
		case <-k.wake:
		case <-k.over:
			return
		}
		for {
			k.mu.Lock()
			var w *walk
			if len(k.queue) > 0 {
				w = k.queue[0]
			}
			k.mu.Unlock()
			if w == nil {
				break
			}
			k.walk(w)
			k.mu.Lock()
			k.queue = k.queue[1:]
			k.mu.Unlock()
		}
	}
}

// onLoop has the loop call a function and waits until it has.
func (k *historian) onLoop(f func(s *server.Server)) error {
	done := make(chan struct{})
	k.post(func(s *server.Server) { defer close(done); f(s) })
	select {
	case <-done:
		return nil
	case <-k.over:
		return errOver
	}
}

// took writes how long something took.
func took(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return commands.Span(int64(d / time.Second))
}

// some writes a count of things.
func some(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// places writes the first cells of several at which something is so.
func places(cells []world.Pos, of int) string {
	if of == 0 {
		return ""
	}
	text := " (at " + server.Places(cells[:min(len(cells), oversTold)])
	if of > min(len(cells), oversTold) {
		text += ", ..."
	}
	return text + ")"
}
