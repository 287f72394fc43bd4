package rollback

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"voxtide/store"
)

// ScansMax is the number of scans that may wait or run.
const ScansMax = 8

const (
	questionsMax = 64 // queries of kind Who and Claim that wait
	statusLines  = 5  // rollbacks that have ended, in the answer to a query of kind Status
)

var errBusy = errors.New("the server is busy with what was asked before; ask again later")

// Worker answers queries. One goroutine answers the short ones, who changed a block and whether land can be claimed, so that
// they never wait for a scan; the other runs one scan after the other.
//
// Owner: the loop. Use New.
type Worker struct {
	backend   backend
	rollbacks rollbackLog
	goroutine sync.WaitGroup
	questions chan *Query
	wake      chan struct{}

	mu    sync.Mutex
	scans []*scan // the first one may be running

	current *scan // the loop's: the one that runs, nil for none

	beside       func() []string                 // lines of other jobs; nil: there are none
	cancelBeside func(number int) (string, bool) // ends one of them
}

// New starts a worker for a world in a folder. history returns the history of the world as it is open now; post has the loop call
// a function between two steps, and never once the world has ended.
func New(dir string, log *slog.Logger, history func() store.History, post func(func(Server))) *Worker {
	k := &Worker{
		backend:   backend{history: history, post: post, log: log, closing: make(chan struct{})},
		rollbacks: rollbackLog{file: filepath.Join(dir, LogName)},
		questions: make(chan *Query, questionsMax), wake: make(chan struct{}, 1),
	}
	if err := k.rollbacks.read(); err != nil {
		log.Error("it is not known which rollbacks there were", "why", err)
	}
	k.goroutine.Go(k.runQuestions)
	k.goroutine.Go(k.runScans)
	return k
}

// OnRollback has a function told of each rollback that begins or is over, in plain words; it must not wait. Call it before the first query.
func (k *Worker) OnRollback(tell func(by, text string)) { k.backend.tell = tell }

// Beside says which other jobs there are: their lines come with the status, and Cancel asks cancel for numbers that are no rollback's. Call it before the
// first query.
func (k *Worker) Beside(status func() []string, cancel func(number int) (string, bool)) {
	k.beside, k.cancelBeside = status, cancel
}

// NextNumber returns the number of a new job: no rollback has it. Any goroutine may call it.
func (k *Worker) NextNumber() int { return k.rollbacks.nextNumber() }

// Close ends the goroutines, and waits for them. The loop calls it before the store is closed.
func (k *Worker) Close() {
	close(k.backend.closing)
	k.goroutine.Wait()
}

// Query begins to answer a query, and returns at once. It returns false for a kind that it does not know.
func (k *Worker) Query(s Server, q *Query) bool {
	switch q.Kind {
	case Who, Claim:
		select {
		case k.questions <- q:
		default:
			q.Answer(s, string(q.Kind)+": "+errBusy.Error())
		}
	case Status:
		q.Answer(s, k.status()...)
	case Cancel:
		q.Answer(s, k.cancel(s, q))
	case Undo:
		of, err := k.rollbacks.find(q.Number)
		if err != nil {
			q.Answer(s, "rollback: "+err.Error())
			return true
		}
		q.Changes = store.Query{ByAuthor: true, Author: of.Author, Ranges: of.Spans, After: of.Spans[0].After, UpTo: q.Changes.UpTo}
		q.Text = fmt.Sprintf("of rollback %d", of.Number)
		k.enqueue(s, q)
	case UndoBuild, RedoBuild:
		of, err := k.rollbacks.lastBuild(q.Stream, q.Kind == RedoBuild)
		if err != nil {
			q.Answer(s, err.Error())
			return true
		}
		q.Changes = store.Query{ByAuthor: true, Author: of.Author, Ranges: of.Spans, After: of.Spans[0].After, UpTo: q.Changes.UpTo}
		q.Number, q.Text = of.Number, strings.TrimPrefix(string(q.Kind), "build ")+" of "+undoText(of.Text)
		k.enqueue(s, q)
	case ShowBuild, DoBuild:
		if q.Build == nil || q.Read == nil {
			return false
		}
		k.enqueue(s, q)
	case Work:
		if q.Read == nil {
			return false
		}
		k.enqueue(s, q)
	case Bring:
		if q.Cells == nil {
			return false
		}
		if n := regionCells(q.Changes.Box); n > bringCellsMax {
			q.Answer(s, fmt.Sprintf("rollback: the region has %d blocks, and at most %d are brought back at once", n, bringCellsMax))
			return true
		}
		k.enqueue(s, q)
	case Replay, Preview, Apply:
		k.enqueue(s, q)
	default:
		return false
	}
	return true
}

