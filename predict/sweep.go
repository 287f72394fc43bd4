package predict

import (
	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// sweep extends the prediction to an instant, in one pass through time. At each tick and each un-acked action, in order
// of time, all streams stand at that moment. At a tick the discrete updates run first (the server's, then the clients'
// by id), then the actions of that moment by client and number.
func (p *Predictor) sweep(to timestream.Time) {
	p.doing.predicting = true
	defer func() { p.doing.predicting = false }()
	for {
		tick := p.sweptTo.NextTick()
		q, at := p.nextAction()
		switch {
		case tick <= to && tick <= at:
			p.runTick(tick)
			p.sweptTo = tick
		case at <= to:
			p.perform(q, at)
			p.sweptTo = max(p.sweptTo, at)
		default:
			p.finish(to)
			return
		}
	}
}

// nextAction returns the queue of the next action and the moment of its stream at which it is performed: its own time, or the
// received stamp if that is later.
func (p *Predictor) nextAction() (next *queue, at timestream.Time) {
	at = timestream.Never
	for _, q := range p.queues {
		if q.performed == len(q.actions) {
			continue
		}
		st := p.R.W.Stream(q.stream)
		if st == nil {
			continue
		}
		t := max(q.actions[q.performed].At, st.Stamp, p.sweptTo)
		if t < at {
			next, at = q, t
		}
	}
	return next, at
}

// runTick brings every stream to a tick and runs its discrete update. A stream whose received stamp is later waits.
func (p *Predictor) runTick(m timestream.Time) {
	w := p.R.W
	n := w.StreamCount()
	for i := range n {
		p.sim.EnterTick(w.StreamAt(i).Stream, m)
	}
	for i := range n {
		p.sim.RunTick(w.StreamAt(i).Stream, m)
	}
}

// perform performs the next action of a queue. Only the bodies that the action reads or changes must stand at its
// moment.
func (p *Predictor) perform(q *queue, at timestream.Time) {
	a := &q.actions[q.performed]
	outcome := &q.outcomes[q.performed]
	*outcome = notPredicted
	q.performed++
	if !a.Kind.Predictable() || faults.Active(faults.WaitForAck) || q.stream != p.Own && p.peerHidden(q.stalledTo, a.At) {
		return
	}
	slot := p.R.W.Find(world.AvatarID(q.stream))
	if slot == world.NoEntity {
		return
	}
	p.sim.MoveBody(slot, at)
	if a.Kind.TouchesBlocks() {
		p.moveBodiesNear(a.Pos, at)
	}
	why := actions.Do(&p.R, q.stream, at, a)
	*outcome = why
	if (why == actions.BodyInPlace || why == actions.FallingInTheWay) && p.foreignBodyNear(a.Pos, canBeInTheWay) {
		p.foreignBlocks = append(p.foreignBlocks, a.Pos) // the predicted motion of another player's body decides
	}
	if q.stream == p.Own && !a.Kind.Unmetered() && a.Kind != actions.Hit { // what becomes of a hit is for the server to say
		p.doing.actions = append(p.doing.actions, actionOutcome{number: a.Number, kind: a.Kind, slot: a.Slot, toSlot: a.ToSlot, recipe: a.Recipe, pos: a.Pos, at: a.At, why: why})
	}
	if q.stream == p.Own {
		p.ownPath.include(p.R.W.Entity(slot).Motion.Pos.Block())
	}
}

// touchReach is the distance from a changed cell, in blocks, within which a body can matter before the next tick: how
// far it moves at the greatest speed, plus its own size.
const touchReach = 9

// moveBodiesNear brings the bodies around a cell that is about to be read or changed to an instant.
func (p *Predictor) moveBodiesNear(cell world.Pos, at timestream.Time) {
	w := p.R.W
	for i := range w.StreamCount() {
		for _, s := range w.AwakeAt(i) {
			b := w.Entity(s).Motion.Pos.Block()
			if withinTouch(b.X, cell.X) && withinTouch(b.Y, cell.Y) && withinTouch(b.Z, cell.Z) {
				p.sim.MoveBody(s, at)
			}
		}
	}
}

func withinTouch(a, b int32) bool { return a-b <= touchReach && b-a <= touchReach }

// finish brings every stream to the end of the sweep, which lies between two ticks.
func (p *Predictor) finish(to timestream.Time) {
	w := p.R.W
	for i := range w.StreamCount() {
		p.sim.Continuous(w.StreamAt(i).Stream, to)
	}
	p.sweptTo = max(p.sweptTo, to)
	if s := w.Find(world.AvatarID(p.Own)); s != world.NoEntity {
		p.ownPath.include(w.Entity(s).Motion.Pos.Block())
	}
}
