package store

import (
	"sort"

	"voxtide/timestream"
	"voxtide/world"
)

// Past is a change of the history.
type Past struct {
	SectionChange
	Time int64 // wall clock, in ms since 1970
}

// Box is a region: all cells from Min to Max, both part of it.
type Box struct{ Min, Max world.Pos }

// Has tells whether a cell lies in the box.
func (b *Box) Has(p world.Pos) bool {
	return b.Min.X <= p.X && p.X <= b.Max.X && b.Min.Y <= p.Y && p.Y <= b.Max.Y && b.Min.Z <= p.Z && p.Z <= b.Max.Z
}

// Query says which changes are asked for. The zero value asks for all.
type Query struct {
	Box      *Box              // nil: everywhere
	ByAuthor bool              // only changes on the doing of Author
	Author   timestream.Stream //
	Since    int64             // not before it, in ms since 1970
	Until    int64             // not after it; 0: to the end
	After    uint64            // only edits with a greater number
	UpTo     uint64            // nothing after this edit is seen at all: slices of one walk agree; 0: all is
	Made     bool              // only changes that put Block into a cell
	Block    world.Block       //
	Spans    []Span            // only edits of one of them, which are in order and apart; nil: of any number
}

// Span is a run of edits: all with numbers after After, up to UpTo.
type Span struct{ After, UpTo uint64 }

// Match tells whether a change is asked for.
func (q *Query) Match(p *Past) bool {
	return (q.Box == nil || q.Box.Has(p.Pos)) && (!q.ByAuthor || p.Author == q.Author) &&
		p.Time >= q.Since && (q.Until == 0 || p.Time <= q.Until) && p.Seq > q.After && q.Sees(p.Seq) &&
		(!q.Made || p.Block == q.Block) && (q.Spans == nil || q.spans(p.Seq))
}

// spans tells whether an edit is of one of the spans.
func (q *Query) spans(seq uint64) bool {
	i := sort.Search(len(q.Spans), func(i int) bool { return q.Spans[i].UpTo >= seq })
	return i < len(q.Spans) && q.Spans[i].After < seq
}

// Sees tells whether an edit is not later than all that is asked for.
func (q *Query) Sees(seq uint64) bool { return q.UpTo == 0 || seq <= q.UpTo }

// Mark is where a walk over the history goes on: at a cell, in the order of sections (by X, Z, Y) and of cells in them.
// The zero value is the beginning.
type Mark struct {
	Section world.SectionPos
	Cell    int
	Begun   bool // Section and Cell count
	Over    bool // there is nothing more
}

// Cell is the history of a cell as a rollback needs it. What matches is taken back by setting Back, unless it is Over.
type Cell struct {
	Pos     world.Pos
	Matches int         // changes that match, at least 1
	Last    Past        // the newest change; its Block is what is there
	Back    world.Block // what was there before the matches at the end
	Over    bool        // Last does not match: something else was built over the matches later
}

// History is what a store knows of past changes, as far back as it keeps them. What was committed last may be part of an
// answer before it is durable. Any goroutine may call it, until Close; f runs on that goroutine and what it is given is
// lent. Each call sees the history as of one moment.
type History interface {
	// Who calls f with the changes of a cell, the newest first, until it returns false.
	Who(p world.Pos, f func(*Past) bool) error
	// Cells calls f with the cells that have changes which match, from a mark on, and returns where to go on. It ends
	// after it has looked at about look changes (and is through with a cell), when f returns false, or with Mark.Over.
	Cells(q *Query, from Mark, look int, f func(*Cell) bool) (Mark, error)
	// Each calls f with the changes that match, by section, cell and number, from a mark on, and is bounded as Cells is: a
	// cell is told whole, even when f has returned false.
	Each(q *Query, from Mark, look int, f func(*Past) bool) (Mark, error)
	// Replay appends the first changes that match, max at most, in order of number: with After the last of them it goes on.
	// It looks at all that lies in the box.
	Replay(q *Query, max int, dst []Past) ([]Past, error)
}

// Fold adds up the history of one cell. Its zero value is one of no cell.
type Fold struct {
	Cell Cell
	run  bool // what was added last matched
}

// Add enters the next change of the cell, in order of number.
func (f *Fold) Add(p *Past, match bool) {
	if match {
		if f.Cell.Matches++; !f.run {
			f.Cell.Back = p.Before
		}
	}
	f.run = match
	f.Cell.Pos, f.Cell.Last, f.Cell.Over = p.Pos, *p, !match
}

// First keeps the first changes, in order of number, of any number of them.
type First struct {
	max  int
	heap []Past // the greatest number on top
}

// NewFirst returns one that keeps max changes.
func NewFirst(max int) *First { return &First{max: max} }

// Full tells whether a change of a number would not be kept.
func (f *First) Full(seq uint64) bool {
	return len(f.heap) == f.max && (f.max == 0 || f.heap[0].Seq <= seq)
}

// Add enters a change.
func (f *First) Add(p *Past) {
	switch {
	case f.Full(p.Seq):
	case len(f.heap) < f.max:
		f.heap = append(f.heap, *p)
		for i := len(f.heap) - 1; i > 0 && f.heap[(i-1)/2].Seq < f.heap[i].Seq; i = (i - 1) / 2 {
			f.heap[i], f.heap[(i-1)/2] = f.heap[(i-1)/2], f.heap[i]
		}
	default:
		f.heap[0] = *p
		f.sink(len(f.heap))
	}
}

// Done appends what was kept, in order of number. Nothing is kept any more.
func (f *First) Done(dst []Past) []Past {
	for n := len(f.heap) - 1; n > 0; n-- {
		f.heap[0], f.heap[n] = f.heap[n], f.heap[0]
		f.sink(n)
	}
	dst = append(dst, f.heap...)
	f.heap = f.heap[:0]
	return dst
}

// sink restores the order of the first n from the top.
func (f *First) sink(n int) {
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
