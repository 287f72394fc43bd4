package netlab

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/lab/netlab/players"
	"voxtide/lab/perception"
	"voxtide/physics"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// immediacy checks law 4 on what a client shows: an own action that must succeed, by what was shown before the frame,
// shows in that very frame. Some causes of failure cannot be known from outside, such as another player's block that
// arrives in the same frame; so the law counts as broken only if the world looks as if nothing was done.
type immediacy struct {
	*violations
	before   world.Entity
	keys     world.Keys
	action   actions.Action
	expected [1]expectedBlock
	count    int
	slot     expectedSlot
	shown    int                    // actions that were seen in their frame
	byKind   [actions.KindCount]int // of these
	lain     int                    // how often the player has lain down
}

// expectedSlot is an own slot that must change in this frame, because its player takes, puts, throws or makes something.
type expectedSlot struct {
	on      bool
	slot    uint8
	was, is world.Stack
}

// expectedBlock is a block that must change in this frame.
type expectedBlock struct {
	pos      world.Pos
	was, new world.Block
}

// rateSlack is how much a rate must have left to be sure that an action is not refused as too fast.
const rateSlack = timestream.Second / 2

// expect notes, before a frame, what its actions must cause.
func (l *immediacy) expect(v *perception.View, out *players.Intent) {
	l.count, l.slot = 0, expectedSlot{}
	l.before, l.keys = v.Self, out.Keys
	if len(out.Actions) != 1 {
		return
	}
	l.action = out.Actions[0]
	if now, ok := l.mustSucceed(v, &l.action); ok {
		l.expectBlock(l.action.Pos, v.Block(l.action.Pos), now)
	}
	if l.slot = mustFill(v, &l.action); l.slot.on && liesNear(v, l.slot.was, l.slot.is) {
		l.slot.on = false // what is picked up in the same frame may make up for it
	}
}

// mustSucceed returns what an action makes of its cell, and whether it must succeed in what is shown, with a margin.
func (l *immediacy) mustSucceed(v *perception.View, a *actions.Action) (becomes world.Block, sure bool) {
	m := &v.Self.Motion
	if m.ActFullAt.Sub(v.Self.At) > rateSlack || v.Has(world.Suspended) || !confirmedAround(v, a.Pos) ||
		!v.World.Barriers().Border().Inside(a.Pos.X, a.Pos.Z) {
		return 0, false
	}
	b, eye := v.Block(a.Pos), physics.EyePos(m)
	if !physics.WithinReach(eye, a.Pos, perception.Reach) || !physics.LineOfSight(v.World, eye, a.Aim.Point(a.Pos), a.Pos) {
		return 0, false
	}
	switch {
	case a.Kind == actions.Place:
		held := v.Player.Held()
		placed := actions.Placed(held)
		against, there := v.World.Block(a.Pos.Next(a.Face))
		if placed.Class() == world.ClassBed {
			return 0, false // its head lies in another cell
		}
		if above := a.Pos.Above(); placed.Class() == world.ClassDoor && (!world.Blocks[v.Block(above)].Replaceable || l.bodyNear(v, above) || v.World.Apart(a.Pos, above)) {
			return 0, false // its upper half has no room, or is beyond the edge of a claim
		}
		if info := &world.Blocks[placed]; (info.Falls || info.NeedsFloor) && !v.Block(a.Pos.Below()).Solid() {
			return 0, false // it may fall in the same frame, or is refused
		}
		state, fits := actions.Orient(placed, a)
		return edits.Joined(v.World, a.Pos, state), held.Count > 0 && placed != world.Air && fits && edits.Stands(v.World, a.Pos, state) && world.Blocks[b].Replaceable && b != placed && there &&
			!world.Blocks[against].Replaceable && m.PlaceFullAt.Sub(v.Self.At) < rateSlack && !l.bodyNear(v, a.Pos) && !falls(v, a.Pos)
	case a.Kind == actions.FinishBreak && v.Has(world.Creative):
		return world.Air, b != world.Air && !world.Blocks[b].Liquid && m.BreakFullAt.Sub(v.Self.At) < rateSlack &&
			!(world.Blocks[b].Falls && sandAbove(v, a.Pos))
	case a.Kind == actions.Use:
		return l.mustWork(v, b, a)
	}
	return 0, false
}

