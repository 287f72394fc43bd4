package bots

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// opLog records what a bot did and saw. Only the goroutine of the bot's worker touches it, until that has ended.
type opLog struct {
	bot      int
	clock    func() time.Duration
	observes bool // records observations, too
	stream   timestream.Stream

	ops        []*operation // all operations, in order of number within a session
	waiting    []*operation // operations without an ack
	acked      uint64
	lastNumber uint64    // number of the last own action
	acks       []ackTime // without actions whose socket was lost
	answered   int
	outcomes   [actions.RefusalCount]int
	violation  *orderViolation // the first thing that no server may do

	slots        slotLog
	updateTimes  updateTime
	current      timeRange // of the last update that was applied
	previous     timeRange // of the update before it
	visible      map[world.Pos]*observation
	observations []*observation
	knownCells   map[world.SectionPos][]world.Pos // every cell of which a value was seen
	stale        map[world.SectionPos]bool        // sections whose cells are read again after the frame
	authors      map[uint64]timestream.Stream     // of edits that updates told
	lastEdits    map[world.SectionPos]sectionEdit
}

// sectionEdit is the last edit of a section that became part of the received state.
type sectionEdit struct {
	epoch uint32
	seq   uint64
}

// ackTime is when an action of a bot was made, and how long its answer took.
type ackTime struct{ called, took time.Duration }

// orderViolation is something that cannot happen in any order.
type orderViolation struct {
	law     int
	what    string
	cell    world.Pos
	hasCell bool // cell counts
}

// authorsMax bounds the edits whose authors are remembered until their section comes; beyond it they are forgotten,
// and their reads are checked without an author.
const authorsMax = 1 << 14

func newOpLog(bot int, clock func() time.Duration, watch bool) *opLog {
	return &opLog{
		bot: bot, clock: clock, observes: watch, slots: slotLog{visible: map[slotKey]slotRead{}}, visible: map[world.Pos]*observation{}, knownCells: map[world.SectionPos][]world.Pos{},
		stale: map[world.SectionPos]bool{}, authors: map[uint64]timestream.Stream{}, lastEdits: map[world.SectionPos]sectionEdit{},
	}
}

func (l *opLog) fail(law int, cell *world.Pos, format string, args ...any) {
	if l.violation != nil {
		return
	}
	l.violation = &orderViolation{law: law, what: fmt.Sprintf(format, args...)}
	if cell != nil {
		l.violation.cell, l.violation.hasCell = *cell, true
	}
}

// beginSession notes a new session: actions that the one before left unanswered stay unanswered.
func (l *opLog) beginSession(s timestream.Stream) {
	l.stream, l.acked, l.lastNumber, l.waiting = s, 0, 0, l.waiting[:0]
	l.slots.waiting = l.slots.waiting[:0]
	clear(l.slots.visible)
	clear(l.lastEdits)
	l.updateTimes.restart()
}

// sent records an own action, in a frame that began at call.
func (l *opLog) sent(a *actions.Action, call time.Duration, held world.Block, free bool) {
	if a.Number <= l.lastNumber { // the server has forgotten the session, and another one has begun
		l.beginSession(l.stream)
	}
	l.lastNumber = a.Number
	if a.Kind == actions.BoxMove && l.observes {
		l.slots.sent(l.bot, l.stream, a, call)
	}
	if a.Kind.Unmetered() || l.observes && a.Kind == actions.Place && !isPlain(held) {
		return // what lies as its player looks is not known before
	}
	o := &operation{bot: l.bot, stream: l.stream, number: a.Number, kind: a.Kind, cell: a.Pos, block: held, calledAt: call, returnedAt: noReturn, creative: free}
	l.waiting = append(l.waiting, o)
	if o.changesBlock() || !l.observes && o.keeps() {
		l.ops = append(l.ops, o)
	}
}

// observeUpdate receives an update before it is applied.
func (l *opLog) observeUpdate(f *protocol.Update) {
	at := l.clock()
	var stall, whole bool
	var stamp timestream.Time
	var ack uint64
	for i := range f.Entries {
		switch e := &f.Entries[i]; e.Kind {
		case protocol.EntryReset:
			whole = true
		case protocol.EntryStall:
			stall = stall || e.Stream == l.stream
		case protocol.EntryAdvance:
			if e.Stream == l.stream {
				stamp = e.At
			}
		case protocol.EntryAck:
			if e.Stream == l.stream {
				ack = max(ack, e.Number)
			}
		}
	}
	l.applyAcks(f, ack, whole, at)
	if !l.observes {
		return
	}
	if stamp != 0 && !stall {
		l.updateTimes.answer(stamp)
	}
	l.previous, l.current = l.current, timeRange{l.updateTimes.lo, at}
	if whole { // everything seen ends with the update before, and is read again
		for p := range l.knownCells {
			l.endSection(p)
			l.stale[p] = true
		}
	}
	l.noteEdits(f)
	l.slots.observe(l.bot, f, l.stream, whole, l.current, l.previous)
}

