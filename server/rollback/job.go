package rollback

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Restore is a cell that a Job sets back.
type Restore struct {
	Pos      world.Pos
	Expected world.Block // the block that must be there: a cell with another one was built over meanwhile, and stays
	Target   world.Block // the block that is set
	Any      bool        // whatever block is there is set back; Expected does not count
	// Parts are what the block holds, as far as it is set back: a part that others changed meanwhile stays. What nothing is known of,
	// and the new block does not hold, keeps the cell from being set back.
	Parts []store.PartHistory
}

// Job sets cells back, a slice in each step, by ordinary edits in the name of a stream. Its maker hands over cells as long as
// there is Room, and sets Complete after the last one.
type Job struct {
	Author  timestream.Stream    // in whose name: the server's, or that of a player who is here or was
	Allowed func(world.Pos) bool // where that player may build; nil: everywhere
	// Settles lets what is set join what is beside it, and what loses its hold by it go: for cells that were never so before.
	Settles bool

	Done           int               // cells set back
	Unchanged      int               // cells that held their target already
	Overbuilt      []world.Pos       // cells that were built over meanwhile, the first overbuiltMax of them
	OverbuiltCount int               // all of them
	Denied         int               // cells in which the author may not build
	Blocked        int               // cells that were left out because a body stood in them for blockedWait,
	Falling        int               // or because blocks fell through them for as long
	Complete       bool              // no more cells follow
	Spans          []store.EditRange // the numbers of its edits, in order; with Author they name exactly its edits

	cells        []Restore
	head         int
	section      world.SectionPos // of the last cell
	sectionBegun bool             // a cell of section was set in this slice
	blocked      []blockedCell    // cells that wait for a body to leave
	changed      []world.Pos      // cells beside which support is still to be checked
	ahead        []world.SectionPos
	finished     bool
}

// blockedCell is a cell in which a body stands.
type blockedCell struct {
	Restore
	until time.Duration
}

const (
	// StepSlice is the number of cells that are set in a step, where nobody is subscribed to them.
	StepSlice = 4096
	// WholeSectionFrom is the number of cells of a section from which on distant subscribers are sent the section again.
	WholeSectionFrom = 256

	cellsMax         = 1 << 14 // cells that a Job holds
	supportSlice     = 3 << 13 // cells whose support is checked in a step, in 4 ms
	subscribedCost   = 8       // cost of a cell in a section that a client is subscribed to: its edit has to be sent
	prefetchSections = 64      // sections that are requested at once
	overbuiltMax     = 256
	blockedWait      = 10 * time.Second
)

// World is what a Job needs of the server whose world it changes.
type World interface {
	// Recorder returns the recorder through which cells are set.
	Recorder() *edits.Recorder
	// LastEdit returns the number of the last edit of a transaction that has ended.
	LastEdit() uint64
	// Subscribed reports whether a client is subscribed to a section.
	Subscribed(p world.SectionPos) bool
	// RequestSections requests sections that are not in memory; those that come at once are there when it returns.
	RequestSections(p []world.SectionPos)
	// CloseForResend ends the subscriptions of distant clients to a section of which much is about to change.
	CloseForResend(p world.SectionPos)
	// EndSlice ends the transaction, and begins the subscriptions again that CloseForResend ended.
	EndSlice()
}

// Room returns how many more cells the job takes now.
func (j *Job) Room() int { return cellsMax - (len(j.cells) - j.head) }

// Add hands over cells: at most as many as there is Room for.
func (j *Job) Add(cells ...Restore) {
	if j.head > 0 {
		j.cells = slices.Delete(j.cells, 0, j.head)
		j.head = 0
	}
	j.cells = append(j.cells, cells...)
}

// Cancel drops the cells that are not set back yet. The job is Finished once support beside the others is checked.
func (j *Job) Cancel() { j.cells, j.head, j.blocked, j.Complete = nil, 0, nil, true }

// Finished reports whether the job has ended: it is Complete, and each cell is set back or left out.
func (j *Job) Finished() bool { return j.finished }

