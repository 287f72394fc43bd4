package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/world"
)

// serverObserver shows the laws what the server does.
// It shows nothing of a server that goes on although
// another one has the world.
type serverObserver struct{ at *machine }

func (e serverObserver) counts() bool { return e.at.sim.machines.owner == e.at }

// Edit implements server.Observer.
func (e serverObserver) Edit(seq uint64, d *edits.LogEntry) {
	l := e.at.sim
	if !e.counts() {
		return
	}
	l.laws.conservation.edit(d)
	l.laws.durability.edit(seq, d)
	l.laws.work.edit(d)
	l.countSpawn(d)
	if d.Edit.Kind == edits.SetBlock {
		l.laws.order.server(changeFrom(seq, d))
	}
	l.recording.edit(d)
}

// Action implements server.Observer.
func (e serverObserver) Action(s timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal) {
	l := e.at.sim
	if !e.counts() {
		return
	}
	l.laws.once.performed(s, a.Number)
	l.laws.work.performed(s, a, why, l.server.World())
	free := false
	if slot := l.server.World().Find(world.AvatarID(s)); slot != world.NoEntity {
		free = l.server.World().Entity(slot).Motion.Flags&world.Creative != 0
	}
	l.laws.conservation.perform(s, a, why, free)
	l.recording.performed(s, a, at)
}

// Advanced implements server.Observer.
func (e serverObserver) Advanced(s timestream.Stream, from, to timestream.Time, byServer bool) {
	if to < from {
		e.at.sim.fail(10, "%s: the stream went back from %d to %d", streamName(s), from, to)
	}
}

// Transaction implements server.Observer.
func (e serverObserver) Transaction(kind string) {
	if l := e.at.sim; e.counts() {
		l.laws.conservation.transaction(kind)
		l.laws.work.transaction(kind == "action")
		l.recording.transaction(kind, l.server.World())
	}
}

// Session implements server.Observer.
func (e serverObserver) Session(s timestream.Stream, event server.SessionEvent, reason string) {
	if e.counts() {
		e.at.sim.sessionEvent(s, event, reason)
	}
}

// clientObserver shows the laws what a client does.
type clientObserver struct{ client *simClient }

// Correction implements client.Observer.
func (e clientObserver) Correction(c predict.Correction) { e.client.corrected(&c) }

// SectionEdit implements client.Observer.
func (e clientObserver) SectionEdit(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos) {
	o := e.client.sim.laws.order
	if snapshot {
		o.snapshot(e.client.index, p, epoch, seq)
		if h := o.seen[e.client.index][p]; h.next > 0 {
			newest := h.from.changes[h.next-1].seq
			e.client.sim.checkSeen(e.client.index, p, newest, "bulk")
			if newest > e.client.tally.complete {
				e.client.sim.fail(6, "client %d has %v with edit %d, while all else it has is as of edit %d", e.client.index, p, newest, e.client.tally.complete)
			}
		}
	} else {
		e.client.tally.edits++
		o.edit(e.client.index, epoch, change{seq, at, b})
		e.client.sim.checkSeen(e.client.index, p, seq, "live")
	}
}

// Update implements client.Observer.
func (e clientObserver) Update(number, complete uint64) {
	if complete > e.client.sim.server.Edits() {
		e.client.sim.fail(2, "client %d is complete to edit %d, the server only to %d", e.client.index, complete, e.client.sim.server.Edits())
	}
	e.client.tally.updates++
	if e.client.tally.updates%completeEvery == 0 {
		e.client.sim.laws.order.complete(e.client.index, complete, e.client.client.World(), e.client.client.Stream())
	}
	e.client.sim.checkUpdate(e.client)
	e.client.noteFreeze()
}

// countSpawn counts an edit of the server's.
func (l *simulation) countSpawn(d *edits.LogEntry) {
	switch b := &l.spawned; {
	case d.Edit.Kind == edits.SetBoxSlot:
		b.Slots++
	case d.Edit.Kind == edits.AddSupportCheck:
		b.Checks++
		if d.Edit.Stream == timestream.Server {
			b.Waits++
			if st := l.server.World().Stream(d.Edit.Author); st != nil && l.firstCut[d.Edit.Author] == 0 {
				l.firstCut[d.Edit.Author] = st.Stamp
			}
		}
	case d.Edit.Kind != edits.SpawnEntity:
	case d.Edit.Entity.Kind == world.KindItem:
		b.Items++
	case d.Edit.Entity.Kind == world.KindFallingBlock:
		b.Falling++
	}
}
