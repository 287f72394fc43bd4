package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

// serverEye is what the laws see of the server.
type serverEye struct{ l *Lab }

// Edit implements server.Observer.
func (e serverEye) Edit(seq uint64, d *edits.Done) {
	l := e.l
	l.ledger.edit(d)
	l.kept.edit(seq, d)
	l.work.edit(d)
	l.born(d)
	if d.Edit.Kind == edits.SetBlock {
		l.order.server(changeOf(seq, d))
	}
	l.record.edit(d)
}

// Action implements server.Observer.
func (e serverEye) Action(s timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal) {
	l := e.l
	l.once.performed(s, a.Number)
	l.work.performed(s, a, why)
	free := false
	if slot := l.server.World().Find(world.AvatarID(s)); slot != world.NoSlot {
		free = l.server.World().Entity(slot).Motion.Flags&world.Creative != 0
	}
	l.ledger.action(a.Kind, why, free)
	l.record.performed(s, a, at)
}

// Advanced implements server.Observer.
func (e serverEye) Advanced(s timestream.Stream, from, to timestream.Time, byServer bool) {
	if to < from {
		e.l.breaks(10, "%s: the stream went back from %d to %d", who(s), from, to)
	}
}

// Transaction implements server.Observer.
func (e serverEye) Transaction(kind string) {
	e.l.ledger.transaction(kind)
	e.l.record.transaction(e.l.server.World())
}

// Session implements server.Observer.
func (e serverEye) Session(s timestream.Stream, what string) { e.l.session(s, what) }

// clientEye is what the laws see of a client.
type clientEye struct{ s *seat }

// Correction implements client.Observer.
func (e clientEye) Correction(c predict.Correction) { e.s.corrected(&c) }

// SectionEdit implements client.Observer.
func (e clientEye) SectionEdit(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos) {
	o := e.s.lab.order
	if snapshot {
		o.snapshot(e.s.i, p, epoch, seq)
		if h := o.seen[e.s.i][p]; h.next > 0 {
			newest := h.from.changes[h.next-1].seq
			e.s.lab.saw(e.s.i, p, newest, "bulk")
			if newest > e.s.complete {
				e.s.lab.breaks(6, "client %d has %v with edit %d, while all else it has is as of edit %d", e.s.i, p, newest, e.s.complete)
			}
		}
	} else {
		e.s.edits++
		o.edit(e.s.i, epoch, change{seq, at, b})
		e.s.lab.saw(e.s.i, p, seq, "live")
	}
}

// Frame implements client.Observer.
func (e clientEye) Frame(number, complete uint64) {
	if complete > e.s.lab.server.Edits() {
		e.s.lab.breaks(2, "client %d is complete to edit %d, the server only to %d", e.s.i, complete, e.s.lab.server.Edits())
	}
	e.s.frames++
	if e.s.frames%wholeEvery == 0 {
		e.s.lab.order.complete(e.s.i, complete, e.s.c.World(), e.s.c.Stream())
	}
	e.s.lab.heard(e.s)
}
