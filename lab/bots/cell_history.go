package bots

import (
	"cmp"
	"slices"

	"github.com/anishathalye/porcupine"

	"voxtide/timestream"
	"voxtide/world"
)

// cellHistory is everything that bots did to a cell and saw of it.
type cellHistory struct {
	cell      world.Pos
	ops       []porcupine.Operation
	acts      int             // number of actions in ops
	reads     int             // number of reads in ops
	sand      bool            // a falling block was seen there: not only actions change the cell
	violation *orderViolation // two bots were told different things about one edit
}

// cellHistories merges the logs of all bots into one history for each cell, in the order of cells. Of the reads of
// one edit it keeps two: the one that ends first and the one that begins last. If both have a place in an order,
// every other read has one too.
func cellHistories(logs []*opLog) []*cellHistory {
	ours := map[timestream.Stream]bool{}
	for _, l := range logs {
		for _, o := range l.ops {
			ours[o.stream] = true
		}
		ours[l.stream] = true
	}
	acts := map[world.Pos][]*operation{}
	for _, l := range logs {
		for _, o := range l.ops {
			acts[o.cell] = append(acts[o.cell], o)
		}
	}
	seen := map[world.Pos][]*observation{}
	for _, l := range logs {
		for _, s := range l.observations {
			if acts[s.cell] != nil { // a cell without actions says nothing
				seen[s.cell] = append(seen[s.cell], s)
			}
		}
	}
	var out []*cellHistory
	for cell, ops := range acts {
		h := &cellHistory{cell: cell}
		for _, o := range ops {
			if p, counts := o.porcupineOp(); counts {
				h.ops = append(h.ops, p)
				h.acts++
			}
		}
		h.addReads(seen[cell], ours)
		h.ops = append(h.ops, endOperation())
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *cellHistory) int {
		return cmp.Or(cmp.Compare(a.cell.Y, b.cell.Y), cmp.Compare(a.cell.Z, b.cell.Z), cmp.Compare(a.cell.X, b.cell.X))
	})
	return out
}

// addReads adds the reads of a cell.
func (h *cellHistory) addReads(seen []*observation, ours map[timestream.Stream]bool) {
	loose := false
	for _, s := range seen {
		h.sand = h.sand || world.Blocks[s.block].Falls
		loose = loose || s.known && !ours[s.author]
	}
	type extremes struct{ early, late *observation }
	named := map[uint64]*extremes{}
	for _, s := range seen {
		ours := ours[s.author]
		if s.seq == 0 {
			h.ops = append(h.ops, s.readOperation(s.first, ours, loose))
			h.reads++
			if s.last != s.first {
				h.ops = append(h.ops, s.readOperation(s.last, ours, loose))
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
			if h.violation == nil {
				h.violation = &orderViolation{law: 6, cell: h.cell, hasCell: true, what: "edit " + itoa(s.seq) + " of one cell was told in two ways"}
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
		if x.late.known && !x.early.known { // another bot knows who made the edit
			c := *x.early
			c.author, c.known = x.late.author, true
			x.early = &c
		}
		h.ops = append(h.ops, x.early.readOperation(x.early.first, ours[x.early.author], loose))
		h.ops = append(h.ops, x.late.readOperation(x.late.last, ours[x.late.author], loose))
		h.reads += 2
	}
}
