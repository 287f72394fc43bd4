package server

import (
	"sort"

	"voxtide/edits"
	"voxtide/faults"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// logged is an edit that clients may have to be told.
type logged struct {
	seq    uint64
	ticket uint64 // of the batch that it is part of
	edits.Edit
}

// log holds the edits of the last steps; each session has a cursor into it. Cursors count from the server's start.
type log struct {
	entries []logged
	first   uint64 // cursor of entries[0]
	open    int    // from here on the batch is not committed
}

func (l *log) end() uint64 { return l.first + uint64(len(l.entries)) }

// from returns what is newer than a cursor; false if some of it is gone.
func (l *log) from(cursor uint64) ([]logged, bool) {
	if cursor < l.first {
		return nil, false
	}
	return l.entries[cursor-l.first:], true
}

func (l *log) add(seq uint64, e *edits.Edit) {
	l.entries = append(l.entries, logged{seq: seq, Edit: *e})
}

// seal gives the edits of a step the ticket of their batch.
func (l *log) seal(ticket uint64) {
	for i := l.open; i < len(l.entries); i++ {
		l.entries[i].ticket = ticket
	}
	l.open = len(l.entries)
}

// trim forgets what all have been told, and the older half when there is too much.
func (l *log) trim(sessions []*session) {
	least := l.end()
	for _, c := range sessions {
		if c.conn != nil && !c.whole {
			least = min(least, c.cursor)
		}
	}
	n := 0
	if least > l.first {
		n = int(least - l.first)
	}
	if len(l.entries)-n > logMax {
		n = len(l.entries) - logMax/2
	}
	if n == 0 {
		return
	}
	kept := copy(l.entries, l.entries[n:])
	clear(l.entries[kept:]) // lets go of texts and players
	l.entries = l.entries[:kept]
	l.first += uint64(n)
	l.open = kept
}

// history holds the last block edits, for resuming.
type history struct {
	ring  [][]logged // in pieces that never move, in order of seq, the oldest at head once it is full
	n     int        // entries
	head  int
	since uint64 // complete after this edit
}

func (h *history) add(seq uint64, e *edits.Edit) {
	if h.n < historyMax {
		if h.n%historyPiece == 0 {
			h.ring = append(h.ring, make([]logged, historyPiece))
		}
		*h.at(h.n) = logged{seq: seq, Edit: *e}
		h.n++
		return
	}
	oldest := h.at(0)
	h.since = oldest.seq
	*oldest = logged{seq: seq, Edit: *e}
	h.head = (h.head + 1) % historyMax
}

// historyPiece is how many edits are allocated at once.
const historyPiece = 1024

// at returns the i-th edit from the oldest.
func (h *history) at(i int) *logged {
	i = (h.head + i) % historyMax
	return &h.ring[i/historyPiece][i%historyPiece]
}

// after calls f with the block edits after a number, in order. False if some of them are gone.
func (h *history) after(seq uint64, f func(e *logged)) bool {
	if seq < h.since {
		return false
	}
	from := sort.Search(h.n, func(i int) bool { return h.at(i).seq > seq })
	for i := from; i < h.n; i++ {
		f(h.at(i))
	}
	return true
}

// transaction ends one: its edits are numbered, shown to the observer, and entered in the log, the history and the
// batch; nothing of it can be undone any more.
func (s *Server) transaction(kind string) {
	done := s.rec.Log
	for i := range done {
		s.note(&done[i], kind == rolledBack)
	}
	clear(done)
	s.rec.Log = done[:0]
	s.rec.Commit()
	s.cfg.Observe.Transaction(kind)
}

// rolledBack is the kind of transactions that set cells back.
const rolledBack = "rollback"

// note numbers an edit and enters it. What a rollback sets is told as the server's own doing, on whoever's behalf it was: nobody
// predicts it.
func (s *Server) note(d *edits.Done, rolled bool) {
	seq := uint64(0)
	if d.Edit.Kind.Counted() {
		s.edits++
		seq = s.edits
	}
	s.cfg.Observe.Edit(seq, d)
	e := &d.Edit
	switch e.Kind {
	case edits.SetLast:
		if !faults.Active(faults.LastNumberInMemory) {
			s.batch.player(e.Stream)
		}
		if c := s.session(e.Stream); c != nil {
			c.ackFresh = true
		}
		return // the ack tells it
	case edits.SetSub:
		if c := s.session(e.Stream); c != nil {
			c.subscribed(seq, e)
		}
		s.watch(world.SectionPos(e.Pos), d.Inverse.Number != 0, e.Number != 0)
	case edits.SetBlock:
		s.batch.block(d, seq)
		s.keepRow(e.Author, true)
		s.touch(e.Pos.Section())
		if rolled {
			e.Author = timestream.Server
		}
		if s.spots[e.Pos.Section()].watched != 1 || !faults.Active(faults.HistoryOfOne) {
			s.history.add(seq, e)
		}
		if s.spots[e.Pos.Section()].watched == 0 {
			return // whoever is subscribed later gets it with the section
		}
	case edits.Birth:
		s.batch.entity(e.Entity.ID)
	case edits.Death, edits.SetStack, edits.SetOwner:
		s.batch.entity(e.ID)
		if e.Kind == edits.Death {
			s.items.lift(e.ID)
		}
	case edits.AddCheck, edits.RemoveCheck:
		s.batch.checks = true
		if faults.Active(faults.SupportChecksLeftOut) {
			return
		}
	case edits.SetSlot:
		s.keepRow(e.Stream, false)
		s.batch.player(e.Stream)
	case edits.AddPlayer, edits.SetSelected:
		s.batch.player(e.Stream)
	case edits.Chat:
		s.batch.Said = append(s.batch.Said, store.Said{Stream: e.Stream, Text: e.Text})
	case edits.AddStream:
		return // told before the first body of the stream
	}
	s.log.add(seq, e)
}

// inView tells whether a client is subscribed to the section of a cell.
func (s *Server) inView(of timestream.Stream, p world.Pos) bool {
	return s.rec.W.Sub(of, p.Section()).Epoch != 0
}