// mustWork returns what using a block makes of it, and whether that must succeed: what lets go by itself, near it, may do so in the same
// frame, and a body may be in the way of any door that a lever reaches.
func (l *immediacy) mustWork(v *perception.View, b world.Block, a *actions.Action) (becomes world.Block, sure bool) {
	p, usable := actions.UsedProperty(b)
	want := 0
	if a.Want {
		want = 1
	}
	if !usable || b.Get(p) == want || v.Self.Motion.PlaceFullAt.Sub(v.Self.At) >= rateSlack || edits.LetsGo(b.Class()) && want == 0 {
		return 0, false
	}
	near := false
	for i := range int32(7 * 7 * 5) {
		q := world.Pos{X: a.Pos.X + i%7 - 3, Y: a.Pos.Y + i/49 - 2, Z: a.Pos.Z + i/7%7 - 3}
		class := v.Block(q).Class()
		_, opens := actions.UsedProperty(v.Block(q))
		near = near || edits.LetsGo(class) && q != a.Pos || opens && b.Class() == world.ClassLever && q != a.Pos
	}
	return b.With(p, want), !near && !l.bodyNear(v, a.Pos) && !l.bodyNear(v, a.Pos.Above()) && !l.bodyNear(v, a.Pos.Below())
}

// mustFill returns what an action makes of an own slot, if it must succeed in what is shown.
func mustFill(v *perception.View, a *actions.Action) (m expectedSlot) {
	if v.Self.Motion.ActFullAt.Sub(v.Self.At) >= rateSlack || v.Has(world.Suspended) || !confirmedAround(v, v.Feet()) {
		return m
	}
	switch a.Kind {
	case actions.BoxMove:
		return mustMove(v, a)
	case actions.Trade:
		x := v.World.BlockEntityAt(a.Pos)
		slots, why := actions.AfterTrade(v.Player.Slots, x, int(a.Count))
		if why != actions.Done || x.Offer != a.Offer || !confirmedAround(v, a.Pos) || !physics.WithinReach(physics.EyePos(&v.Self.Motion), a.Pos, perception.Reach) {
			return m
		}
		for i := range slots {
			if slots[i] != v.Player.Slots[i] {
				return expectedSlot{true, uint8(i), v.Player.Slots[i], slots[i]}
			}
		}
	case actions.Drop:
		own := v.Player.Slots[a.Slot]
		return expectedSlot{own.Count > 0 && a.Count > 0, a.Slot, own, own.With(own.Count - min(own.Count, a.Count))}
	case actions.Craft:
		slots := v.Player.Slots
		if r := &recipes.Table[a.Recipe]; r.Station != world.ClassPlain || !r.Make(slots[:], int(a.Count)) {
			return m
		}
		for i := range slots {
			if slots[i] != v.Player.Slots[i] {
				return expectedSlot{true, uint8(i), v.Player.Slots[i], slots[i]}
			}
		}
	}
	return m
}

// liesNear reports whether an item lies or flies near the avatar that joins what a slot holds or is to hold, or comes into the slot once
// that is empty: of what does not stack, another one.
func liesNear(v *perception.View, stacks ...world.Stack) bool {
	const reach = 3 * world.Unit //exact: a constant
	at := v.Self.Motion.Pos
	for slot := range v.World.EntitySlotCount() {
		e := v.World.Entity(world.EntitySlot(slot))
		d := [...]int64{e.Motion.Pos[0] - at[0], e.Motion.Pos[1] - at[1], e.Motion.Pos[2] - at[2]}
		if e.ID == 0 || e.Kind != world.KindItem || max(d[0], -d[0], d[1], -d[1], d[2], -d[2]) > reach {
			continue
		}
		for _, st := range stacks {
			if st.Count > 0 && st.Item == e.Stack.Item {
				return true
			}
		}
	}
	return false
}

// mustMove returns what a move between a chest and an own slot makes of the own slot, if it must succeed in what is shown.
func mustMove(v *perception.View, a *actions.Action) (m expectedSlot) {
	own, have := v.Player.Slots[a.ToSlot], v.World.BlockEntityAt(a.Pos).Slot(int(a.Slot))
	from, to := have, own
	if a.Want {
		from, to = own, have
	}
	b := v.Block(a.Pos)
	m.on = b.BoxSlots() == world.ChestSlots && have.Item == a.Item && from.Count >= a.Count && (to.Count == 0 || to.Joins(from)) &&
		int(to.Count)+int(a.Count) <= int(from.Max()) && confirmedAround(v, a.Pos) && physics.WithinReach(physics.EyePos(&v.Self.Motion), a.Pos, perception.Reach)
	if m.slot, m.was, m.is = a.ToSlot, own, own.With(own.Count-min(own.Count, a.Count)); !a.Want {
		m.is = have.With(own.Count + a.Count)
	}
	return m
}

