package rollback

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/server/building"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// What a builder does to many cells is a rollback whose cells come from an operation instead of the history: bounded slices, durable, in the builder's
// name, undone by its number. A cell whose block holds stacks stays as it is, so that nothing is lost and undo has nothing to make twice.

// yieldEvery is the number of cells that are read before other goroutines get their turn, a fifth of a millisecond: where processors are few, Go lets a goroutine
// run for ten, and the loop would wait for it.
const yieldEvery = 256

// builds reports whether the scan does, or undoes, an operation of a builder.
func (w *scan) builds() bool {
	return w.Kind == DoBuild || w.Kind == UndoBuild || w.Kind == RedoBuild
}

// undoText returns what an operation did, without that it was itself an undo of an undo.
func undoText(text string) string {
	for {
		rest, cut := strings.CutPrefix(text, "undo of ")
		if !cut {
			if rest, cut = strings.CutPrefix(text, "redo of "); !cut {
				return text
			}
		}
		text = rest
	}
}

// buildCells calls f with each cell that the operation changes, as far as the store knows now, and counts the others.
func (w *scan) buildCells(f func(Restore) error) error {
	var at world.SectionPos
	var s *world.Section
	read := func(p world.SectionPos) (*world.Section, error) {
		if s != nil && p == at {
			return s, nil
		}
		if err := w.checkStop(); err != nil {
			return nil, err
		}
		read, err := w.Read(p)
		if err == nil {
			at, s = p, read
		}
		return read, err
	}
	source := building.Read(read)
	if w.Build.Original {
		source = w.Made
	}
	n := 0
	return w.Build.Cells(source, func(c building.Cell) error {
		if n++; n%yieldEvery == 0 {
			runtime.Gosched()
		}
		s, err := read(c.Pos.Section())
		if err != nil {
			return err
		}
		now := s.Get(c.Pos.Index())
		r := Restore{Pos: c.Pos, Expected: now, Target: c.Block, Any: !w.Build.Strict}
		text := ""
		if x := s.BlockEntity(c.Pos.Index()); x != nil {
			text = x.Text
		}
		if now.Class() != world.ClassCairn && (text != c.Text || text != "" && now.Kind() != c.Block.Kind()) {
			r.Parts = []store.PartHistory{{Last: world.BoxPart{Part: world.PartText, Text: text}, Restore: world.BoxPart{Part: world.PartText, Text: c.Text}}}
		}
		if now == c.Block && len(r.Parts) == 0 {
			w.counts.unchanged++
			return nil
		}
		return f(r)
	})
}

// showBuild counts the cells that an operation would change, and shows them to the issuer.
func (w *scan) showBuild() error {
	near := nearest{from: w.Pos, max: protocol.PreviewShownMax}
	n, full := 0, 0
	if err := w.buildCells(func(r Restore) error {
		n++
		if w.HasPos {
			near.add(protocol.PreviewCell{Pos: r.Pos, Block: r.Target})
		}
		if r.Expected.BoxSlots() > 0 {
			full++
		}
		return nil
	}); err != nil {
		return err
	}
	cells := near.sorted()
	return w.backend.onLoop(func(s Server) {
		lines := []string{fmt.Sprintf("%s: %s would change. //confirm does it", w.Text, countText(n, "block", "blocks"))}
		if n == 0 {
			lines[0] = w.Text + ": nothing would change"
		}
		if full > 0 {
			lines = append(lines, fmt.Sprintf("boxes that hold something stay as they are: there are %d boxes", full))
		}
		if w.HasPos {
			switch {
			case !s.ShowPreview(w.Name, true, cells):
				lines = append(lines, "not all of it can be shown: the line to you is too slow")
			case len(cells) < n:
				lines = append(lines, fmt.Sprintf("you are shown the %d nearest", len(cells)))
			}
		}
		w.finish(s, lines...)
	})
}

// work does what takes its time, and has the loop finish it.
func (w *scan) work() error {
	finish, err := w.Work(w.Read)
	if err != nil {
		return err
	}
	return w.backend.onLoop(func(s Server) { w.finish(s, finish()...) })
}

// buildReport returns the lines of the answer.
func (w *scan) buildReport(r *record, why error) []string {
	text := fmt.Sprintf("%s: %s in %s", w.title(), countText(r.Done, "block", "blocks"), tookText(time.Since(w.started)))
	for _, left := range [...]struct {
		n         int
		one, many string
	}{
		{w.job.OverbuiltCount + w.counts.overbuiltCount, "it holds something, or was changed by others meanwhile", "they hold something, or were changed by others meanwhile"},
		{w.job.Denied, "it lies where you may not build", "they lie where you may not build"}, {w.job.Blocked, "it has somebody in it", "they have somebody in them"},
		{w.job.Falling, "blocks fall through it", "blocks fall through them"},
	} {
		switch {
		case left.n == 1:
			text += "; 1 is left as it is: " + left.one
		case left.n > 1:
			text += fmt.Sprintf("; %s left as they are: %s", countText(left.n, "is", "are"), left.many)
		}
	}
	lines := []string{text}
	if why != nil {
		lines = append(lines, fmt.Sprintf("it is not done: %v", why))
	}
	if r.Done > 0 {
		lines = append(lines, map[Kind]string{DoBuild: "//undo takes it back", UndoBuild: "//redo does it again", RedoBuild: "//undo takes it back"}[w.Kind])
	}
	return lines
}

// settle lets the block at a cell that was set, and those beside it, join each other, and removes what has lost its hold.
func settle(rec *edits.Recorder, p world.Pos, now timestream.Time) {
	b, known := rec.W.Block(p)
	if !known {
		return
	}
	if joined := edits.Joined(rec.W, p, b); joined != b {
		rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: joined})
	}
	if edits.NeedsSupport(b) {
		rec.BreakUnsupported(timestream.Server, p, now, false)
	}
	for f := range world.Face(world.FaceCount) {
		q := p.Next(f)
		beside, known := rec.W.Block(q)
		joined, hangs := edits.JoinedTo(beside, f^1, b), edits.NeedsSupport(beside)
		if !known || joined == beside && !hangs || rec.W.Apart(p, q) {
			continue
		}
		if joined != beside {
			rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: q, Block: joined})
		}
		if hangs {
			rec.BreakUnsupported(timestream.Server, q, now, false)
		}
	}
}