// Step runs a slice of the job. elapsed is the server's monotonic time, now its stream time.
func (j *Job) Step(w World, elapsed time.Duration, now timestream.Time) {
	rec := w.Recorder()
	author := rec.Author
	rec.Author = j.Author
	defer func() { rec.Author = author }()
	budget, before := StepSlice, w.LastEdit()
	j.sectionBegun = false
	j.blocked = slices.DeleteFunc(j.blocked, func(c blockedCell) bool {
		if why := actions.BodyInTheWay(rec.W, c.Pos, c.Target); why != actions.Done {
			if elapsed < c.until {
				return false
			}
			if why == actions.FallingInTheWay {
				j.Falling++
			} else {
				j.Blocked++
			}
			return true
		}
		budget -= j.restore(w, rec, &c.Restore)
		return true
	})
	for budget > 0 && j.head < len(j.cells) {
		c := &j.cells[j.head]
		if !rec.W.HasSection(c.Pos.Section()) {
			j.prefetch(w, rec.W)
			break // what fell there when it left memory comes back before the next step
		}
		if p := c.Pos.Section(); !j.sectionBegun || p != j.section {
			n := j.runLength()
			if j.sectionBegun && n > budget && w.Subscribed(p) { // in the next step, all at once
				break
			}
			j.section, j.sectionBegun = p, true
			if n >= WholeSectionFrom {
				w.CloseForResend(p)
			}
		}
		j.head++
		if actions.BodyInTheWay(rec.W, c.Pos, c.Target) != actions.Done {
			j.blocked = append(j.blocked, blockedCell{*c, elapsed + blockedWait})
			continue
		}
		budget -= j.restore(w, rec, c)
	}
	if j.Complete && j.head == len(j.cells) && len(j.blocked) == 0 {
		j.checkSupport(w, rec, now)
	}
	w.EndSlice()
	switch last, n := w.LastEdit(), len(j.Spans); {
	case last == before:
	case n > 0 && j.Spans[n-1].UpTo == before:
		j.Spans[n-1].UpTo = last
	default:
		j.Spans = append(j.Spans, store.EditRange{After: before, UpTo: last})
	}
}

// runLength returns how many of the next cells lie in the same section, at most as many as a slice holds.
func (j *Job) runLength() (n int) {
	p := j.cells[j.head].Pos.Section()
	for n < StepSlice && j.head+n < len(j.cells) && j.cells[j.head+n].Pos.Section() == p {
		n++
	}
	return n
}

// prefetch requests the sections of the next cells.
func (j *Job) prefetch(w World, of *world.World) {
	j.ahead = j.ahead[:0]
	last := world.SectionPos{}
	for i := j.head; i < len(j.cells) && len(j.ahead) < prefetchSections; i++ {
		p := j.cells[i].Pos.Section()
		if i > j.head && p == last {
			continue
		}
		last = p
		if !of.HasSection(p) {
			j.ahead = append(j.ahead, p)
		}
	}
	w.RequestSections(j.ahead)
}

// restore sets one cell back, and returns what it costs of a slice.
func (j *Job) restore(w World, rec *edits.Recorder, c *Restore) int {
	block, known := rec.W.Block(c.Pos)
	if j.Settles && !rec.W.Barriers().Border().Inside(c.Pos.X, c.Pos.Z) {
		j.Denied++
		return 1
	}
	if j.Allowed != nil && !j.Allowed(c.Pos) && !faults.Active(faults.BuildsOnClaims) {
		j.Denied++
		return 1
	}
	switch {
	case !known || !c.Any && block != c.Expected && !(edits.RunsOrAir(block) && edits.RunsOrAir(c.Expected)):
		j.noteOverbuilt(c.Pos)
		return 1
	case block == c.Target && len(c.Parts) == 0:
		j.Unchanged++
		return 1
	}
	cost := 1
	if w.Subscribed(c.Pos.Section()) {
		cost = subscribedCost
	}
	set, emptied := 0, uint64(0)
	if block.Kind() != c.Target.Kind() {
		set, emptied = j.emptyParts(rec, c)
		if rec.W.BlockEntityAt(c.Pos) != nil { // what others put into it would be lost
			j.noteOverbuilt(c.Pos)
			return cost * (1 + set)
		}
	}
	if block == c.Target {
		if set = j.restoreParts(rec, c, 0); set == 0 && c.Any {
			j.Unchanged++
			return cost
		} else if set == 0 {
			j.noteOverbuilt(c.Pos)
			return cost
		}
		j.Done++
		return cost * set
	}
	rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: c.Pos, Block: c.Target})
	rec.WakeAround(c.Pos)
	j.Done++
	j.changed = append(j.changed, c.Pos)
	return cost * (1 + set + j.restoreParts(rec, c, emptied))
}

