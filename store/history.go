package store

import (
	"slices"
	"sort"

	"voxtide/timestream"
	"voxtide/world"
)

// HistoryEntry is a change in the history.
type HistoryEntry struct {
	BlockChange
	Time int64 // wall clock, in ms since 1970
}

// Box is a region: all cells from Min to Max, both included.
type Box struct{ Min, Max world.Pos }

// Contains reports whether a cell lies in the box.
func (b *Box) Contains(p world.Pos) bool {
	return b.Min.X <= p.X && p.X <= b.Max.X && b.Min.Y <= p.Y && p.Y <= b.Max.Y && b.Min.Z <= p.Z && p.Z <= b.Max.Z
}

// Query says which changes are asked for. The zero value asks for all.
type Query struct {
	Box      *Box                // nil: everywhere
	ByAuthor bool                // only changes that Author caused
	Author   timestream.Stream   //
	Since    int64               // not before it, in ms since 1970
	Until    int64               // not after it; 0: to the end
	After    uint64              // only edits with a greater number
	UpTo     uint64              // edits after this one do not exist for the query, so that the slices of a scan agree; 0: all do
	ByBlock  bool                // only changes that put Block into a cell
	Block    world.Block         //
	Authors  []timestream.Stream // only changes that one of them caused; nil: that anybody did
	Except   []timestream.Stream // and none of these
	Only     Change              // what kind of changes
	Ranges   []EditRange         // only edits in one of them; they are in order and disjoint; nil: all edits
}

// Change is a kind of change of a block.
type Change uint8

// The kinds of changes.
const (
	AnyChange Change = iota
	Placed           // a block came, or took the place of another one
	Broken           // a block went, and nothing took its place
)

// fits reports whether a change is of the kind. What blocks hold is neither placed nor broken.
func (k Change) fits(p *HistoryEntry) bool {
	switch k {
	case Placed:
		return p.Box == nil && p.Block != world.Air
	case Broken:
		return p.Box == nil && p.Block == world.Air && p.Before != world.Air
	}
	return true
}

// EditRange is a run of edits: those with numbers after After, up to UpTo.
type EditRange struct{ After, UpTo uint64 }

// Match reports whether a change is asked for.
func (q *Query) Match(p *HistoryEntry) bool {
	return (q.Box == nil || q.Box.Contains(p.Pos)) && (q.Authors == nil || slices.Contains(q.Authors, p.Author)) && !slices.Contains(q.Except, p.Author) && q.Only.fits(p) && (!q.ByAuthor || p.Author == q.Author) &&
		p.Time >= q.Since && (q.Until == 0 || p.Time <= q.Until) && p.Seq > q.After && q.Covers(p.Seq) &&
		(!q.ByBlock || p.Block == q.Block && p.Box == nil) && (q.Ranges == nil || q.inRanges(p.Seq))
}

// inRanges reports whether an edit lies in one of the ranges.
func (q *Query) inRanges(seq uint64) bool {
	i := sort.Search(len(q.Ranges), func(i int) bool { return q.Ranges[i].UpTo >= seq })
	return i < len(q.Ranges) && q.Ranges[i].After < seq
}

// First returns the number of the first edit that can match.
func (q *Query) First() uint64 {
	first := q.After + 1
	if len(q.Ranges) > 0 {
		first = max(first, q.Ranges[0].After+1)
	}
	return first
}

// Covers reports whether an edit exists for the query: see UpTo.
func (q *Query) Covers(seq uint64) bool { return q.UpTo == 0 || seq <= q.UpTo }

// Cursor is a position in a scan over the history: a cell, in the order of sections (by X, Z, Y) and of the cells in them. The
// zero value is the beginning.
type Cursor struct {
	Section world.SectionPos
	Cell    int
	Started bool // Section and Cell are set
	Done    bool // the scan has ended
}

// CellHistory is the history of a cell as a rollback needs it. The matching changes are taken back by setting Restore, unless
// the cell is Overwritten, and the parts of its box to theirs.
type CellHistory struct {
	Pos         world.Pos
	Matches     int          // number of matching changes, at least 1
	Last        HistoryEntry // the newest change of the block; the cell holds its Block. If there is none, only Block counts
	Restore     world.Block  // the block before the last run of matching changes; that of Last if none of the block matches
	Overwritten bool         // Last does not match: the matching changes were built over later
	Parts       []PartHistory
}

// PartHistory is the history of a part of a box in which a change matches.
type PartHistory struct {
	Last        world.BoxPart // as the newest change left it
	Restore     world.BoxPart // as it was before the last run of matching changes
	Overwritten bool          // the newest change does not match: others changed the part later
}

