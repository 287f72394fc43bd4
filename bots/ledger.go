package bots

import (
	"fmt"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// ledger notes what a bot did and what it saw. The goroutine of its bot's crew alone touches it until that has ended.
type ledger struct {
	bot    int
	clock  func() time.Duration
	watch  bool // notes sights, too
	stream timestream.Stream

	ops      []*op // all of them, in order of number within a session
	waiting  []*op // that are not acked
	acked    uint64
	last     uint64          // number of the last own action
	delays   []time.Duration // from call to ack, of those that were not cut
	answered int
	tally    [actions.Refusals]int
	breach   *breach // the first thing that no server may do

	times   frameTime
	frame   interval // of the last frame that was applied
	before  interval // of the one before it
	now     map[world.Pos]*sight
	sights  []*sight
	cells   map[world.SectionPos][]world.Pos // every cell of which a value was seen
	stale   map[world.SectionPos]bool        // whose cells are to be read anew after the picture
	authors map[uint64]timestream.Stream     // of edits that frames told
	orders  map[world.SectionPos]order
}

// order is the last edit of a section that became part of what was received.
type order struct {
	epoch uint32
	seq   uint64
}

// breach is something that cannot happen whatever the order.
type breach struct {
	law  int
	what string
	cell world.Pos
	at   bool // cell counts
}

// authorsMax bounds the edits whose authors are remembered until their section comes; beyond it they are forgotten, and
// what they did is judged without its author.
const authorsMax = 1 << 14

func newLedger(bot int, clock func() time.Duration, watch bool) *ledger {
	return &ledger{
		bot: bot, clock: clock, watch: watch, now: map[world.Pos]*sight{}, cells: map[world.SectionPos][]world.Pos{},
		stale: map[world.SectionPos]bool{}, authors: map[uint64]timestream.Stream{}, orders: map[world.SectionPos]order{},
	}
}

func (l *ledger) breaks(law int, cell *world.Pos, format string, args ...any) {
	if l.breach != nil {
		return
	}
	l.breach = &breach{law: law, what: fmt.Sprintf(format, args...)}
	if cell != nil {
		l.breach.cell, l.breach.at = *cell, true
	}
}

// begin notes a fresh session: what the one before it left unanswered stays so.
func (l *ledger) begin(s timestream.Stream) {
	l.stream, l.acked, l.last, l.waiting = s, 0, 0, l.waiting[:0]
	clear(l.orders)
	l.times.restart()
}

// sent notes an own action, in a picture that began at call.
func (l *ledger) sent(a *actions.Action, call time.Duration, held world.Block, free bool) {
	if a.Number <= l.last { // the server has forgotten the session, and another one has begun
		l.begin(l.stream)
	}
	l.last = a.Number
	if a.Kind.Free() {
		return
	}
	o := &op{bot: l.bot, stream: l.stream, number: a.Number, kind: a.Kind, cell: a.Pos, block: held, call: call, ret: never, free: free}
	l.waiting = append(l.waiting, o)
	if o.changes() {
		l.ops = append(l.ops, o)
	}
}

// tap is shown a frame before it is applied.
func (l *ledger) tap(f *protocol.Frame) {
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
		case protocol.EntryMoved:
			if e.Stream == l.stream {
				stamp = e.At
			}
		case protocol.EntryAck:
			if e.Stream == l.stream {
				ack = max(ack, e.Number)
			}
		}
	}
	l.answers(f, ack, whole, at)
	if !l.watch {
		return
	}
	if stamp != 0 && !stall {
		l.times.answer(stamp)
	}
	l.before, l.frame = l.frame, interval{l.times.lo, at}
	if whole { // all that was seen ends with the frame before, and is read anew
		for p := range l.cells {
			l.lose(p)
			l.stale[p] = true
		}
	}
	l.edits(f)
}

// answers gives the actions that a frame acks their outcomes.
func (l *ledger) answers(f *protocol.Frame, ack uint64, whole bool, at time.Duration) {
	before := l.acked
	l.acked = max(l.acked, ack)
	n := 0
	for n < len(l.waiting) && l.waiting[n].number <= l.acked {
		o := l.waiting[n]
		o.out, o.ret = done, at
		if whole {
			o.out = unsure
		}
		if o.changes() {
			l.answered++
		}
		if !o.cut {
			l.delays = append(l.delays, at-o.call)
		}
		l.times.lo = max(l.times.lo, o.call)
		n++
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Kind != protocol.EntryRefusal {
			continue
		}
		if e.Number <= before {
			l.breaks(9, nil, "bot %d: action %d was refused (%v) after it had been acked", l.bot, e.Number, e.Reason)
			continue
		}
		for _, o := range l.waiting[:n] {
			if o.number == e.Number {
				o.out, o.why = refused, e.Reason
			}
		}
	}
	l.name(f, l.waiting[:n])
	for _, o := range l.waiting[:n] {
		if o.out == refused {
			l.tally[o.why]++
		} else {
			l.tally[actions.Done]++
		}
	}
	l.waiting = slices.Delete(l.waiting, 0, n)
}