// emptyParts empties what the block at a cell holds, as far as it is to be set back and nobody else has changed it, before another kind of block
// takes its place. It returns how many parts it emptied, and which: a bit for each of Parts.
func (j *Job) emptyParts(rec *edits.Recorder, c *Restore) (set int, emptied uint64) {
	for i := range c.Parts {
		if faults.Active(faults.RollbackLeavesBoxes) {
			break
		}
		v := &c.Parts[i]
		now := rec.W.BlockEntityAt(c.Pos).Part(v.Last.Part)
		if (now != v.Last && !(c.Any && faults.Active(faults.RegionOverOthers))) || now.IsEmpty() {
			continue
		}
		if rec.Do(edits.BoxEdit(c.Pos, &world.BoxPart{Part: v.Last.Part})) {
			set, emptied = set+1, emptied|1<<i
		}
	}
	return set, emptied
}

// restoreParts sets back what the block at a cell holds, as far as it can hold it and nobody else has changed it, and returns how many
// parts it set. emptied says which of them it has emptied itself.
func (j *Job) restoreParts(rec *edits.Recorder, c *Restore, emptied uint64) (set int) {
	for i := range c.Parts {
		if faults.Active(faults.RollbackLeavesBoxes) {
			break
		}
		v := &c.Parts[i]
		now := rec.W.BlockEntityAt(c.Pos).Part(v.Last.Part)
		if (now != v.Last && emptied&(1<<i) == 0 && !(c.Any && faults.Active(faults.RegionOverOthers))) || now == v.Restore {
			continue
		}
		if rec.Do(edits.BoxEdit(c.Pos, &v.Restore)) {
			set++
		}
	}
	return set
}

// noteOverbuilt counts a cell that was built over meanwhile.
func (j *Job) noteOverbuilt(p world.Pos) {
	if j.OverbuiltCount++; len(j.Overbuilt) < overbuiltMax {
		j.Overbuilt = append(j.Overbuilt, p)
	}
}

// checkSupport breaks blocks that have lost their support, once all cells are set: the restored cells stood well before, but
// others may have built on cells that are gone now. It ends the job when it has checked all of them.
func (j *Job) checkSupport(w World, rec *edits.Recorder, now timestream.Time) {
	n := 0
	for ; n < len(j.changed) && n < supportSlice && len(rec.Log) < StepSlice/subscribedCost; n++ {
		p := j.changed[n]
		if !supportKnown(rec.W, p) { // unloaded since it was set, or never needed: what stands above would hang
			j.prefetchSupport(w, rec.W, n)
			break
		}
		if j.Settles {
			settle(rec, p, now)
		}
		for _, q := range [2]world.Pos{p, p.Above()} {
			b, known := rec.W.Block(q)
			below, _ := rec.W.Block(q.Below())
			if known && world.Blocks[b].Falls && !below.Solid() {
				rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: timestream.Server, Pos: q})
			}
		}
		rec.BreakUnsupported(timestream.Server, p.Above(), now, false)
		rec.WakeWater(p)
	}
	j.changed = j.changed[n:]
	j.finished = len(j.changed) == 0
}

// supportKnown reports whether a cell and that above it are in memory.
func supportKnown(w *world.World, p world.Pos) bool {
	return w.HasSection(p.Section()) && (p.Y == world.MaxY || w.HasSection(p.Above().Section()))
}

// prefetchSupport requests the sections that the next checks of support need, from the nth on.
func (j *Job) prefetchSupport(w World, of *world.World, n int) {
	j.ahead = j.ahead[:0]
	for end := min(n+supportSlice, len(j.changed)); n < end && len(j.ahead) < prefetchSections; n++ {
		for _, q := range [2]world.Pos{j.changed[n], j.changed[n].Above()} {
			if p := q.Section(); q.Y <= world.MaxY && !of.HasSection(p) && !slices.Contains(j.ahead, p) {
				j.ahead = append(j.ahead, p)
			}
		}
	}
	w.RequestSections(j.ahead)
}
