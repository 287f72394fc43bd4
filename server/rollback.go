package server

import (
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Back is a cell that a rollback sets back.
type Back struct {
	Pos  world.Pos
	Now  world.Block // what has to be there; a cell with anything else was built over meanwhile and is left as it is
	Then world.Block // what it is to be
}

// Rollback is a piece of work that sets cells back, a slice in each step, by ordinary edits on behalf of a stream. Whoever
// runs the server makes one, hands over cells while it Wants some, and says with Last that there are no more.
type Rollback struct {
	Author timestream.Stream // on whose behalf: the server's, or that of a player who is here or was

	Done    int          // cells set back
	Same    int          // cells that were as they are to be
	Over    []world.Pos  // cells that were built over meanwhile, the first overMax of them
	Overs   int          // how many
	Blocked int          // cells that a body stood in for backWait
	Last    bool         // no more cells follow
	Spans   []store.Span // of its edits, in order: by them, and its author, it can be told from all others

	cells   []Back
	head    int
	section world.SectionPos // of the last cell
	begun   bool             // there was one in this slice
	waits   []inTheWay       // for bodies to go
	changed []world.Pos      // to be looked at for what has lost its support
	over    bool
}

// inTheWay is a cell that a body stands in.
type inTheWay struct {
	Back
	until time.Duration
}

const (
	backsMax  = 1 << 14 // cells that a Rollback holds
	backSlice = 4096    // cells that are set in a step
	backLooks = 8192    // cells that are looked after in a step
	backSeen  = 8       // a cell of a section that somebody is subscribed to counts so many times: it has to be told
	backAhead = 64      // sections that are asked for at once
	backWhole = 256     // cells of a section from which on it is sent whole to those who see it from afar
	overMax   = 256
	backWait  = 10 * time.Second
)

// Wants returns how many more cells it takes now.
func (r *Rollback) Wants() int { return backsMax - (len(r.cells) - r.head) }

// Add hands over cells, at most as many as it Wants.
func (r *Rollback) Add(cells ...Back) {
	if r.head > 0 {
		r.cells = slices.Delete(r.cells, 0, r.head)
		r.head = 0
	}
	r.cells = append(r.cells, cells...)
}

// Cancel gives up what is not set back yet. It is Finished once what was set back has been looked after.
func (r *Rollback) Cancel() { r.cells, r.head, r.waits, r.Last = nil, 0, nil, true }

// Finished tells whether all is done: Last was said, and every cell is set back or given up.
func (r *Rollback) Finished() bool { return r.over }

// Roll takes a piece of work over. It goes on with each step until it is Finished, or the server ends: then what is not
// set back stays as it is, and the same rollback may be asked for again.
func (s *Server) Roll(r *Rollback) { s.rolls = append(s.rolls, r) }

// rollBehind is how many batches may wait for the disk while a Rollback goes on: it waits for a slow one.
const rollBehind = 64

// roll does a slice of what there is to set back.
func (s *Server) roll() {
	if len(s.rolls) == 0 || s.ticket > s.durable+rollBehind {
		return
	}
	for _, r := range s.rolls {
		s.rollOne(r)
	}
	s.rolls = slices.DeleteFunc(s.rolls, func(r *Rollback) bool { return r.over })
}

func (s *Server) rollOne(r *Rollback) {
	author := s.rec.Author
	s.rec.Author = r.Author
	defer func() { s.rec.Author = author }()
	budget, before := backSlice, s.edits
	r.begun = false
	r.waits = slices.DeleteFunc(r.waits, func(w inTheWay) bool {
		if actions.BodyIn(s.rec.W, w.Pos, w.Then) {
			if s.mono < w.until {
				return false
			}
			r.Blocked++
			return true
		}
		budget -= s.setBack(r, &w.Back)
		return true
	})
	for budget > 0 && r.head < len(r.cells) {
		b := &r.cells[r.head]
		if !s.rec.W.Has(b.Pos.Section()) {
			s.fetchAhead(r)
			if !s.rec.W.Has(b.Pos.Section()) {
				break
			}
		}
		if p := b.Pos.Section(); !r.begun || p != r.section {
			n := r.run()
			if r.begun && n > budget && s.spots[p].watched > 0 { // in the next step, all at once
				break
			}
			r.section, r.begun = p, true
			if n >= backWhole {
				s.shut(p)
			}
		}
		r.head++
		if actions.BodyIn(s.rec.W, b.Pos, b.Then) {
			r.waits = append(r.waits, inTheWay{*b, s.mono + backWait})
			continue
		}
		budget -= s.setBack(r, b)
	}
	if r.Last && r.head == len(r.cells) && len(r.waits) == 0 {
		s.settleBack(r)
	}
	s.transaction(rolledBack)
	s.reopen()
	switch n := len(r.Spans); {
	case s.edits == before:
	case n > 0 && r.Spans[n-1].UpTo == before:
		r.Spans[n-1].UpTo = s.edits
	default:
		r.Spans = append(r.Spans, store.Span{After: before, UpTo: s.edits})
	}
}

// run returns how many cells of the section that comes next follow each other, at most as many as a slice has.
func (r *Rollback) run() (n int) {
	p := r.cells[r.head].Pos.Section()
	for n < backSlice && r.head+n < len(r.cells) && r.cells[r.head+n].Pos.Section() == p {
		n++
	}
	return n
}

// fetchAhead asks for the sections of the cells that come next.
func (s *Server) fetchAhead(r *Rollback) {
	asked := 0
	last := world.SectionPos{}
	for i := r.head; i < len(r.cells) && asked < backAhead; i++ {
		p := r.cells[i].Pos.Section()
		if i > r.head && p == last {
			continue
		}
		last = p
		if s.rec.W.Has(p) {
			continue
		}
		asked++
		if _, wanted := s.wanted[p]; !wanted && len(s.wanted) < wantedMax {
			s.wanted[p] = timestream.Server
			s.cfg.Land.Want(p)
		}
	}
	if s.cfg.Land.Instant() {
		s.arrive()
	}
}

// setBack sets one cell back, and returns what that costs of a slice.
func (s *Server) setBack(r *Rollback, b *Back) int {
	now, there := s.rec.W.Block(b.Pos)
	switch {
	case !there || now != b.Now:
		if r.Overs++; len(r.Over) < overMax {
			r.Over = append(r.Over, b.Pos)
		}
		return 1
	case now == b.Then:
		r.Same++
		return 1
	}
	s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: b.Pos, Block: b.Then})
	s.rec.Wake(b.Pos)
	r.Done++
	r.changed = append(r.changed, b.Pos)
	if s.spots[b.Pos.Section()].watched > 0 {
		return backSeen
	}
	return 1
}

// settleBack looks, once all cells are set, at what has lost its support: what was rolled back stood well before, but
// others may have built on what is gone now. It ends the work when it is through.
func (s *Server) settleBack(r *Rollback) {
	n := 0
	for ; n < len(r.changed) && n < backLooks && len(s.rec.Log) < backSlice/backSeen; n++ {
		p := r.changed[n]
		for _, q := range [2]world.Pos{p, p.Above()} {
			b, there := s.rec.W.Block(q)
			below, _ := s.rec.W.Block(q.Below())
			if there && world.Blocks[b].Falls && !below.Solid() {
				s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: timestream.Server, Pos: q})
			}
		}
		s.rec.Uproot(timestream.Server, p.Above(), s.now, false)
	}
	r.changed = r.changed[n:]
	r.over = len(r.changed) == 0
}
