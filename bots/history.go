package bots

import (
	"cmp"
	"slices"

	"github.com/anishathalye/porcupine"

	"voxtide/timestream"
	"voxtide/world"
)

// cellHistory is all that bots did to a cell and saw of it.
type cellHistory struct {
	cell   world.Pos
	ops    []porcupine.Operation
	acts   int     // of ops
	reads  int     // of ops
	sand   bool    // a block that falls was seen there: others than actions change it
	breach *breach // two bots were told one edit differently
}

// gather merges what all bots noted into one history a cell, in the order of cells. Of the reads of one edit two are kept:
// the one that ends first and the one that begins last. If both have a place in an order, so has each other one.
func gather(logs []*ledger) []*cellHistory {
	ours := map[timestream.Stream]bool{}
	for _, l := range logs {
		for _, o := range l.ops {
			ours[o.stream] = true
		}
		ours[l.stream] = true
	}
	acts := map[world.Pos][]*op{}
	for _, l := range logs {
		for _, o := range l.ops {
			acts[o.cell] = append(acts[o.cell], o)
		}
	}
	seen := map[world.Pos][]*sight{}
	for _, l := range logs {
		for _, s := range l.sights {
			if acts[s.cell] != nil { // what nobody acted on says nothing
				seen[s.cell] = append(seen[s.cell], s)
			}
		}
	}
	var out []*cellHistory
	for cell, ops := range acts {
		h := &cellHistory{cell: cell}
		for _, o := range ops {
			if p, counts := o.operation(); counts {
				h.ops = append(h.ops, p)
				h.acts++
			}
		}
		h.look(seen[cell], ours)
		h.ops = append(h.ops, theEnd())
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *cellHistory) int {
		return cmp.Or(cmp.Compare(a.cell.Y, b.cell.Y), cmp.Compare(a.cell.Z, b.cell.Z), cmp.Compare(a.cell.X, b.cell.X))
	})
	return out
}

// look adds the reads of a cell.
func (h *cellHistory) look(seen []*sight, ours map[timestream.Stream]bool) {
	loose := false
	for _, s := range seen {
		h.sand = h.sand || world.Blocks[s.block].Falls
		loose = loose || s.known && !ours[s.author]
	}
	type extremes struct{ early, late *sight }
	named := map[uint64]*extremes{}
	for _, s := range seen {
		ours := ours[s.author]
		if s.seq == 0 {
			h.ops = append(h.ops, s.readAt(s.first, ours, loose))
			h.reads++
			if s.last != s.first {
				h.ops = append(h.ops, s.readAt(s.last, ours, loose))
				h.reads++
			}
			continue
		}
		x := named[s.seq]
		switch {
		case x == nil:
			named[s.seq] = &extremes{s, s}
			continue
		case s.block != x.early.block || s.known && x.early.known && s.author != x.early.author:
			if h.breach == nil {
				h.breach = &breach{law: 6, cell: h.cell, at: true, what: "edit " + itoa(s.seq) + " of one cell was told in two ways"}
			}
		}
		if s.first.hi < x.early.first.hi {
			x.early = s
		}
		if s.last.lo > x.late.last.lo {
			x.late = s
		}
	}
	for _, x := range named {
		if x.late.known && !x.early.known { // who made it is known from another bot
			c := *x.early
			c.author, c.known = x.late.author, true
			x.early = &c
		}
		h.ops = append(h.ops, x.early.readAt(x.early.first, ours[x.early.author], loose))
		h.ops = append(h.ops, x.late.readAt(x.late.last, ours[x.late.author], loose))
		h.reads += 2
	}
}
