package netlab

import (
	"voxtide/actions"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// wait checks law 4 on what a client shows: an own action that can succeed, judged by what was shown before the
// picture, shows in the very picture. What cannot be known from the outside, such as another's block arriving in the
// same picture, is left out by looking for it: the law is broken only where the world looks as if nothing was done.
type wait struct {
	*judge
	before  world.Entity
	keys    world.Keys
	action  actions.Action
	watched [1]watch
	count   int
	shown   int // actions that were seen in their picture
}

// watch is a block that must change in this picture.
type watch struct {
	pos      world.Pos
	was, new world.Block
}

// slack is what a rate must have left to be sure that an action is not refused as too fast.
const slack = timestream.Second / 2

// expect notes, before a picture, what the actions of it must bring about.
func (l *wait) expect(v *view, out *Wish) {
	l.count = 0
	l.before, l.keys = v.self, out.Keys
	if len(out.Do) == 1 {
		if now, ok := l.certain(v, &out.Do[0]); ok {
			l.action = out.Do[0]
			l.watch(l.action.Pos, v.block(l.action.Pos), now)
		}
	}
}

// certain tells what an action makes of its cell, and whether it must succeed in what is shown, with a margin.
func (l *wait) certain(v *view, a *actions.Action) (becomes world.Block, sure bool) {
	m := &v.self.Motion
	if m.ActFull.Sub(v.self.At) > slack || v.has(world.Still) || !known(v, a.Pos) {
		return 0, false
	}
	b, eye := v.block(a.Pos), physics.Eye(m)
	if !physics.Within(eye, a.Pos, reach) || !physics.Sight(v.w, eye, a.Aim.Point(a.Pos), a.Pos) {
		return 0, false
	}
	switch {
	case a.Kind == actions.Place:
		held := v.bag.Held()
		against, there := v.w.Block(a.Pos.Next(a.Face))
		if info := &world.Blocks[held.Block]; (info.Falls || info.Rooted) && !v.block(a.Pos.Below()).Solid() {
			return 0, false // it may fall in the same picture, or is refused
		}
		return held.Block, held.Count > 0 && world.Blocks[b].Replaceable && b != held.Block && there &&
			!world.Blocks[against].Replaceable && m.PlaceFull.Sub(v.self.At) < slack && !l.bodyNear(v, a.Pos) && !falls(v, a.Pos)
	case a.Kind == actions.Dug && v.has(world.Creative):
		return world.Air, b != world.Air && !world.Blocks[b].Liquid && m.BreakFull.Sub(v.self.At) < slack &&
			!(world.Blocks[b].Falls && sandAbove(v, a.Pos))
	}
	return 0, false
}

func (l *wait) watch(p world.Pos, was, now world.Block) {
	l.watched[l.count] = watch{p, was, now}
	l.count++
}

// bodyNear tells whether a body stands so near a cell that it may be in it a moment later.
func (l *wait) bodyNear(v *view, p world.Pos) bool {
	for _, d := range [...]world.Pos{p, p.Above(), p.Below(), p.Next(world.North), p.Next(world.South), p.Next(world.West), p.Next(world.East)} {
		if v.blocked(d) {
			return true
		}
	}
	return false
}

// sandAbove tells whether what falls stands or falls above a cell: after a pause between two pictures it may have come
// down into the cell already in the very picture.
func sandAbove(v *view, p world.Pos) bool {
	if world.Blocks[v.block(p.Above())].Falls {
		return true
	}
	return falls(v, p)
}

// falls reports whether something falls in a cell or above it.
func falls(v *view, p world.Pos) bool {
	for i := range v.w.StreamCount() {
		for _, s := range v.w.Awake(v.w.StreamAt(i).Stream) {
			e := v.w.Entity(s)
			if b := e.Motion.Pos.Block(); e.Kind == world.KindFalling && b.X == p.X && b.Z == p.Z && b.Y >= p.Y {
				return true
			}
		}
	}
	return false
}

// known tells whether the sections around a cell have been confirmed.
func known(v *view, p world.Pos) bool {
	for _, q := range [...]world.Pos{p, p.Above(), p.Below()} {
		if !v.w.Has(q.Section()) || !v.w.Sub(v.me, q.Section()).Confirmed {
			return false
		}
	}
	return true
}

// shows checks, after the picture, that what was expected is there. An action that could not succeed any more by what
// is shown now, because of what a frame of this picture brought, is left out, and so is a picture that others disturbed:
// one with a correction, a received change of a block, or actions of linked peers.
func (l *wait) shows(v *view, disturbed bool) {
	for _, x := range l.watched[:l.count] {
		b := v.block(x.pos)
		if _, sure := l.certain(v, &l.action); b == x.was && sure && !disturbed {
			l.breaks(4, "%s: %v at %v does not show in its picture: there is %v still", who(v.me), x.new, x.pos, b)
		}
		if b == x.new {
			l.shown++
		}
	}
	l.stride(v)
}

// stride checks that a body that stood free on the ground without keys, and is asked to go, goes in the same picture:
// at least its keys are held, and it has been kicked.
func (l *wait) stride(v *view) {
	m, b := &v.self.Motion, &l.before.Motion
	free := b.Keys == 0 && b.Vel == (world.Vec{}) && b.Flags&(world.OnGround|world.Kicked|world.Still) == world.OnGround
	if !free || l.keys&(world.KeyForward|world.KeyBack|world.KeyLeft|world.KeyRight) == 0 || m.Flags&world.Still != 0 ||
		b.ActFull.Sub(l.before.At) > slack || l.before.At == v.self.At {
		return
	}
	l.shown++
	switch {
	case m.Keys == 0:
		l.breaks(4, "%s: keys %b are not held in their picture", who(v.me), l.keys)
	case v.self.At.Mark() <= l.before.At && m.Flags&world.Kicked == 0: // no mark has cleared it
		l.breaks(4, "%s: keys %b have not acted in their picture", who(v.me), l.keys)
	}
}
