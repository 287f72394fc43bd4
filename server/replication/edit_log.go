package replication

import (
	"slices"
	"sort"
	"time"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/world"
)

// Entry is an edit that clients may have to be told.
type Entry struct {
	Seq       uint64 // its number; 0: it is not counted
	CommitSeq uint64 // of the batch that contains it
	AtBox     bool   // it changes what a block holds, or takes such a block away: who comes too late there is told who was first
	edits.Edit
}

// EntryOf returns the entry of an edit with its number. No batch contains it yet.
func EntryOf(seq uint64, d *edits.LogEntry) Entry {
	was := d.Inverse.Block
	return Entry{Seq: seq, Edit: d.Edit, AtBox: d.Edit.Kind.ChangesBox() || d.Edit.Kind == edits.SetBlock && holdsThings(was) && !faults.Active(faults.GoneBoxByNobody)}
}

// holdsThings reports whether a block holds slots or a text beside its state.
func holdsThings(b world.Block) bool { return b.BoxSlots() > 0 || b.HasText() }

// Log holds the edits of the last steps; each client has a cursor into it. Cursors count from the server's start.
type Log struct {
	entries []Entry
	first   uint64 // cursor of entries[0]
	open    int    // index of the first entry whose batch is not committed
	ends    []end  // of the steps of the last LogTime, and of one before
}

// end is how far the log went at the end of a step.
type end struct {
	at     time.Duration
	cursor uint64
}

// End returns the cursor behind the last edit.
func (l *Log) End() uint64 { return l.first + uint64(len(l.entries)) }

// Len returns the number of edits in the log.
func (l *Log) Len() int { return len(l.entries) }

// From returns the edits after a cursor; false if some of them are gone.
func (l *Log) From(cursor uint64) ([]Entry, bool) {
	if cursor < l.first {
		return nil, false
	}
	return l.entries[cursor-l.first:], true
}

// Add appends an edit.
func (l *Log) Add(e *Entry) {
	l.entries = append(l.entries, *e)
}

// Seal gives the edits of a step the sequence number of their batch.
func (l *Log) Seal(commitSeq uint64) {
	for i := l.open; i < len(l.entries); i++ {
		l.entries[i].CommitSeq = commitSeq
	}
	l.open = len(l.entries)
}

// Trim ends a step: it drops the edits before the lowest cursor of all clients, and of the others those that are neither among the last
// LogKept nor younger than LogTime, or not among the last LogMax. So who is late by less is told what has happened, however much it is:
// the whole state in its place would make the others later still.
func (l *Log) Trim(lowest uint64, now time.Duration) {
	l.ends = append(l.ends, end{now, l.End()})
	old := 0
	for old+1 < len(l.ends) && l.ends[old+1].at <= now-LogTime {
		old++
	}
	l.ends = slices.Delete(l.ends, 0, old)
	if aged := l.ends[0]; aged.at <= now-LogTime {
		lowest = max(lowest, min(aged.cursor, l.End()-min(l.End(), LogKept)))
	}
	lowest = max(lowest, l.End()-min(l.End(), LogMax))
	n := 0
	if lowest > l.first {
		n = int(lowest - l.first)
	}
	if n == 0 {
		return
	}
	kept := copy(l.entries, l.entries[n:])
	clear(l.entries[kept:]) // releases texts and players
	l.entries = l.entries[:kept]
	l.first += uint64(n)
	l.open = kept
}

// shrink gives back the memory of a log of which nothing waits to be told.
func (l *Log) shrink() {
	if l.open == len(l.entries) {
		l.first, l.open, l.entries, l.ends = l.End(), 0, nil, nil
	}
}

// History holds the last block edits, for clients that resume.
type History struct {
	ring  [][]Entry // in pieces that never move, by Seq, the oldest at head once it is full
	n     int       // entries
	head  int
	since uint64 // complete after this edit
}

// historyPiece is how many edits are allocated at once.
const historyPiece = 1024

// Since returns the edit after which the history is complete.
func (h *History) Since() uint64 { return h.since }

// Begin makes the history empty, and complete after an edit.
func (h *History) Begin(since uint64) { *h = History{since: since} }

// Add appends a block edit; at HistoryMax it takes the place of the oldest.
func (h *History) Add(e *Entry) {
	if h.n < HistoryMax {
		if h.n%historyPiece == 0 {
			h.ring = append(h.ring, make([]Entry, historyPiece))
		}
		*h.at(h.n) = *e
		h.n++
		return
	}
	oldest := h.at(0)
	h.since = oldest.Seq
	*oldest = *e
	h.head = (h.head + 1) % HistoryMax
}

// at returns the i-th edit from the oldest.
func (h *History) at(i int) *Entry {
	i = (h.head + i) % HistoryMax
	return &h.ring[i/historyPiece][i%historyPiece]
}

// After calls f with the block edits after an edit number, in order. It returns false if some of them are gone.
func (h *History) After(seq uint64, f func(e *Entry)) bool {
	if seq < h.since {
		return false
	}
	from := sort.Search(h.n, func(i int) bool { return h.at(i).Seq > seq })
	for i := from; i < h.n; i++ {
		f(h.at(i))
	}
	return true
}
