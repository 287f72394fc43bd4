package rival

import (
	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// begin starts a prediction from the received state.
func (b *base) begin() {
	w := b.R.W
	if b.options.Check {
		b.receivedHash = w.Hash()
	}
	b.sim.Lifted, b.sim.Freed, b.sim.PickedUp = b.sim.Lifted[:0], b.sim.Freed[:0], b.sim.PickedUp[:0]
	b.sim.Stale = b.StaleBodies(b.sim.Stale)
	if b.body != nil {
		b.body.forget(b.LastAcked())
		if s := b.avatar(); s != world.NoEntity {
			b.sim.Stale[s] = true // the method moves it
		}
	}
	b.reverted, b.performed = false, 0
	b.sweptTo = timestream.Never
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		if !b.predicted(st.Stream) {
			continue
		}
		b.sweptTo = min(b.sweptTo, st.Stamp)
		for _, s := range w.AwakeAt(i) {
			if !b.sim.Stale[s] {
				b.sweptTo = min(b.sweptTo, w.Entity(s).At)
			}
		}
	}
	b.sweptTo = max(b.sweptTo, b.PredictsFrom())
	b.sweptFrom = b.sweptTo
}

// predicted reports whether the method lets time pass on a stream.
func (b *base) predicted(s timestream.Stream) bool { return b.options.Others || s == b.Own }

// sweep extends the prediction to an instant in one pass through time: ticks and un-acked own actions in order. With an own
// body of the method, that body stands still.
func (b *base) sweep(to timestream.Time) {
	if b.sweptTo == timestream.Never { // no stream has come yet
		return
	}
	for {
		tick, at := b.sweptTo.NextTick(), b.nextAction()
		switch {
		case tick <= to && tick <= at:
			b.runTick(tick)
			b.sweptTo = tick
		case at <= to:
			b.perform(at)
			b.sweptTo = max(b.sweptTo, at)
		default:
			b.finish(to)
			return
		}
	}
}

// nextAction returns the moment at which the next own action is performed: its time, or the received stamp if that is later.
func (b *base) nextAction() timestream.Time {
	queue, st := b.Unacked(), b.R.W.Stream(b.Own)
	if b.performed >= len(queue) || st == nil {
		return timestream.Never
	}
	a := &queue[b.performed]
	at := a.At
	if b.when != nil {
		at = b.when(a)
	}
	return max(at, st.Stamp, b.sweptTo)
}

// runTick brings the streams to a tick and runs its discrete update.
func (b *base) runTick(tick timestream.Time) {
	w := b.R.W
	for i := range w.StreamCount() {
		if s := w.StreamAt(i).Stream; b.predicted(s) {
			b.sim.EnterTick(s, tick)
		}
	}
	for i := range w.StreamCount() {
		if s := w.StreamAt(i).Stream; b.predicted(s) {
			b.sim.RunTick(s, tick)
		}
	}
}

// finish brings the streams to an instant before the next tick.
func (b *base) finish(to timestream.Time) {
	w := b.R.W
	for i := range w.StreamCount() {
		if s := w.StreamAt(i).Stream; b.predicted(s) {
			b.sim.Continuous(s, to)
		}
	}
	b.sweptTo = max(b.sweptTo, to)
}

// perform performs the next own action at a moment.
func (b *base) perform(at timestream.Time) {
	a := &b.Unacked()[b.performed]
	b.performed++
	slot := b.avatar()
	if !a.Kind.Predictable() || slot == world.NoEntity {
		return
	}
	if b.body == nil {
		b.sim.MoveBody(slot, at)
	} else if !b.body.stand(slot, a, at) {
		return
	}
	if a.Kind.TouchesBlocks() {
		b.moveBodiesNear(a.Pos, at)
	}
	actions.Do(&b.R, b.Own, at, a)
}

// touchReach is the distance from a changed cell, in blocks, within which a body can matter before the next tick.
const touchReach = 9

// moveBodiesNear brings the predicted bodies around a cell that is about to be read or changed to an instant.
func (b *base) moveBodiesNear(cell world.Pos, at timestream.Time) {
	w := b.R.W
	for i := range w.StreamCount() {
		if !b.predicted(w.StreamAt(i).Stream) {
			continue
		}
		for _, s := range w.AwakeAt(i) {
			p := w.Entity(s).Motion.Pos.Block()
			if max(p.X-cell.X, cell.X-p.X, p.Y-cell.Y, cell.Y-p.Y, p.Z-cell.Z, cell.Z-p.Z) <= touchReach {
				b.sim.MoveBody(s, at)
			}
		}
	}
}
