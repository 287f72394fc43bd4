package predict

import (
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// performedLate reports whether the server performed an action, or will perform it, at another instant than the
// action's own.
func (p *Predictor) performedLate(at timestream.Time) bool { return at <= p.stalledTo }

// waterCause returns the cause of a change to a cell of running water, what others did, or what came late, farther off than for any
// other block.
func (p *Predictor) waterCause(at world.Pos) protocol.Cause {
	near := func(q world.Pos) bool { return carriesWater(q, at) }
	f := &p.influences
	for _, b := range f.blocks {
		if near(b.pos) {
			return b.cause
		}
	}
	for _, deeds := range [...][]actionOutcome{f.actions, p.doing.actions} {
		for i := range deeds {
			if d := &deeds[i]; d.kind.TouchesBlocks() && near(d.pos) && p.performedLate(d.at) {
				return protocol.CauseStall
			}
		}
	}
	for _, q := range f.transferred { // a falling block that another stream lands turns water elsewhere
		if near(q) {
			return f.transferCause()
		}
	}
	for _, q := range f.landings {
		if near(q.Block()) {
			return protocol.CauseBody
		}
	}
	for i := range f.bodies {
		if b := &f.bodies[i]; b.kind == world.KindFallingBlock && near(b.at.Block()) {
			return protocol.CauseBody
		}
	}
	for i := range f.claims {
		if f.claims[i].edgeWithin(at, waterReach) {
			return protocol.CauseServerMoved
		}
	}
	for _, s := range f.sections {
		if near(s.Origin()) {
			return protocol.CauseServerMoved
		}
	}
	return protocol.Unexplained
}
