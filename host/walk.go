package host

import (
	"container/heap"
	"errors"
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/world"
)

// walk is a way over the history: one replay, preview or rollback.
type walk struct {
	*server.Recall
	number int           // of a rollback; 0 for the others
	stop   chan struct{} // closed when it is cancelled
	tally  tally         // the walking goroutine's
	began  time.Duration

	// The loop's.
	cancelled bool
	over      bool             // it was answered
	job       *server.Rollback // nil: not begun
	server    *server.Server   // that does the job
}

// tally adds up what a rollback finds.
type tally struct {
	set, same, overs int // cells that are to be set back, that are so already, that others built over later
	over             []world.Pos
	sections         int
	last             world.SectionPos
}

// add enters a cell and tells whether it is to be set back. Preview and rollback ask this alone.
func (t *tally) add(c *store.Cell) bool {
	switch {
	case c.Last.Block == c.Back:
		t.same++
		return false
	case c.Over:
		if t.overs++; len(t.over) < oversTold {
			t.over = append(t.over, c.Pos)
		}
		return false
	}
	if p := c.Pos.Section(); t.set == 0 || p != t.last {
		t.sections, t.last = t.sections+1, p
	}
	t.set++
	return true
}

// answer answers. The loop calls it, once.
func (w *walk) answer(s *server.Server, lines ...string) {
	w.over = true
	w.Answer(s, lines...)
}

// title names what it is about.
func (w *walk) title() string {
	if w.number != 0 {
		return fmt.Sprintf("rollback %d %s", w.number, w.Text)
	}
	return w.What + " " + w.Text
}

// progress tells how far it is. The loop calls it.
func (w *walk) progress() string {
	if w.job == nil {
		return "looks through the history"
	}
	return some(w.job.Done, "block", "blocks") + " set back so far"
}

// cells walks over the cells that match, slice by slice, and calls f with each and next after each slice.
func (k *historian) cells(w *walk, f func(*store.Cell), next func() error) error {
	for at := (store.Mark{}); !at.Over; {
		if err := k.ended(w); err != nil {
			return err
		}
		from := at
		if err := k.patiently(func(h store.History) (err error) {
			at, err = h.Cells(&w.Query, from, lookMax, func(c *store.Cell) bool { f(c); return true })
			return err
		}); err != nil {
			return err
		}
		if err := next(); err != nil {
			return err
		}
	}
	return nil
}

// ended tells why a walk is not to go on.
func (k *historian) ended(w *walk) error {
	select {
	case <-k.over:
		return errOver
	case <-w.stop:
		return errCancelled
	default:
		return nil
	}
}

// walk does one.
func (k *historian) walk(w *walk) {
	w.began = Since()
	if k.onLoop(func(*server.Server) { k.doing = w }) != nil {
		return
	}
	var err error
	switch w.What {
	case "replay":
		err = k.replay(w)
	case "preview":
		err = k.preview(w)
	default:
		err = k.apply(w)
	}
	k.onLoop(func(s *server.Server) {
		if k.doing = nil; err != nil && w.number == 0 {
			w.answer(s, w.title()+": "+err.Error())
		}
	})
}

// replay tells the first changes that match, in order.
func (k *historian) replay(w *walk) error {
	most := server.ReplayChat
	if w.By.Rank == server.Console.Rank {
		most = server.ReplayConsole
	}
	first := store.NewFirst(most + 1)
	for at := (store.Mark{}); !at.Over; {
		if err := k.ended(w); err != nil {
			return err
		}
		from := at
		if err := k.patiently(func(h store.History) (err error) {
			at, err = h.Each(&w.Query, from, lookMax, func(p *store.Past) bool { first.Add(p); return true })
			return err
		}); err != nil {
			return err
		}
	}
	found := first.Done(nil)
	more := len(found) > most
	return k.onLoop(func(s *server.Server) { w.answer(s, s.Tale(w.Recall, found[:min(len(found), most)], false, more)...) })
}

// preview counts what a rollback would do, and shows it to whoever asks.
func (k *historian) preview(w *walk) error {
	near := nearest{from: w.At, most: protocol.GhostsShown}
	err := k.cells(w, func(c *store.Cell) {
		if w.tally.add(c) && w.Here {
			near.add(protocol.Ghost{Pos: c.Pos, Block: c.Back})
		}
	}, func() error { return nil })
	if err != nil {
		return err
	}
	ghosts := near.inOrder()
	return k.onLoop(func(s *server.Server) {
		lines := []string{fmt.Sprintf("a rollback %s would set back %s", w.Text, w.tally.String())}
		if w.Here {
			switch {
			case !s.Show(w.By.Who.Name, true, ghosts):
				lines = append(lines, "not all of it can be shown: the line to you is too slow")
			case len(ghosts) < w.tally.set:
				lines = append(lines, fmt.Sprintf("you are shown the %d nearest", len(ghosts)))
			}
		}
		w.answer(s, lines...)
	})
}

// String tells what was found.
func (t *tally) String() string {
	text := fmt.Sprintf("%s in %s", some(t.set, "block", "blocks"), some(t.sections, "section", "sections"))
	if t.overs > 0 {
		text += fmt.Sprintf("; %s that others built over later stay as they are%s", some(t.overs, "block", "blocks"), places(t.over, t.overs))
	}
	if t.same > 0 {
		text += fmt.Sprintf("; %s so already", some(t.same, "is", "are"))
	}
	return text
}