func (l *immediacy) expectBlock(p world.Pos, was, now world.Block) {
	l.expected[l.count] = expectedBlock{p, was, now}
	l.count++
}

// bodyNear reports whether a body is so near a cell that it may be in it a moment later.
func (l *immediacy) bodyNear(v *perception.View, p world.Pos) bool {
	for _, d := range [...]world.Pos{p, p.Above(), p.Below(), p.Next(world.North), p.Next(world.South), p.Next(world.West), p.Next(world.East)} {
		if v.Blocked(d) {
			return true
		}
	}
	return false
}

// sandAbove reports whether a falling block stands or falls above a cell: after a pause between two frames it may
// have come down into the cell within the frame.
func sandAbove(v *perception.View, p world.Pos) bool {
	if world.Blocks[v.Block(p.Above())].Falls {
		return true
	}
	return falls(v, p)
}

// falls reports whether a block falls in a cell or above it.
func falls(v *perception.View, p world.Pos) bool {
	for i := range v.World.StreamCount() {
		for _, s := range v.World.Awake(v.World.StreamAt(i).Stream) {
			e := v.World.Entity(s)
			if b := e.Motion.Pos.Block(); e.Kind == world.KindFallingBlock && b.X == p.X && b.Z == p.Z && b.Y >= p.Y {
				return true
			}
		}
	}
	return false
}

// confirmedAround reports whether the sections around a cell have been confirmed.
func confirmedAround(v *perception.View, p world.Pos) bool {
	for _, q := range [...]world.Pos{p, p.Above(), p.Below()} {
		if !v.World.HasSection(q.Section()) || !v.World.Subscription(v.Stream, q.Section()).Confirmed {
			return false
		}
	}
	return true
}

// check checks, after the frame, that the expected blocks are there. It leaves out actions that no longer could
// succeed by what is shown now, because of an update of this frame, and frames that others disturbed: by a
// correction, a received block change, or actions of linked peers.
func (l *immediacy) check(v *perception.View, disturbed bool) {
	for _, x := range l.expected[:l.count] {
		b := v.Block(x.pos)
		if _, sure := l.mustSucceed(v, &l.action); b == x.was && sure && !disturbed {
			l.fail(4, "%s: %v at %v does not show in its frame: there is %v still", streamName(v.Stream), x.new, x.pos, b)
		}
		if b == x.new {
			l.shown++
			l.byKind[l.action.Kind]++
		}
	}
	if m := l.slot; m.on {
		switch now := v.Player.Slots[m.slot]; {
		case now == m.is:
			l.shown++
			l.byKind[l.action.Kind]++
		case now == m.was && mustFill(v, &l.action).on && !disturbed:
			l.fail(4, "%s: that it does %v does not show in its frame: there is %+v still", streamName(v.Stream), l.action.Kind, now)
		}
	}
	l.checkStride(v)
}

// checkStride checks that an avatar that stood on the ground without keys, and is asked to go, starts in the same
// frame: its keys are held, and have been applied.
func (l *immediacy) checkStride(v *perception.View) {
	m, b := &v.Self.Motion, &l.before.Motion
	if m.Flags&^b.Flags&world.Lying != 0 {
		l.lain++
	}
	free := b.Keys == 0 && b.Vel == (world.Vec{}) && b.Flags&(world.OnGround|world.KeysApplied|world.Suspended|world.Lying) == world.OnGround
	if !free || l.keys&(world.KeyForward|world.KeyBack|world.KeyLeft|world.KeyRight) == 0 || m.Flags&world.Suspended != 0 ||
		b.ActFullAt.Sub(l.before.At) > rateSlack || l.before.At == v.Self.At {
		return
	}
	l.shown++
	switch {
	case m.Keys == 0:
		l.fail(4, "%s: keys %b are not held in their frame", streamName(v.Stream), l.keys)
	case v.Self.At.Tick() <= l.before.At && m.Flags&world.KeysApplied == 0: // no tick has cleared it
		l.fail(4, "%s: keys %b have not acted in their frame", streamName(v.Stream), l.keys)
	}
}
