package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// This file finds the cause of a correction. A full update concerns everything; a stall concerns everything that the own stream
// did late; a message of the server concerns the body, slot or action that it names; another player's edit, body or stream
// concerns everything near it. The outcome of an action, a block, the inventory and the body can decide each other: a
// correction that follows from another one takes its cause. A correction that nothing explains has none.

// assignCauses gives each correction of a frame its cause. Own actions whose outcome differs are in the list as
// kindAction, because they pass a cause from one correction to the next.
func (p *Predictor) assignCauses(list []Correction) {
	for i := range list {
		switch c := &list[i]; c.Kind {
		case KindBody:
			c.Cause = p.bodyCause(c)
		case KindBlocks:
			c.Cause = p.blockCause(c.Pos)
			if c.Cause == protocol.Unexplained && edits.RunsOrAir(c.WasBlock) && edits.RunsOrAir(c.IsBlock) {
				c.Cause = p.waterCause(c.Pos)
				for k := 0; k < len(list) && c.Cause == protocol.Unexplained; k++ { // an own action that is refused, or performed after all
					if a := &list[k]; a.Kind == kindAction && carriesWater(a.Pos, c.Pos) {
						c.Cause = p.actionCause(&a.action)
					}
				}
			}
			if c.Cause == protocol.Unexplained && bodiesDecide(c.WasBlock, c.IsBlock) && p.foreignBodyNear(c.Pos, nil) {
				c.Cause = protocol.CauseBody
			}
		case KindInventory:
			c.Cause = p.slotCause(c)
		case kindAction:
			c.Cause = p.actionCause(&c.action)
		}
	}
	for again := true; again; { // each round explains at least one more, or is the last
		again = false
		for i := range list {
			if list[i].Cause != protocol.Unexplained {
				continue
			}
			for k := range list {
				if list[k].Cause != protocol.Unexplained && p.canFollow(&list[i], &list[k]) {
					list[i].Cause, again = list[k].Cause, true
					break
				}
			}
		}
	}
	if faults.Active(faults.EveryCauseFits) {
		for i := range list {
			if list[i].Cause == protocol.Unexplained {
				list[i].Cause = protocol.CauseEdit
			}
		}
	}
}

// canFollow reports whether one correction can follow from another.
func (p *Predictor) canFollow(c, from *Correction) bool {
	switch c.Kind {
	case KindBody:
		switch from.Kind {
		case KindBlocks:
			return p.ownPath.near(from.Pos) || c.Was.BreakingBlock != c.Is.BreakingBlock && (c.Was.BreakingPos == from.Pos || c.Is.BreakingPos == from.Pos)
		case kindAction: // the body pays for its actions, and breaks blocks
			return c.meansOnly() || !from.action.kind.TouchesBlocks() || p.ownPath.near(from.Pos)
		}
		return false
	case KindBlocks:
		switch from.Kind {
		case KindBlocks, kindAction:
			return adjacent(c.Pos, from.Pos)
		case KindInventory: // the held block was placed
			return slotHolds(from, c.WasBlock) || slotHolds(from, c.IsBlock)
		case KindBody:
			if from.meansOnly() { // the block was not set free, because another one was paid for
				return world.Blocks[c.WasBlock].Falls || world.Blocks[c.IsBlock].Falls
			}
			return bodiesDecide(c.WasBlock, c.IsBlock) && p.ownPath.near(c.Pos) // the own body left the plate, or did not
		}
		return false
	case KindInventory:
		switch from.Kind {
		case KindBlocks:
			return slotHolds(c, from.WasBlock) || slotHolds(c, from.IsBlock)
		case kindAction:
			return from.action.kind.Persistent()
		case KindBody: // the body picks up items on its way
			return !from.meansOnly()
		}
		return true // another slot: items that do not fit one slot go to the next
	}
	why := c.action.why
	if why == actions.Done {
		why = c.action.was
	}
	switch why {
	case actions.TooFast, actions.TooSoon: // another action may use the allowance that one did not
		return from.Kind == kindAction || from.Kind == KindBody
	case actions.NothingHeld, actions.NoRoom, actions.MissingItems:
		return from.Kind == KindInventory || from.Kind == kindAction && from.action.kind.Persistent()
	case actions.TooFar, actions.NoSight, actions.BodyInPlace, actions.OwnBodyInPlace, actions.FallingInTheWay:
		if from.Kind == KindBody && !from.meansOnly() {
			return true
		}
	}
	return (from.Kind == kindAction || from.Kind == KindBlocks) && adjacent(c.Pos, from.Pos)
}

// meansOnly reports whether a correction of the body concerns only its rate allowances and the block that it breaks,
// while the body is where it was predicted to be.
func (c *Correction) meansOnly() bool {
	m := c.Was
	m.ActFullAt, m.PlaceFullAt, m.BreakFullAt, m.ChatFullAt, m.HitFullAt = c.Is.ActFullAt, c.Is.PlaceFullAt, c.Is.BreakFullAt, c.Is.ChatFullAt, c.Is.HitFullAt
	m.BreakingBlock, m.BreakingPos, m.BreakingSince = c.Is.BreakingBlock, c.Is.BreakingPos, c.Is.BreakingSince
	return m == c.Is
}

