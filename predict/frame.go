package predict

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Revert takes all predictions back, which leaves the received state. AdvanceTo predicts again.
func (p *Predictor) Revert() {
	if p.reverted {
		return
	}
	if p.unverified { // compare it now, at its end
		p.repredict(p.now)
	}
	p.R.Revert()
	p.reverted = true
	p.doing.inventoryBefore = inventoryOf(p.R.W, p.Own)
	for _, q := range p.queues {
		q.performed = 0
	}
	if p.Check && p.BrokenLaw == "" && p.R.W.Hash() != p.receivedHash {
		p.BrokenLaw = "law 1: reverting does not give the received state"
	}
}

// ApplyUpdate takes the predictions back and applies an update to the received state.
func (p *Predictor) ApplyUpdate(f *protocol.Update) error {
	p.Revert()
	p.updated = true
	return p.applyUpdate(f)
}

// ApplySnapshot takes the predictions back and applies a section from the bulk lane.
func (p *Predictor) ApplySnapshot(s protocol.Snapshot, sec *world.Section) {
	p.Revert()
	p.Received.ApplySnapshot(s, sec)
}

// repredictEvery is how many frames with an update there are to each one that is predicted twice (see Check).
const repredictEvery = 8

// AdvanceTo predicts up to the frame's time. It returns the correction of the own body that the updates since the last
// frame brought, if any; corrections of blocks and inventory are in Corrections.
func (p *Predictor) AdvanceTo(to timestream.Time) (c Correction, corrected bool) {
	to = max(to, p.now)
	p.Displacements, p.Corrections = p.Displacements[:0], p.Corrections[:0]
	extended := !p.reverted
	if p.reverted {
		before := len(p.foreignBlocks)
		p.beginSweep()
		if p.updated {
			c, corrected = p.compareLast()
			p.updated = false
			p.foreignBlocks = p.foreignBlocks[:copy(p.foreignBlocks, p.foreignBlocks[before:])]
		}
	}
	p.EndUpdates()
	p.sweep(to)
	p.now = to
	p.frames++
	p.sim.Verify = p.Check
	if p.Check && (p.CheckAlways || !extended && p.frames%repredictEvery == 0) {
		p.repredict(to)
	} else {
		p.unverified = p.Check && extended
	}
	if s := p.R.W.Find(world.AvatarID(p.Own)); s != world.NoEntity {
		e := p.R.W.Entity(s)
		p.shownMotion, p.shownMotionAt = e.Motion, e.At
	}
	p.shown.Note(p.R.W)
	p.doing.noteShown(p.R.W, p.Own, p.now, p.queue(p.Own))
	return c, corrected
}

// beginSweep starts a sweep from the received state.
func (p *Predictor) beginSweep() {
	p.sim.Lifted = p.sim.Lifted[:0]
	p.freedBefore = append(p.freedBefore[:0], p.sim.Freed...)
	p.sim.Freed = p.sim.Freed[:0]
	p.pickedBefore = append(p.pickedBefore[:0], p.sim.PickedUp...)
	p.sim.PickedUp = p.sim.PickedUp[:0]
	p.doing.begin(p.R.W, p.Own)
	if p.Check {
		p.receivedHash = p.R.W.Hash()
	}
	p.sim.Stale = p.StaleBodies(p.sim.Stale)
	p.reverted = false
	w := p.R.W
	p.sweptTo = timestream.Never
	for i := range w.StreamCount() {
		st := w.StreamAt(i)
		p.sweptTo = min(p.sweptTo, st.Stamp)
		for _, s := range w.AwakeAt(i) {
			if !p.sim.Stale[s] {
				p.sweptTo = min(p.sweptTo, w.Entity(s).At)
			}
		}
	}
	p.sweptTo = max(p.sweptTo, p.PredictsFrom())
	if s := w.Find(world.AvatarID(p.Own)); s != world.NoEntity {
		at := w.Entity(s).Motion.Pos.Block()
		p.ownPath = blockBox{at, at}
	}
}