// History holds the past changes, as far back as a store keeps them. The answer may hold changes that are committed and not
// durable yet. Any goroutine may call it until Close; f runs on that goroutine, and its argument is lent to it. Each call sees
// the history as of one moment.
type History interface {
	// BlockChanges calls f with the changes of a cell, the newest first, until it returns false.
	BlockChanges(p world.Pos, f func(*HistoryEntry) bool) error
	// ScanCells calls f with the cells that have matching changes, from a cursor on, and returns the cursor where to go on. It
	// ends after the cell in which it has looked at about look changes, when f returns false, or with Cursor.Done.
	ScanCells(q *Query, from Cursor, look int, f func(*CellHistory) bool) (Cursor, error)
	// ScanChanges calls f with the matching changes, by section, cell and number, from a cursor on, and is bounded as
	// ScanCells is. f gets all matching changes of a cell, even after it has returned false.
	ScanChanges(q *Query, from Cursor, look int, f func(*HistoryEntry) bool) (Cursor, error)
	// FirstChanges appends the first matching changes in order of number, at most max; with After set to the last of them it
	// goes on. It looks at everything in the box.
	FirstChanges(q *Query, max int, dst []HistoryEntry) ([]HistoryEntry, error)
}

// CellFold computes the CellHistory of one cell. Its zero value holds no change.
type CellFold struct {
	Cell     CellHistory
	matching bool // the last added change of the block matched
	some     bool // a change of the block was added
	blocks   int  // matching changes of the block
	parts    []partFold
}

// partFold is a part of a box whose changes are added up.
type partFold struct {
	PartHistory
	matches, matching bool // a change matched; the last one did
}

// Add adds the next change of the cell, in order of number.
func (f *CellFold) Add(p *HistoryEntry, match bool) {
	if match {
		f.Cell.Matches++
	}
	f.Cell.Pos = p.Pos
	if p.Box != nil {
		f.addPart(p.Box, match)
		if !f.some {
			f.Cell.Last.Block, f.Cell.Restore = p.Block, p.Block
		}
		return
	}
	if p.Block.RunsOrAir() && p.Before.RunsOrAir() { // water came or went: nobody built here
		if f.Cell.Last, f.some = *p, true; f.blocks == 0 {
			f.Cell.Restore = p.Block
		}
		return
	}
	if match && !f.matching {
		if f.Cell.Restore = p.Before; p.Before.RunsOrAir() { // water that ran is not set back: it runs by itself
			f.Cell.Restore = world.Air
		}
	}
	if match {
		f.blocks++
	} else if f.blocks == 0 {
		f.Cell.Restore = p.Block
	}
	f.matching, f.some = match, true
	f.Cell.Last, f.Cell.Overwritten = *p, !match && f.blocks > 0
}

func (f *CellFold) addPart(c *BoxChange, match bool) {
	i := slices.IndexFunc(f.parts, func(x partFold) bool { return x.Last.Part == c.Now.Part })
	if i < 0 {
		i = len(f.parts)
		f.parts = append(f.parts, partFold{})
	}
	x := &f.parts[i]
	if match && !x.matching {
		x.Restore = c.Before
	}
	x.Last, x.matching, x.matches = c.Now, match, x.matches || match
	x.Overwritten = !match
}

// NeedsOlder reports whether changes before all that were added, none of which match, would make a difference.
func (f *CellFold) NeedsOlder() bool { return !f.some || len(f.parts) > 0 }

// End returns the history of the cell, after the last change was added.
func (f *CellFold) End() *CellHistory {
	for i := range f.parts {
		if x := &f.parts[i]; x.matches {
			f.Cell.Parts = append(f.Cell.Parts, x.PartHistory)
		}
	}
	return &f.Cell
}

// Earliest keeps, of any number of changes, the first ones in order of number.
type Earliest struct {
	max  int
	heap []HistoryEntry // the greatest number on top
}

// NewEarliest returns an Earliest that keeps max changes.
func NewEarliest(max int) *Earliest { return &Earliest{max: max} }

// Full reports whether a change with a number would not be kept.
func (f *Earliest) Full(seq uint64) bool {
	return len(f.heap) == f.max && (f.max == 0 || f.heap[0].Seq <= seq)
}

// Add offers a change.
func (f *Earliest) Add(p *HistoryEntry) {
	switch {
	case f.Full(p.Seq):
	case len(f.heap) < f.max:
		f.heap = append(f.heap, *p)
		for i := len(f.heap) - 1; i > 0 && f.heap[(i-1)/2].Seq < f.heap[i].Seq; i = (i - 1) / 2 {
			f.heap[i], f.heap[(i-1)/2] = f.heap[(i-1)/2], f.heap[i]
		}
	default:
		f.heap[0] = *p
		f.siftDown(len(f.heap))
	}
}

// Sorted appends the changes that were kept, in order of number, and forgets them.
func (f *Earliest) Sorted(dst []HistoryEntry) []HistoryEntry {
	for n := len(f.heap) - 1; n > 0; n-- {
		f.heap[0], f.heap[n] = f.heap[n], f.heap[0]
		f.siftDown(n)
	}
	dst = append(dst, f.heap...)
	f.heap = f.heap[:0]
	return dst
}

// siftDown restores the heap order of the first n changes from the top.
func (f *Earliest) siftDown(n int) {
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			return
		}
		if c+1 < n && f.heap[c].Seq < f.heap[c+1].Seq {
			c++
		}
		if f.heap[i].Seq >= f.heap[c].Seq {
			return
		}
		f.heap[i], f.heap[c] = f.heap[c], f.heap[i]
		i = c
	}
}