// slotHolds reports whether a corrected slot held or holds a block or the item that the block drops.
func slotHolds(c *Correction, b world.Block) bool {
	if b == world.Air {
		return false
	}
	for _, s := range [...]world.Stack{c.WasStack, c.IsStack} {
		if s.Count > 0 && (s.Item == world.ItemOf(b) || s.Item == world.ItemOf(world.Blocks[b].Drops)) {
			return true
		}
	}
	return false
}

// globalCause returns the cause that concerns everything a client knows, if there is one.
func (f *influences) globalCause() protocol.Cause {
	switch {
	case f.certain[protocol.CauseFullUpdate]:
		return protocol.CauseFullUpdate
	case f.certain[protocol.CauseWithheld]:
		return protocol.CauseWithheld
	}
	return protocol.Unexplained
}

// bodyCause returns the cause of a correction of the own body, unless it follows from an own action.
func (p *Predictor) bodyCause(c *Correction) protocol.Cause {
	f := &p.influences
	if why := f.globalCause(); why != protocol.Unexplained {
		return why
	}
	if f.certain[protocol.CauseStall] {
		return protocol.CauseStall
	}
	if f.certain[protocol.CauseServerMoved] {
		return protocol.CauseServerMoved
	}
	if f.kickAt != 0 && f.kickAt <= p.now { // told too late to be predicted
		return protocol.CauseBlow
	}
	for i := range f.actions {
		if d := &f.actions[i]; !d.kind.TouchesBlocks() && p.performedLate(d.at) {
			return protocol.CauseStall
		}
	}
	if c.Was.BreakingBlock != c.Is.BreakingBlock { // the block that is broken is the one that was there at the start
		for _, m := range [...]*world.Motion{&c.Was, &c.Is} {
			if why := p.blockCause(m.BreakingPos); m.BreakingBlock != world.Air && why != protocol.Unexplained {
				return why
			}
		}
	}
	for _, cells := range [...][]world.Pos{p.freedBefore, p.sim.Freed, f.ownBlocks} { // blocks that the own stream sets free are paid for
		for _, at := range cells {
			if why := p.blockCause(at); why != protocol.Unexplained {
				return why
			}
		}
	}
	if c.meansOnly() {
		return protocol.Unexplained
	}
	for _, b := range f.blocks {
		if p.ownPath.near(b.pos) {
			return b.cause
		}
	}
	for _, b := range f.bodies {
		if b.kind == world.KindFallingBlock && p.ownPath.near(b.at.Block()) {
			return protocol.CauseStream
		}
	}
	for _, s := range f.sections {
		o := s.Origin()
		if p.ownPath.hi.X >= o.X-8 && p.ownPath.lo.X <= o.X+24 && p.ownPath.hi.Y >= o.Y-8 && p.ownPath.lo.Y <= o.Y+24 && p.ownPath.hi.Z >= o.Z-8 && p.ownPath.lo.Z <= o.Z+24 {
			return protocol.CauseServerMoved
		}
	}
	for _, at := range f.landings {
		if p.ownPath.near(at.Block()) && p.foreignBodyNear(at.Block(), nil) {
			return protocol.CauseBody
		}
	}
	for _, at := range p.doing.blocks { // the own body opens it now, and did not while another one was in the way
		if b, _ := p.R.W.Block(at); bodiesDecide(b, b) && p.ownPath.near(at) && p.foreignBodyNear(at, nil) {
			return protocol.CauseBody
		}
	}
	return protocol.Unexplained
}

// actionCause returns the cause of another outcome of an own action, unless it follows from another correction.
func (p *Predictor) actionCause(d *actionOutcome) protocol.Cause {
	f := &p.influences
	switch why := f.globalCause(); {
	case why != protocol.Unexplained:
		return why
	case p.performedLate(d.at):
		return protocol.CauseStall
	case d.why == actions.DiskFull || d.why == actions.DiskFailed:
		return protocol.CauseDisk
	case d.why.ServerOnly(), f.certain[protocol.CauseServerMoved] && (crossesLine(d.why) || crossesLine(d.was)):
		return protocol.CauseServerMoved
	case (wantsItems(d.why) || wantsItems(d.was)) && p.pickedUpOtherwise():
		return protocol.CauseStream
	case !d.kind.TouchesBlocks():
		return protocol.Unexplained
	case slices.Contains(f.boxes, d.pos) && !faults.Active(faults.BoxWithoutCause) && (atABox(d.kind) || d.kind == actions.FinishBreak):
		return protocol.CauseBox
	case (isBodyInTheWay(d.why) || isBodyInTheWay(d.was)) && p.foreignBodyNear(d.pos, canBeInTheWay):
		return protocol.CauseBody
	case d.why == actions.NoSight || d.was == actions.NoSight: // another player's block stands, or stood, in the line of sight
		s := p.ownPath
		s.include(d.pos)
		for _, b := range f.blocks {
			if s.within(b.pos, 2) {
				return b.cause
			}
		}
	}
	return p.blockCause(d.pos)
}

