package rollback

import (
	"errors"
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/store"
)

const (
	// progressEvery is the time between two lines about the progress of a rollback.
	progressEvery = 3 * time.Second
	// finishEvery is the time between two looks at whether the last cells are set.
	finishEvery = 20 * time.Millisecond
)

// apply takes back the changes that match. It answers the query in any case.
func (w *scan) apply(log *rollbackLog) error {
	var cells []Restore
	told := time.Now()
	err := w.start()
	if err == nil {
		flush := func() error {
			for len(cells) > 0 {
				n := 0
				if err := w.step(&told, func() {
					n = min(len(cells), w.job.Room())
					w.job.Add(cells[:n]...)
				}); err != nil {
					return err
				}
				cells = cells[:copy(cells, cells[n:])]
			}
			return nil
		}
		switch w.Kind {
		case Bring, DoBuild:
			if err = w.fromCopy(func(r Restore) { cells = append(cells, r) }, flush); err == nil {
				err = flush()
			}
		default:
			err = w.eachCell(func(c *store.CellHistory) {
				if w.counts.add(c) {
					cells = append(cells, RestoreOf(c))
				}
			}, flush)
		}
	}
	if err != nil && w.job == nil {
		return w.end(log, err)
	}
	// Support beside the cells that are set is checked in any case.
	for finished := false; !finished && !errors.Is(err, errClosing) && !errors.Is(err, errReopened); {
		if e := w.step(&told, func() { w.job.Complete, finished = true, w.job.Finished() }); e != nil && e != errCancelled {
			err = e
		}
		if !finished {
			select {
			case <-time.After(finishEvery):
			case <-w.backend.closing:
			}
		}
	}
	return w.end(log, err)
}

// RestoreOf returns what is to be set back in a cell.
func RestoreOf(c *store.CellHistory) Restore {
	r := Restore{Pos: c.Pos, Expected: c.Last.Block, Target: c.Restore}
	if c.Overwritten { // what it holds is set back all the same
		r.Target = r.Expected
	}
	for i := range c.Parts {
		if !c.Parts[i].Overwritten {
			r.Parts = append(r.Parts, c.Parts[i])
		}
	}
	return r
}

// start has the server begin the job.
func (w *scan) start() (err error) {
	if e := w.backend.onLoop(func(s Server) {
		hidePreview(s, w.Query)
		if w.cancelled {
			err = errCancelled
			return
		}
		if why := s.ReadOnly(); why != actions.Done {
			err = errors.New(why.String())
			return
		}
		w.job, w.server = &Job{Author: w.Stream, Allowed: w.Allowed, Settles: w.Kind == DoBuild}, s
		s.StartRollback(w.job)
	}); e != nil {
		return e
	}
	return err
}

// step has the loop call f, which works on the job, unless the scan is cancelled or the server that runs the job is gone. From
// time to time it tells the issuer the progress; told is when it did so last.
func (w *scan) step(told *time.Time, f func()) (err error) {
	tell := time.Since(*told) >= progressEvery
	if e := w.backend.onLoop(func(s Server) {
		if s != w.server {
			err = errReopened
			return
		}
		if w.cancelled {
			err = errCancelled
		}
		if !w.cancelled || w.job.Complete {
			f()
		}
		if tell {
			w.Progress(s, w.title()+": "+w.progress())
			w.backend.log.Info("a rollback goes on", "number", w.number, "set", w.job.Done)
		}
	}); e != nil {
		return e
	}
	if tell {
		*told = time.Now()
	}
	return err
}

// end writes the rollback into the log of rollbacks, and answers. why says why it is not complete, nil if it is.
func (w *scan) end(log *rollbackLog, why error) error {
	r := record{Number: w.number, By: w.IssuerName(), Author: w.Stream, Text: w.Text, Build: w.builds(), Undoes: w.undoes}
	if e := w.backend.onLoop(func(Server) {
		if w.job != nil {
			r.Done, r.Overbuilt, r.Blocked, r.Spans = w.job.Done, w.counts.overbuiltCount+w.job.OverbuiltCount, w.job.Blocked+w.job.Falling+w.job.Denied, w.job.Spans
			log.add(r)
		}
	}); e != nil {
		return nil // the world ends, and nobody listens
	}
	if err := log.write(); err != nil {
		w.backend.log.Error("that there was a rollback is not kept for after a restart", "number", w.number, "why", err)
	}
	with := []any{"number", w.number, "by", r.By, "what", r.Text, "set", r.Done, "over", r.Overbuilt, "blocked", r.Blocked}
	if why != nil {
		with = append(with, "why", why)
	}
	w.backend.log.Info("a rollback is over", with...)
	w.backend.note(r.By, "rollback %d %s is over: %d blocks set", w.number, r.Text, r.Done)
	return w.backend.onLoop(func(s Server) { w.finish(s, w.report(&r, why)...) })
}

// report returns the lines of the answer.
func (w *scan) report(r *record, why error) []string {
	if w.job == nil {
		return []string{fmt.Sprintf("%s: %v", w.title(), why)}
	}
	if w.builds() {
		return w.buildReport(r, why)
	}
	t := w.counts
	t.restorable, t.overbuiltCount, t.unchanged = w.job.Done, r.Overbuilt, t.unchanged+w.job.Unchanged
	t.overbuilt = append(t.overbuilt[:len(t.overbuilt):len(t.overbuilt)], w.job.Overbuilt...)
	text := fmt.Sprintf("rollback %d %s set back %s, in %s", w.number, w.Text, t.String(), tookText(time.Since(w.started)))
	for _, left := range [...]struct {
		n   int
		why string
	}{{w.job.Blocked, "in which somebody stands"}, {w.job.Falling, "through which others fall"}, {w.job.Denied, "where nothing may be built"}} {
		if left.n > 0 {
			text += fmt.Sprintf("; %s %s %s left out", countText(left.n, "block", "blocks"), left.why, isOrAre(left.n))
		}
	}
	lines := []string{text}
	if why != nil {
		lines = append(lines, fmt.Sprintf("it is not done: %v", why))
	}
	if r.Done > 0 {
		lines = append(lines, fmt.Sprintf("rollback undo %d takes it back", w.number))
	}
	return lines
}