// name finds the edits of performed actions: they come in the frame with the ack, in the same order.
func (l *ledger) name(f *protocol.Frame, acked []*op) {
	i := 0
	for _, o := range acked {
		if !o.changes() || o.out != done {
			continue
		}
		for k := i; k < len(f.Entries); k++ {
			e := &f.Entries[k]
			if e.Kind == protocol.EntryEdit && e.Edit.Kind == edits.SetBlock && e.Edit.Author == l.stream && e.Edit.Pos == o.cell && e.Edit.Block == o.after() {
				o.seq, i = e.Seq, k+1
				break
			}
		}
	}
}

// dialled notes that the connection is another one from now on.
func (l *ledger) dialled() {
	l.times.restart()
	for _, o := range l.waiting {
		o.cut = true
	}
}

// edits notes the authors of a frame's edits, and the sections that it takes away.
func (l *ledger) edits(f *protocol.Frame) {
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
		case edits.SetSub:
			if e.Edit.Stream == l.stream && !e.Edit.Flag {
				l.lose(world.SectionPos(e.Edit.Pos))
			}
		}
	}
}

// lose ends what is seen of a section: with the frame before this one.
func (l *ledger) lose(p world.SectionPos) {
	for _, c := range l.cells[p] {
		l.close(c, l.before)
	}
}

func (l *ledger) close(c world.Pos, last interval) {
	if s := l.now[c]; s != nil {
		if last.hi > s.last.hi {
			s.last = last
		}
		delete(l.now, c)
	}
}

// know has the values of a cell read whenever its section comes whole.
func (l *ledger) know(c world.Pos) {
	if p := c.Section(); !slices.Contains(l.cells[p], c) {
		l.cells[p] = append(l.cells[p], c)
	}
}

// saw notes a value that a cell has from now on. A value that is followed by another in the same frame was the server's
// at some time after the frame before.
func (l *ledger) saw(s sight) {
	if old := l.now[s.cell]; old != nil {
		if old.first == s.first { // both with this frame
			old.first.lo = l.before.lo
			old.last = old.first
		} else {
			l.close(s.cell, l.before)
		}
	}
	l.know(s.cell)
	s.bot, s.last = l.bot, s.first
	l.now[s.cell] = &s
	l.sights = append(l.sights, &s)
}

// Correction implements client.Observer; the client counts them.
func (l *ledger) Correction(predict.Correction) {}

// Frame implements client.Observer.
func (l *ledger) Frame(number, complete uint64) {}

// SectionEdit implements client.Observer.
func (l *ledger) SectionEdit(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos) {
	if !l.watch {
		return
	}
	was := l.orders[p]
	l.orders[p] = order{epoch, seq}
	if snapshot {
		l.lose(p)
		l.stale[p] = true
		return
	}
	if was.epoch == epoch && seq < was.seq {
		l.breaks(6, &at, "bot %d was told edit %d of %v after edit %d", l.bot, seq, p, was.seq)
	}
	if l.stale[p] { // it may have waited for its section since some frames ago: what it came to is read after the picture
		l.know(at)
		return
	}
	author, known := l.authors[seq]
	l.saw(sight{cell: at, seq: seq, block: b, author: author, known: known, first: l.frame})
}

// settle reads after a picture what came with whole sections.
func (l *ledger) settle(received func(f func(w *world.World))) {
	if len(l.stale) == 0 {
		return
	}
	received(func(w *world.World) {
		for p := range l.stale {
			for _, c := range l.cells[p] {
				if b, there := w.Block(c); there && l.now[c] == nil {
					l.saw(sight{cell: c, block: b, first: l.frame})
				}
			}
		}
	})
	clear(l.stale)
}

// end ends all that is seen, with the last frame.
func (l *ledger) end() {
	for c := range l.now {
		l.close(c, l.frame)
	}
	clear(l.stale)
}