// crossesLine reports whether an action is refused for a line that clients know: it is beyond the border, or the halves of a door or a bed
// would be on two sides of the edge of a claim or plot.
func crossesLine(why actions.Refusal) bool {
	return why == actions.BeyondBorder || why == actions.Claimed && !faults.Active(faults.PlotWithoutCause)
}

// blockCause returns the cause of a change to a cell and of an action on it, if something that others did is near.
func (p *Predictor) blockCause(at world.Pos) protocol.Cause {
	f := &p.influences
	if c := f.globalCause(); c != protocol.Unexplained {
		return c
	}
	for _, b := range f.blocks {
		if adjacent(b.pos, at) {
			return b.cause
		}
	}
	if f.pastLastFrame {
		return protocol.CauseStall
	}
	for _, deeds := range [...][]actionOutcome{f.actions, p.doing.actions} {
		for i := range deeds {
			if d := &deeds[i]; d.kind.TouchesBlocks() && adjacent(d.pos, at) && p.performedLate(d.at) {
				return protocol.CauseStall
			}
		}
	}
	for _, q := range f.transferred {
		if adjacent(q, at) {
			return f.transferCause()
		}
	}
	for i := range f.letGo {
		if d := &f.letGo[i]; d.early && (&blockBox{d.pos, d.pos}).within(at, deviceReach) {
			return f.transferCause()
		}
	}
	for _, s := range f.sections {
		if s == at.Section() || s == at.Below().Section() || s == at.Above().Section() {
			return protocol.CauseServerMoved
		}
	}
	for _, q := range f.landings {
		if adjacent(q.Block(), at) && p.foreignBodyNear(at, nil) {
			return protocol.CauseBody
		}
	}
	return protocol.Unexplained
}

// boxReach is how far a box can be from whom what is in it concerns, in blocks: the reach of a hand.
const boxReach = 6

// slotCause returns the cause of a correction of a slot, unless it follows from an own action.
func (p *Predictor) slotCause(c *Correction) protocol.Cause {
	f := &p.influences
	if why := f.globalCause(); why != protocol.Unexplained {
		return why
	}
	if c.Slot == selectedSlot && f.selection || c.Slot < world.InventorySize && f.foreignSlots[c.Slot] {
		return protocol.CauseServerMoved
	}
	if f.pastLastFrame {
		return protocol.CauseStall
	}
	for _, q := range f.transferred {
		if p.ownPath.near(q) {
			return f.transferCause()
		}
	}
	for i := range p.corrections {
		if d := &p.corrections[i]; d.Kind == kindAction && d.action.kind == actions.BoxMove && d.action.toSlot == c.Slot {
			if why := p.actionCause(&d.action); why != protocol.Unexplained {
				return why
			}
		}
	}
	if p.foreignItemNear(c.WasStack) || p.foreignItemNear(c.IsStack) {
		if f.certain[protocol.CauseServerMoved] { // who died, or was led away, did not come by to pick it up
			return protocol.CauseServerMoved
		}
		return protocol.CauseStream
	}
	for _, at := range f.boxes { // what was in it was picked up, or taken out of it, otherwise, or fell out of it unseen
		if p.ownPath.within(at, boxReach) && !faults.Active(faults.BoxWithoutCause) {
			return protocol.CauseBox
		}
	}
	for _, d := range p.corrections {
		if d.Kind == kindAction && d.action.kind.Persistent() {
			return protocol.Unexplained // it follows from that action
		}
	}
	for _, b := range f.blocks { // the block below an item or beside its fall, or one that fell and became an item
		if p.ownPath.near(b.pos) {
			return b.cause
		}
	}
	for _, b := range f.blocks { // the block that the own player broke was another one: it goes into the bag from as far as a hand reaches
		if p.ownCell(func(at world.Pos) bool { return adjacent(b.pos, at) }) {
			return b.cause
		}
	}
	if c.WasStack.Block().Info().Falls || c.IsStack.Block().Info().Falls { // an own falling block lands or becomes an item, depending on the bodies there
		if p.ownCell(func(at world.Pos) bool { return p.ownPath.near(at) && p.foreignBodyNear(at, nil) }) {
			return protocol.CauseBody
		}
	}
	return protocol.Unexplained
}

// ownCell reports whether something holds for a cell that the own stream changed, in this prediction or on the server.
func (p *Predictor) ownCell(holds func(at world.Pos) bool) bool {
	return slices.ContainsFunc(p.doing.blocks, holds) || slices.ContainsFunc(p.influences.ownBlocks, holds)
}
