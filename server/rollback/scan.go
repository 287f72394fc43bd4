package rollback

import (
	"fmt"
	"slices"
	"time"

	"voxtide/commands"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
)

// scan is one replay, preview or rollback: a pass over the history, and what follows from it.
type scan struct {
	*Query
	backend *backend
	number  int           // of a rollback; 0 for a replay or a preview
	undoes  int           // of an undo of a builder: the number of the operation
	stop    chan struct{} // closed when somebody cancels it
	counts  counts        // the scanning goroutine's
	started time.Time

	// The loop's.
	cancelled bool
	answered  bool
	job       *Job   // nil before it began
	server    Server // that runs the job
}

// counts adds up the cells that a preview or a rollback finds.
type counts struct {
	restorable     int // cells to set back
	unchanged      int // cells that hold their earlier block already
	overbuilt      []world.Pos
	overbuiltCount int // cells that others built over later
	sections       int
	lastSection    world.SectionPos
}

// add counts a cell, and reports whether it is to be set back. Preview and rollback decide by it alone.
func (t *counts) add(c *store.CellHistory) bool {
	switch {
	case !changedParts(c) && c.Last.Block == c.Restore && !heldByOthers(c):
		t.unchanged++
		return false
	case !changedParts(c) && (c.Overwritten || c.Last.Block == c.Restore):
		if t.overbuiltCount++; len(t.overbuilt) < overbuiltListed {
			t.overbuilt = append(t.overbuilt, c.Pos)
		}
		return false
	}
	if p := c.Pos.Section(); t.restorable == 0 || p != t.lastSection {
		t.sections, t.lastSection = t.sections+1, p
	}
	t.restorable++
	return true
}

// changedParts reports whether something that the block of a cell holds is to be set back.
func changedParts(c *store.CellHistory) bool {
	for i := range c.Parts {
		if p := &c.Parts[i]; !p.Overwritten && p.Last != p.Restore {
			return true
		}
	}
	return false
}

// heldByOthers reports whether others have since changed what the block of a cell holds.
func heldByOthers(c *store.CellHistory) bool {
	return slices.ContainsFunc(c.Parts, func(p store.PartHistory) bool { return p.Overwritten })
}

// String describes the counts.
func (t *counts) String() string {
	text := fmt.Sprintf("%s in %s", countText(t.restorable, "block", "blocks"), countText(t.sections, "section", "sections"))
	if t.overbuiltCount > 0 {
		text += fmt.Sprintf("; %s that others built over later stay as they are%s", countText(t.overbuiltCount, "block", "blocks"), cellsText(t.overbuilt, t.overbuiltCount))
	}
	if t.unchanged > 0 {
		text += fmt.Sprintf("; %s so already", countText(t.unchanged, "is", "are"))
	}
	return text
}

// finish answers the query. The loop calls it, once.
func (w *scan) finish(s Server, lines ...string) {
	w.answered = true
	w.Answer(s, lines...)
}

// title names the scan, for people.
func (w *scan) title() string {
	switch {
	case w.builds():
		return fmt.Sprintf("build %d: %s", w.number, w.Text)
	case w.number != 0:
		return fmt.Sprintf("rollback %d %s", w.number, w.Text)
	}
	return string(w.Kind) + " " + w.Text
}

// progress describes how far the scan is. The loop calls it.
func (w *scan) progress() string {
	if w.job == nil {
		return "looks through the history"
	}
	if w.builds() {
		return countText(w.job.Done, "block", "blocks") + " so far"
	}
	return countText(w.job.Done, "block", "blocks") + " set back so far"
}

// checkStop returns why the scan must not go on, nil if it may.
func (w *scan) checkStop() error {
	select {
	case <-w.backend.closing:
		return errClosing
	case <-w.stop:
		return errCancelled
	default:
		return nil
	}
}

// eachCell calls f with each cell whose changes match, slice by slice, and next after each slice.
func (w *scan) eachCell(f func(*store.CellHistory), next func() error) error {
	if err := w.checkStop(); err != nil {
		return err
	}
	return w.backend.scanCells(&w.Changes, func(c *store.CellHistory) bool { f(c); return true }, func() error {
		if err := next(); err != nil {
			return err
		}
		return w.checkStop()
	})
}

// replay answers with the first changes that match, in order.
func (w *scan) replay() error {
	most := replayChat
	if w.Rank == commands.Console {
		most = replayConsole
	}
	first := store.NewEarliest(most + 1)
	for at := (store.Cursor{}); !at.Done; {
		if err := w.checkStop(); err != nil {
			return err
		}
		from := at
		if err := w.backend.withRetry(func(h store.History) (err error) {
			at, err = h.ScanChanges(&w.Changes, from, sliceMax, func(p *store.HistoryEntry) bool { first.Add(p); return true })
			return err
		}); err != nil {
			return err
		}
	}
	found := first.Sorted(nil)
	more := len(found) > most
	return w.backend.onLoop(func(s Server) { w.finish(s, s.FormatHistory(w.Query, found[:min(len(found), most)], false, more)...) })
}

// preview counts the cells that a rollback would set back, and shows them to the issuer.
func (w *scan) preview() error {
	near := nearest{from: w.Pos, max: protocol.PreviewShownMax}
	err := w.eachCell(func(c *store.CellHistory) {
		if w.counts.add(c) && w.HasPos {
			near.add(protocol.PreviewCell{Pos: c.Pos, Block: c.Restore})
		}
	}, func() error { return nil })
	if err != nil {
		return err
	}
	cells := near.sorted()
	return w.backend.onLoop(func(s Server) {
		lines := []string{fmt.Sprintf("a rollback %s would set back %s", w.Text, w.counts.String())}
		if w.HasPos {
			switch {
			case !s.ShowPreview(w.Name, true, cells):
				lines = append(lines, "not all of it can be shown: the line to you is too slow")
			case len(cells) < w.counts.restorable:
				lines = append(lines, fmt.Sprintf("you are shown the %d nearest", len(cells)))
			}
		}
		w.finish(s, lines...)
	})
}

// hidePreview takes the preview from the issuer's view.
func hidePreview(s Server, q *Query) {
	if q.FromPlayer() {
		s.ShowPreview(q.Name, true, nil)
	}
}