// applyAcks gives the actions that an update acks their outcomes.
func (l *opLog) applyAcks(f *protocol.Update, ack uint64, whole bool, at time.Duration) {
	before := l.acked
	l.acked = max(l.acked, ack)
	n := 0
	for n < len(l.waiting) && l.waiting[n].number <= l.acked {
		o := l.waiting[n]
		o.outcome, o.returnedAt = done, at
		if whole {
			o.outcome = unknownOutcome
		}
		if o.changesBlock() {
			l.answered++
		}
		if !o.socketLost {
			l.acks = append(l.acks, ackTime{o.calledAt, at - o.calledAt})
		}
		l.updateTimes.lo = max(l.updateTimes.lo, o.calledAt)
		n++
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Kind != protocol.EntryRefusal {
			continue
		}
		if e.Number <= before {
			l.fail(9, nil, "bot %d: action %d was refused (%v) after it had been acked", l.bot, e.Number, e.Reason)
			continue
		}
		for _, o := range l.waiting[:n] {
			if o.number == e.Number {
				o.outcome, o.refusal = refused, e.Reason
			}
		}
	}
	l.matchEdits(f, l.waiting[:n])
	l.slots.applyAcks(f, l.stream, l.acked, whole, at)
	for _, o := range l.waiting[:n] {
		if o.outcome == refused {
			l.outcomes[o.refusal]++
		} else {
			l.outcomes[actions.Done]++
		}
	}
	l.waiting = slices.Delete(l.waiting, 0, n)
}

// matchEdits finds the edits of performed actions: they come in the update with the ack, in the same order.
func (l *opLog) matchEdits(f *protocol.Update, acked []*operation) {
	i := 0
	for _, o := range acked {
		if !o.changesBlock() || o.outcome != done {
			continue
		}
		for k := i; k < len(f.Entries); k++ {
			e := &f.Entries[k]
			if e.Kind == protocol.EntryEdit && e.Edit.Kind == edits.SetBlock && e.Edit.Author == l.stream && e.Edit.Pos == o.cell && e.Edit.Block == o.result() {
				o.seq, i = e.Seq, k+1
				break
			}
		}
	}
}

// dialled notes that a new connection is used from now on.
func (l *opLog) dialled() {
	l.updateTimes.restart()
	for _, o := range l.waiting {
		o.socketLost = true
	}
}

// noteEdits notes the authors of an update's edits, and the sections that it unsubscribes.
func (l *opLog) noteEdits(f *protocol.Update) {
	if len(l.authors) > authorsMax {
		clear(l.authors)
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Kind != protocol.EntryEdit {
			continue
		}
		switch e.Edit.Kind {
		case edits.SetBlock:
			l.authors[e.Seq] = e.Edit.Author
		case edits.SetSubscription:
			if e.Edit.Stream == l.stream && !e.Edit.Flag {
				l.endSection(world.SectionPos(e.Edit.Pos))
			}
		}
	}
}

// endSection ends the observations of a section with the update before this one.
func (l *opLog) endSection(p world.SectionPos) {
	for _, c := range l.knownCells[p] {
		l.endObservation(c, l.previous)
	}
}

func (l *opLog) endObservation(c world.Pos, last timeRange) {
	if s := l.visible[c]; s != nil {
		if last.hi > s.last.hi {
			s.last = last
		}
		delete(l.visible, c)
	}
}

// readWithSection makes a cell's value be read whenever its section comes.
func (l *opLog) readWithSection(c world.Pos) {
	if p := c.Section(); !slices.Contains(l.knownCells[p], c) {
		l.knownCells[p] = append(l.knownCells[p], c)
	}
}

// observe records a value that a cell has from now on. A value that another one follows in the same update was the
// server's at some time after the update before.
func (l *opLog) observe(s observation) {
	if old := l.visible[s.cell]; old != nil {
		if old.first == s.first { // both came with this update
			old.first.lo = l.previous.lo
			old.last = old.first
		} else {
			l.endObservation(s.cell, l.previous)
		}
	}
	l.readWithSection(s.cell)
	s.bot, s.last = l.bot, s.first
	l.visible[s.cell] = &s
	l.observations = append(l.observations, &s)
}

// Correction implements client.Observer; the client counts them.
func (l *opLog) Correction(predict.Correction) {}

// Update implements client.Observer.
func (l *opLog) Update(number, complete uint64) {}

// SectionEdit implements client.Observer.
func (l *opLog) SectionEdit(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos) {
	if !l.observes {
		return
	}
	was := l.lastEdits[p]
	l.lastEdits[p] = sectionEdit{epoch, seq}
	if snapshot {
		l.endSection(p)
		l.stale[p] = true
		return
	}
	if was.epoch == epoch && seq < was.seq {
		l.fail(6, &at, "bot %d was told edit %d of %v after edit %d", l.bot, seq, p, was.seq)
	}
	if l.stale[p] { // the edit may have waited for its section for some updates: the result is read after the frame
		l.readWithSection(at)
		return
	}
	author, known := l.authors[seq]
	l.observe(observation{cell: at, seq: seq, block: b, author: author, known: known, first: l.current})
}

// readStale reads, after a frame, the cells that came with sections.
func (l *opLog) readStale(received func(f func(w *world.World))) {
	if len(l.stale) == 0 {
		return
	}
	received(func(w *world.World) {
		for p := range l.stale {
			for _, c := range l.knownCells[p] {
				if b, there := w.Block(c); there && l.visible[c] == nil {
					l.observe(observation{cell: c, block: b, first: l.current})
				}
			}
		}
	})
	clear(l.stale)
}

// end ends all observations with the last update.
func (l *opLog) end() {
	for c := range l.visible {
		l.endObservation(c, l.current)
	}
	clear(l.stale)
}

func itoa(n uint64) string { return strconv.FormatUint(n, 10) }