// enqueue queues a scan.
func (k *Worker) enqueue(s Server, q *Query) {
	w := &scan{Query: q, backend: &k.backend, stop: make(chan struct{})}
	k.mu.Lock()
	full := len(k.scans) >= ScansMax
	k.mu.Unlock()
	if full {
		q.Answer(s, errBusy.Error())
		return
	}
	switch q.Kind {
	case Apply, Undo, Bring, DoBuild, UndoBuild, RedoBuild:
		w.number = k.rollbacks.nextNumber()
		if q.Kind == UndoBuild || q.Kind == RedoBuild {
			w.undoes = q.Number
		}
		k.backend.log.Info("a rollback is asked for", "number", w.number, "by", q.IssuerName(), "what", q.Text)
		k.backend.note(q.IssuerName(), "rollback %d %s begins", w.number, q.Text)
	}
	k.mu.Lock()
	k.scans = append(k.scans, w)
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// status lists the scans that run and wait, and the rollbacks that have ended.
func (k *Worker) status() (lines []string) {
	if w := k.current; w != nil && !w.answered {
		lines = append(lines, w.title()+", for "+w.IssuerName()+": "+w.progress())
	}
	k.mu.Lock()
	for _, w := range k.scans {
		if w != k.current && !w.answered {
			lines = append(lines, w.title()+", for "+w.IssuerName()+": waits")
		}
	}
	k.mu.Unlock()
	if k.beside != nil {
		lines = append(lines, k.beside()...)
	}
	for _, r := range k.rollbacks.newest(statusLines) {
		lines = append(lines, r.String())
	}
	if len(lines) == 0 {
		return []string{"nothing was ever rolled back"}
	}
	return lines
}

// cancel ends the scan that runs, or the rollback with a number, and takes the preview away.
func (k *Worker) cancel(s Server, q *Query) string {
	hidePreview(s, q)
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, w := range append([]*scan{k.current}, k.scans...) {
		if w == nil || q.Number != 0 && q.Number != w.number || w.cancelled || w.answered {
			continue
		}
		w.cancelled = true
		close(w.stop)
		if w.job != nil {
			w.job.Cancel()
		}
		return w.title() + " is cancelled"
	}
	if k.cancelBeside != nil {
		if line, ok := k.cancelBeside(q.Number); ok {
			return line
		}
	}
	return "rollback: nothing is under way"
}

// runQuestions is the goroutine that answers queries of kind Who and Claim.
func (k *Worker) runQuestions() {
	for {
		select {
		case q := <-k.questions:
			if q.Kind == Claim {
				k.answerClaim(q)
			} else {
				k.answerWho(q)
			}
		case <-k.backend.closing:
			return
		}
	}
}

// answerWho finds who changed a block.
func (k *Worker) answerWho(q *Query) {
	var found []store.HistoryEntry
	own, n := false, 0
	err := k.backend.withRetry(func(h store.History) error {
		found, own, n = nil, false, 0
		return h.BlockChanges(q.Pos, func(p *store.HistoryEntry) bool {
			if n++; len(found) < WhoLines {
				found = append(found, *p)
			}
			own = own || p.Author == q.Stream
			return n < whoScan
		})
	})
	k.backend.post(func(s Server) {
		if err != nil {
			q.Answer(s, "who: "+err.Error())
			return
		}
		q.Answer(s, s.FormatHistory(q, found, own, false)...)
	})
}

// errFound ends a scan that has found what it looked for.
var errFound = errors.New("found")

// answerClaim looks for a change by which a block of another player stands on land that is to be claimed.
func (k *Worker) answerClaim(q *Query) {
	var blocking *store.HistoryEntry
	err := k.backend.scanCells(&q.Changes, func(c *store.CellHistory) bool {
		if q.BlocksClaim(c) {
			last := c.Last
			blocking = &last
		}
		return blocking == nil
	}, func() error {
		if blocking != nil {
			return errFound
		}
		return nil
	})
	if err == errFound {
		err = nil
	}
	k.backend.post(func(s Server) { s.FinishClaim(q, blocking, err) })
}

// runScans is the goroutine that runs scans.
func (k *Worker) runScans() {
	for {
		select {
		case <-k.wake:
		case <-k.backend.closing:
			return
		}
		for {
			k.mu.Lock()
			var w *scan
			if len(k.scans) > 0 {
				w = k.scans[0]
			}
			k.mu.Unlock()
			if w == nil {
				break
			}
			k.run(w)
			k.mu.Lock()
			k.scans = k.scans[1:]
			k.mu.Unlock()
		}
	}
}

// run runs one scan.
func (k *Worker) run(w *scan) {
	w.started = time.Now()
	if k.backend.onLoop(func(Server) { k.current = w }) != nil {
		return
	}
	var err error
	switch w.Kind {
	case Replay:
		err = w.replay()
	case Preview:
		err = w.preview()
	case ShowBuild:
		err = w.showBuild()
	case Work:
		err = w.work()
	default:
		err = w.apply(&k.rollbacks)
	}
	k.backend.onLoop(func(s Server) {
		if k.current = nil; err != nil && w.number == 0 {
			w.finish(s, w.title()+": "+err.Error())
		}
	})
}