// apply takes back what matches. It answers whatever happens.
func (k *historian) apply(w *walk) error {
	var cells []server.Back
	told := Since()
	err := k.roll(w)
	if err == nil {
		err = k.cells(w, func(c *store.Cell) {
			if w.tally.add(c) {
				cells = append(cells, server.Back{Pos: c.Pos, Now: c.Last.Block, Then: c.Back})
			}
		}, func() error {
			for len(cells) > 0 {
				n := 0
				if err := k.step(w, &told, func() {
					n = min(len(cells), w.job.Wants())
					w.job.Add(cells[:n]...)
				}); err != nil {
					return err
				}
				cells = cells[:copy(cells, cells[n:])]
			}
			return nil
		})
	}
	if err != nil && w.job == nil {
		return k.answer(w, err)
	}
	for finished := false; !finished && !errors.Is(err, errOver) && !errors.Is(err, errAgain); { // what is set is looked after in any case
		if e := k.step(w, &told, func() { w.job.Last, finished = true, w.job.Finished() }); e != nil && e != errCancelled {
			err = e
		}
		if !finished {
			select {
			case <-time.After(finishEvery):
			case <-k.over:
			}
		}
	}
	return k.answer(w, err)
}

// roll has the server take the job over.
func (k *historian) roll(w *walk) (err error) {
	if e := k.onLoop(func(s *server.Server) {
		noGhosts(s, w.Recall)
		if w.cancelled {
			err = errCancelled
			return
		}
		if why := s.Frozen(); why != actions.Done {
			err = errors.New(why.String())
			return
		}
		w.job, w.server = &server.Rollback{Author: w.By.Stream}, s
		s.Roll(w.job)
	}); e != nil {
		return e
	}
	return err
}

// step has the loop do something to the job, unless it is cancelled or the server that did it is gone, and tells from
// time to time how far it is.
func (k *historian) step(w *walk, told *time.Duration, f func()) (err error) {
	tell := Since()-*told >= progressEvery
	if e := k.onLoop(func(s *server.Server) {
		if s != w.server {
			err = errAgain
			return
		}
		if w.cancelled {
			err = errCancelled
		}
		if !w.cancelled || w.job.Last {
			f()
		}
		if tell {
			w.Inform(s, w.title()+": "+w.progress())
			k.log.Info("a rollback goes on", "number", w.number, "set", w.job.Done)
		}
	}); e != nil {
		return e
	}
	if tell {
		*told = Since()
	}
	return err
}

// answer keeps what is known of a rollback that is over, and answers.
func (k *historian) answer(w *walk, why error) error {
	r := rolled{Number: w.number, By: by(w.Recall), Author: w.By.Stream, What: w.Text}
	if e := k.onLoop(func(s *server.Server) {
		if w.job != nil {
			r.Set, r.Over, r.Blocked, r.Spans = w.job.Done, w.tally.overs+w.job.Overs, w.job.Blocked, w.job.Spans
			k.past.add(r)
		}
	}); e != nil {
		return nil // the world ends, and nobody listens
	}
	err := k.past.write()
	if err != nil {
		k.log.Error("that there was a rollback is not kept for after a restart", "number", w.number, "why", err)
	}
	with := []any{"number", w.number, "by", r.By, "what", r.What, "set", r.Set, "over", r.Over, "blocked", r.Blocked}
	if why != nil {
		with = append(with, "why", why)
	}
	k.log.Info("a rollback is over", with...)
	return k.onLoop(func(s *server.Server) {
		if w.job == nil {
			w.answer(s, fmt.Sprintf("rollback %d: %v", w.number, why))
			return
		}
		t := w.tally
		t.set, t.overs, t.same = w.job.Done, r.Over, t.same+w.job.Same
		t.over = append(t.over[:len(t.over):len(t.over)], w.job.Over...)
		text := fmt.Sprintf("rollback %d %s set back %s, in %s", w.number, w.Text, t.String(), took(Since()-w.began))
		if r.Blocked > 0 {
			text += fmt.Sprintf("; %s in which somebody stands %s left out", some(r.Blocked, "block", "blocks"), isOrAre(r.Blocked))
		}
		lines := []string{text}
		if why != nil {
			lines = append(lines, fmt.Sprintf("it is not done: %v", why))
		}
		if r.Set > 0 {
			lines = append(lines, fmt.Sprintf("rollback undo %d takes it back", w.number))
		}
		w.answer(s, lines...)
	})
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// nearest keeps the cells nearest to a place, of any number.
type nearest struct {
	from world.Pos
	most int
	far  []protocol.Ghost // a heap, the farthest on top
}

func (n *nearest) away(p world.Pos) int64 {
	x, y, z := int64(p.X)-int64(n.from.X), int64(p.Y)-int64(n.from.Y), int64(p.Z)-int64(n.from.Z)
	return x*x + y*y + z*z
}

func (n *nearest) Len() int           { return len(n.far) }
func (n *nearest) Less(i, j int) bool { return n.away(n.far[i].Pos) > n.away(n.far[j].Pos) }
func (n *nearest) Swap(i, j int)      { n.far[i], n.far[j] = n.far[j], n.far[i] }
func (n *nearest) Push(x any)         { n.far = append(n.far, x.(protocol.Ghost)) }
func (n *nearest) Pop() any {
	last := n.far[len(n.far)-1]
	n.far = n.far[:len(n.far)-1]
	return last
}

func (n *nearest) add(g protocol.Ghost) {
	if len(n.far) < n.most {
		heap.Push(n, g)
		return
	}
	if n.away(g.Pos) < n.away(n.far[0].Pos) {
		n.far[0] = g
		heap.Fix(n, 0)
	}
}

// inOrder returns what was kept, the nearest first.
func (n *nearest) inOrder() []protocol.Ghost {
	out := make([]protocol.Ghost, len(n.far))
	for i := range out {
		out[len(out)-1-i] = heap.Pop(n).(protocol.Ghost)
	}
	return out
}