// compareLast predicts to the last frame's time and compares the own body, blocks, inventory and actions with those shown in
// that frame. It returns the correction of the body; those of blocks and inventory go to Corrections.
func (p *Predictor) compareLast() (c Correction, corrected bool) {
	slot := p.R.W.Find(world.AvatarID(p.Own))
	if p.now == 0 || p.shownMotionAt == 0 || slot == world.NoEntity {
		return c, false
	}
	if st := p.R.W.Stream(p.Own); st == nil {
		return c, false
	} else if st.Stamp > p.now { // the server took the stream beyond the last frame: actions wait for its stamp
		p.influences.add(protocol.CauseStall)
		p.influences.pastLastFrame = true
	}
	p.sweep(p.now)
	for _, at := range p.foreignBlocks { // in the last prediction or in this one
		p.influences.addBlock(at, protocol.CauseStream)
	}
	p.Displacements = p.shown.AppendDisplacements(p.Displacements, p.R.W)
	p.corrections = p.corrections[:0]
	e := p.R.W.Entity(p.R.W.Find(world.AvatarID(p.Own)))
	p.shownMotion.KickAt, p.shownMotion.Kick, p.shownMotion.KickHarm = e.Motion.KickAt, e.Motion.Kick, e.Motion.KickHarm // a kick still to come has moved nothing
	switch {
	case e.At == p.shownMotionAt && e.Motion == p.shownMotion:
	case e.At != p.shownMotionAt && e.Motion == p.shownMotion.Extrapolated(e.At.Sub(p.shownMotionAt)): // the server has taken the stream further, along the same line
	default:
		c, corrected = p.bodyCorrection(e), true
		p.corrections = append(p.corrections, c)
	}
	p.corrections = p.doing.appendCorrections(p.corrections, p.R.W, p.Own, &p.influences, p.now, p.update)
	if len(p.corrections) == 0 {
		return c, false
	}
	p.corrections = p.doing.appendActionCorrections(p.corrections, p.influences.actions)
	p.assignCauses(p.corrections)
	for i := range p.corrections {
		if d := &p.corrections[i].action; p.corrections[i].Kind == kindAction && d.was == actions.Done && atABox(d.kind) {
			p.blocks.boxes.noteUndone(d.number)
		}
	}
	for i := range p.corrections {
		switch p.corrections[i].Kind {
		case KindBody:
			c = p.corrections[i]
		case KindBlocks, KindInventory:
			p.Corrections = append(p.Corrections, p.corrections[i])
		}
	}
	return c, corrected
}

// bodyCorrection returns the correction of the own body.
func (p *Predictor) bodyCorrection(e *world.Entity) Correction {
	p.ownPath.include(e.Motion.Pos.Block())
	p.ownPath.include(p.shownMotion.Pos.Block())
	c := Correction{At: p.now, Was: p.shownMotion, Is: e.Motion, Update: p.update}
	for i := range c.Was.Pos {
		d := c.Was.Pos[i] - c.Is.Pos[i]
		c.Distance = max(c.Distance, d, -d)
	}
	return c
}

// repredict reverts and predicts again on purpose: the state must be the same.
func (p *Predictor) repredict(to timestream.Time) {
	p.unverified = false
	h := p.R.W.Hash()
	p.Revert()
	p.beginSweep()
	p.sweep(to)
	if p.BrokenLaw != "" {
		return
	}
	if p.R.W.Hash() != h {
		p.BrokenLaw = "law 11: predicting again differs from extending"
	}
	if p.sim.CacheErrors > 0 {
		p.BrokenLaw = "law 11: a cached tick differs from the tick computed again"
	}
}

// InspectReceived calls f with the received state, all predictions taken back, and predicts again.
func (p *Predictor) InspectReceived(f func(w *world.World)) {
	was := p.reverted
	p.Revert()
	f(p.R.W)
	if !was {
		p.beginSweep()
		p.sweep(p.now)
	}
}

// ResetTime lets the next frame be earlier than the last one, after the server's clock was set back.
func (p *Predictor) ResetTime() { p.Revert(); p.now, p.shownMotionAt = 0, 0 }
