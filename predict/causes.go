package predict

import (
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// A cause is about what was corrected. A whole state concerns all of it, a stall what the own stream did late, a word of the
// server that body, that slot or the action that was refused; another's edit, body or stream what was near it. What came of an
// action, a block, the bag or the body can decide another of them: that one has the same cause. What is left has none.

// explain gives the corrections of a picture their causes. The actions of which something else came than was shown are among
// them, as kindDeed: they carry a cause from one to the next.
func (p *Predictor) explain(list []Correction) {
	for i := range list {
		switch c := &list[i]; c.Kind {
		case KindBody:
			c.Cause = p.bodyCause(c)
		case KindBlocks:
			c.Cause = p.placeCause(c.Pos)
			if c.Cause == Unexplained && (world.Blocks[c.WasBlock].Falls || world.Blocks[c.IsBlock].Falls) && p.others(c.Pos, nil) {
				c.Cause = CauseBody // what falls lands beside, or lifts, whoever is there
			}
		case KindBag:
			c.Cause = p.bagCause(c)
		case kindDeed:
			c.Cause = p.deedCause(&c.deed)
		}
	}
	for again := true; again; { // each round explains one more at least, or is the last
		again = false
		for i := range list {
			if list[i].Cause != Unexplained {
				continue
			}
			for k := range list {
				if list[k].Cause != Unexplained && p.follows(&list[i], &list[k]) {
					list[i].Cause, again = list[k].Cause, true
					break
				}
			}
		}
	}
	if faults.Active(faults.EveryCauseFits) {
		for i := range list {
			if list[i].Cause == Unexplained {
				list[i].Cause = CauseEdit
			}
		}
	}
}

// follows reports whether one correction can come of another one.
func (p *Predictor) follows(c, from *Correction) bool {
	switch c.Kind {
	case KindBody:
		switch from.Kind {
		case KindBlocks:
			return p.path.near(from.Pos) || c.Was.DigBlock != c.Is.DigBlock && (c.Was.DigPos == from.Pos || c.Is.DigPos == from.Pos)
		case kindDeed: // it pays for its actions, and digs
			return c.hands() || !from.deed.kind.Touches() || p.path.near(from.Pos)
		}
		return false
	case KindBlocks:
		switch from.Kind {
		case KindBlocks, kindDeed:
			return beside(c.Pos, from.Pos)
		case KindBag: // it came of what was in the hand
			return holds(from, c.WasBlock) || holds(from, c.IsBlock)
		case KindBody: // it was not set free, because another one was paid for
			return from.hands() && (world.Blocks[c.WasBlock].Falls || world.Blocks[c.IsBlock].Falls)
		}
		return false
	case KindBag:
		switch from.Kind {
		case KindBlocks:
			return holds(c, from.WasBlock) || holds(c, from.IsBlock)
		case kindDeed:
			return from.deed.kind.Lasts()
		case KindBody: // it collects what it comes by
			return !from.hands()
		}
		return true // another slot: what does not fit one goes into the next
	}
	why := c.deed.why
	if why == actions.Done {
		why = c.deed.was
	}
	switch why {
	case actions.TooFast, actions.TooSoon: // what one action did not use another one may
		return from.Kind == kindDeed || from.Kind == KindBody
	case actions.NothingHeld, actions.NoRoom:
		return from.Kind == KindBag || from.Kind == kindDeed && from.deed.kind.Lasts()
	case actions.TooFar, actions.NoSight, actions.BodyInWay, actions.FallsThere:
		if from.Kind == KindBody && !from.hands() {
			return true
		}
	}
	return (from.Kind == kindDeed || from.Kind == KindBlocks) && beside(c.Pos, from.Pos)
}

// hands reports whether a correction of the body is of what its actions have used up and what it digs alone: it is where it was
// predicted to be.
func (c *Correction) hands() bool {
	m := c.Was
	m.ActFull, m.PlaceFull, m.BreakFull, m.ChatFull = c.Is.ActFull, c.Is.PlaceFull, c.Is.BreakFull, c.Is.ChatFull
	m.DigBlock, m.DigPos, m.DigAt = c.Is.DigBlock, c.Is.DigPos, c.Is.DigAt
	return m == c.Is
}

// holds reports whether a corrected slot held or holds what a block is or drops.
func holds(c *Correction, b world.Block) bool {
	if b == world.Air {
		return false
	}
	for _, s := range [...]world.Stack{c.WasStack, c.IsStack} {
		if s.Count > 0 && (s.Block == b || s.Block == world.Blocks[b].Drops) {
			return true
		}
	}
	return false
}

// all is the cause that concerns all that a client knows.
func (f *influences) all() Cause {
	switch {
	case f.certain[CauseWhole]:
		return CauseWhole
	case f.certain[CauseHeld]:
		return CauseHeld
	}
	return Unexplained
}

// handing is the cause of what came of a body or a check that was the own stream's and is another's.
func (f *influences) handing() Cause {
	if f.certain[CauseStall] {
		return CauseStall
	}
	return CauseMoved
}

// bodyCause names the cause of a correction of the own body, as far as it lies with others and not with an own action.
func (p *Predictor) bodyCause(c *Correction) Cause {
	f := &p.influences
	if why := f.all(); why != Unexplained {
		return why
	}
	if f.certain[CauseStall] {
		return CauseStall
	}
	if f.certain[CauseMoved] {
		return CauseMoved
	}
	for i := range f.deeds {
		if d := &f.deeds[i]; !d.kind.Touches() && p.late(d.at) {
			return CauseStall
		}
	}
	if c.Was.DigBlock != c.Is.DigBlock { // what is dug is what was there when that began
		for _, m := range [...]*world.Motion{&c.Was, &c.Is} {
			if why := p.placeCause(m.DigPos); m.DigBlock != world.Air && why != Unexplained {
				return why
			}
		}
	}
	for _, cells := range [...][]world.Pos{p.loose, p.sim.Loose, f.own} { // what own doing sets free is paid for
		for _, at := range cells {
			if why := p.placeCause(at); why != Unexplained {
				return why
			}
		}
	}
	if c.hands() {
		return Unexplained
	}
	for _, b := range f.blocks {
		if p.path.near(b.pos) {
			return b.cause
		}
	}
	for _, b := range f.bodies {
		if b.kind == world.KindFalling && p.path.near(b.at.Block()) {
			return CauseStream
		}
	}
	for _, s := range f.secs {
		o := s.Origin()
		if p.path.hi.X >= o.X-8 && p.path.lo.X <= o.X+24 && p.path.hi.Y >= o.Y-8 && p.path.lo.Y <= o.Y+24 && p.path.hi.Z >= o.Z-8 && p.path.lo.Z <= o.Z+24 {
			return CauseMoved
		}
	}
	for _, at := range f.landed {
		if p.path.near(at.Block()) && p.others(at.Block(), nil) {
			return CauseBody
		}
	}
	return Unexplained
}

// late reports whether the server performed, or will perform, an action at another instant than that for which it was made.
func (p *Predictor) late(at timestream.Time) bool { return at <= p.stalledTo }

// deedCause names why something else came of an own action than was shown, as far as it lies with others.
func (p *Predictor) deedCause(d *deed) Cause {
	f := &p.influences
	switch why := f.all(); {
	case why != Unexplained:
		return why
	case p.late(d.at):
		return CauseStall
	case d.why == actions.DiskFull || d.why == actions.DiskFails:
		return CauseDisk
	case d.why.ByServer():
		return CauseMoved
	case !d.kind.Touches():
		return Unexplained
	case (inWay(d.why) || inWay(d.was)) && p.others(d.pos, hinders):
		return CauseBody
	case d.why == actions.NoSight || d.was == actions.NoSight: // another's block stands, or stood, in the line of sight
		s := p.path
		s.include(d.pos)
		for _, b := range f.blocks {
			if s.within(b.pos, 2) {
				return b.cause
			}
		}
	}
	return p.placeCause(d.pos)
}

// placeCause names the cause of what a cell holds and what is done there, as far as it lies with others near it.
func (p *Predictor) placeCause(at world.Pos) Cause {
	f := &p.influences
	if c := f.all(); c != Unexplained {
		return c
	}
	for _, b := range f.blocks {
		if beside(b.pos, at) {
			return b.cause
		}
	}
	if f.beyond {
		return CauseStall
	}
	for _, deeds := range [...][]deed{f.deeds, p.doing} {
		for i := range deeds {
			if d := &deeds[i]; d.kind.Touches() && beside(d.pos, at) && p.late(d.at) {
				return CauseStall
			}
		}
	}
	for _, q := range f.handed {
		if beside(q, at) {
			return f.handing()
		}
	}
	for _, s := range f.secs {
		if s == at.Section() || s == at.Below().Section() || s == at.Above().Section() {
			return CauseMoved
		}
	}
	for _, q := range f.landed {
		if beside(q.Block(), at) && p.others(at, nil) {
			return CauseBody
		}
	}
	return Unexplained
}

// bagCause names the cause of a correction of a slot, as far as it lies with others and not with an own action.
func (p *Predictor) bagCause(c *Correction) Cause {
	f := &p.influences
	if why := f.all(); why != Unexplained {
		return why
	}
	if c.Slot == handSlot && f.hand || c.Slot < world.Slots && f.slots[c.Slot] {
		return CauseMoved
	}
	if f.beyond {
		return CauseStall
	}
	for _, q := range f.handed {
		if p.path.near(q) {
			return f.handing()
		}
	}
	if p.lies(c.WasStack) || p.lies(c.IsStack) {
		return CauseStream
	}
	for _, d := range p.list {
		if d.Kind == kindDeed && d.deed.kind.Lasts() {
			return Unexplained // it follows from that
		}
	}
	for _, b := range f.blocks { // what an item lies on, or falls past, or what fell and became an item instead
		if p.path.near(b.pos) {
			return b.cause
		}
	}
	if world.Blocks[c.WasStack.Block].Falls || world.Blocks[c.IsStack.Block].Falls { // own sand lands, or is an item, by who stands there
		for _, cells := range [...][]world.Pos{p.mine, f.own} {
			for _, at := range cells {
				if p.path.near(at) && p.others(at, nil) {
					return CauseBody
				}
			}
		}
	}
	return Unexplained
}

// lies reports whether an item of another stream that goes with a stack lies near the own path, or did when a frame told of it,
// or a falling block that may have become one: where it is, and whether it may be taken, is for its stream to say.
func (p *Predictor) lies(s world.Stack) bool {
	if s.Count == 0 {
		return false
	}
	goes := func(k world.EntityKind, b world.Block) bool {
		return k != world.KindAvatar && b != world.Air && (b == s.Block || world.Blocks[b].Drops == s.Block)
	}
	for i := range p.influences.bodies {
		if b := &p.influences.bodies[i]; goes(b.kind, b.block) && p.path.near(b.at.Block()) {
			return true
		}
	}
	w := p.R.W
	for i := range w.StreamCount() {
		if of := w.StreamAt(i).Stream; of != p.Own {
			for _, slot := range w.Bodies(of) {
				if e := w.Entity(slot); goes(e.Kind, carries(e)) && p.path.near(e.Motion.Pos.Block()) {
					return true
				}
			}
		}
	}
	return false
}

// inWay reports whether a refusal is because of a body, and hinders whether one of that kind may be it.
func inWay(why actions.Refusal) bool { return why == actions.BodyInWay || why == actions.FallsThere }
func hinders(k world.EntityKind) bool {
	return world.Kinds[k].Hinders || k == world.KindFalling
}

// others reports whether a body of another stream is near a cell, or was when a frame told of it: the server may have found
// it there, or not found it there. It judges others where they are on its side, and they move on their own time.
func (p *Predictor) others(at world.Pos, counts func(k world.EntityKind) bool) bool {
	s := span{at, at}
	for i := range p.influences.bodies {
		if b := &p.influences.bodies[i]; (counts == nil || counts(b.kind)) && s.near(b.at.Block()) {
			return true
		}
	}
	w := p.R.W
	for i := range w.StreamCount() {
		of := w.StreamAt(i).Stream
		if of == p.Own {
			continue
		}
		for _, slot := range w.Bodies(of) {
			if e := w.Entity(slot); (counts == nil || counts(e.Kind)) && s.near(e.Motion.Pos.Block()) {
				return true
			}
		}
	}
	return false
}
