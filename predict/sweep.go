package predict

import (
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// sweep extends the prediction to an instant, in one pass through time: at each mark, and at each un-acked action, in
// order of time, all streams stand at that moment; at a mark the discrete updates run first (the server's, then the
// clients' by id), then the actions of that moment by client and number.
func (p *Predictor) sweep(to timestream.Time) {
	p.sweeping = true
	defer func() { p.sweeping = false }()
	for {
		mark := p.swept.NextMark()
		q, at := p.nextAction()
		switch {
		case mark <= to && mark <= at:
			p.mark(mark)
			p.swept = mark
		case at <= to:
			p.perform(q, at)
			p.swept = max(p.swept, at)
		default:
			p.finish(to)
			return
		}
	}
}

// nextAction returns the queue of the next action and the moment of its stream at which it is performed: its own
// time or, where that is already taken, the stream's received stamp.
func (p *Predictor) nextAction() (next *queue, at timestream.Time) {
	at = timestream.Never
	for _, q := range p.queues {
		if q.performed == len(q.acts) {
			continue
		}
		st := p.R.W.Stream(q.stream)
		if st == nil {
			continue
		}
		t := max(q.acts[q.performed].At, st.Stamp, p.swept)
		if t < at {
			next, at = q, t
		}
	}
	return next, at
}

// mark brings every stream to a mark and runs its discrete update. Streams whose received time is later wait.
func (p *Predictor) mark(m timestream.Time) {
	w := p.R.W
	n := w.StreamCount()
	for i := range n {
		p.sim.Arrive(w.StreamAt(i).Stream, m)
	}
	for i := range n {
		p.sim.Run(w.StreamAt(i).Stream, m)
	}
}

// perform performs the next action of a queue. Only what it reads or changes must stand at its moment.
func (p *Predictor) perform(q *queue, at timestream.Time) {
	a := &q.acts[q.performed]
	q.performed++
	if !a.Kind.Predictable() || faults.Active(faults.WaitForAck) {
		return
	}
	slot := p.R.W.Find(world.AvatarID(q.stream))
	if slot == world.NoSlot {
		return
	}
	p.sim.Move(slot, at)
	if a.Kind.Touches() {
		p.gather(a.Pos, at)
	}
	why := actions.Do(&p.R, q.stream, at, a)
	if (why == actions.BodyInWay || why == actions.FallsThere) && p.others(a.Pos, hinders) {
		p.foreign = append(p.foreign, a.Pos) // another's body, as it is predicted to move, decides
	}
	if q.stream == p.Own && !a.Kind.Free() {
		p.doing = append(p.doing, deed{number: a.Number, kind: a.Kind, pos: a.Pos, at: a.At, why: why})
	}
	if q.stream == p.Own {
		p.path.include(p.R.W.Entity(slot).Motion.Pos.Block())
	}
}

// touchBlocks is how near to a change a body must be for it to matter before the next mark, in blocks: the way at the
// greatest speed, and the body's own size.
const touchBlocks = 9

// gather brings the bodies around a cell that is about to be read or changed to an instant.
func (p *Predictor) gather(cell world.Pos, at timestream.Time) {
	w := p.R.W
	for i := range w.StreamCount() {
		for _, s := range w.AwakeAt(i) {
			b := w.Entity(s).Motion.Pos.Block()
			if near(b.X, cell.X) && near(b.Y, cell.Y) && near(b.Z, cell.Z) {
				p.sim.Move(s, at)
			}
		}
	}
}

func near(a, b int32) bool { return a-b <= touchBlocks && b-a <= touchBlocks }

// finish brings every stream to the end of the sweep, between two marks.
func (p *Predictor) finish(to timestream.Time) {
	w := p.R.W
	for i := range w.StreamCount() {
		p.sim.Continuous(w.StreamAt(i).Stream, to)
	}
	p.swept = max(p.swept, to)
	if s := w.Find(world.AvatarID(p.Own)); s != world.NoSlot {
		p.path.include(w.Entity(s).Motion.Pos.Block())
	}
}
