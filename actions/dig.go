package actions

import (
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Breaking is three actions: Dig{Pos, Aim} begins, Dug{Pos, Aim} is done, Undig gives up. In creative mode Dug alone.

// reach is how far from the eye a player can act, in 1/1024 block.
const reach = 5 * 1024

// near checks that the target and what its change can set free lie in sections that have arrived.
func near(c Context, p world.Pos) Refusal {
	if !p.InHeight() || !c.arrived(p) || !c.arrived(p.Above()) || !c.arrived(p.Below()) {
		return NotThere
	}
	return Done
}

func (c *Context) arrived(p world.Pos) bool {
	if !p.InHeight() {
		return true
	}
	if c.player == nil { // another's subscriptions are not known here
		return c.W.Has(p.Section())
	}
	return c.W.Sub(c.Stream, p.Section()).Confirmed && c.W.Has(p.Section())
}

// between tells whether all sections around two cells that lie near each other have arrived: a line of sight through one
// that has not would be judged otherwise on the other side.
func (c *Context) between(a, b world.Pos) bool {
	lo := world.Pos{X: min(a.X, b.X) - 1, Y: max(min(a.Y, b.Y)-1, world.MinY), Z: min(a.Z, b.Z) - 1}.Section()
	hi := world.Pos{X: max(a.X, b.X) + 1, Y: min(max(a.Y, b.Y)+1, world.MaxY), Z: max(a.Z, b.Z) + 1}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if !c.arrived(world.SectionPos{X: x, Y: y, Z: z}.Origin()) {
					return false
				}
			}
		}
	}
	return true
}

// target checks reach and sight of a point of a cell.
func target(c Context, m *world.Motion, p world.Pos, aim Aim) Refusal {
	eye := physics.Eye(m)
	switch {
	case !physics.Within(eye, p, reach):
		return TooFar
	case !c.between(eye.Block(), p):
		return NotThere
	case !physics.Sight(c.W, eye, aim.Point(p), p):
		return NoSight
	}
	return Done
}

func dig(c Context, a *Action) Refusal {
	if r := near(c, a.Pos); r != Done {
		return r
	}
	m := c.motion()
	b, _ := c.W.Block(a.Pos)
	if r := target(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if info := &world.Blocks[b]; b == world.Air || info.Liquid || info.Hardness < 0 {
		return Unbroken
	}
	m.DigBlock, m.DigPos, m.DigAt = b, a.Pos, c.Stamp
	c.setMotion(&m)
	return Done
}

func dug(c Context, a *Action) Refusal {
	if r := near(c, a.Pos); r != Done {
		return r
	}
	m := c.motion()
	b, _ := c.W.Block(a.Pos)
	info := &world.Blocks[b]
	if r := target(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	creative := m.Flags&world.Creative != 0
	switch {
	case b == world.Air || info.Liquid:
		return Changed
	case creative:
	case info.Hardness < 0:
		return Unbroken
	case m.DigBlock != b || m.DigPos != a.Pos:
		return Changed
	case c.Stamp.Sub(m.DigAt) < hardness(info):
		return TooSoon
	}
	if !take(&m.BreakFull, c.Stamp, breakCost, breakBurst) {
		return tooFast(m.BreakFull, c.Stamp, breakBurst)
	}
	m.DigBlock, m.DigPos, m.DigAt = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	c.PutBlock(c.Stream, a.Pos, world.Air)
	c.Uproot(c.Stream, a.Pos.Above(), c.At, !creative)
	if !creative && info.Drops != world.Air {
		give(c, a.Pos, world.Stack{Block: info.Drops, Count: 1})
	}
	return Done
}

// hardness is how long it takes to break a block.
func hardness(info *world.BlockInfo) timestream.Duration {
	if faults.Active(faults.HalfTheHardness) {
		return info.Hardness / 2
	}
	return info.Hardness
}

func undig(c Context, _ *Action) Refusal {
	m := c.motion()
	m.DigBlock, m.DigPos, m.DigAt = world.Air, world.Pos{}, 0
	c.setMotion(&m)
	return Done
}

// give puts a stack into the inventory or, where it has no room, drops it as an item at the cell.
func give(c Context, p world.Pos, st world.Stack) {
	if c.player == nil { // another's inventory is not known here
		return
	}
	if c.Stow(c.Stream, st) {
		return
	}
	c.Spawn(c.Stream, c.At, world.KindItem, world.Air, st, world.Middle(p))
}

func writeTarget(b []byte, a *Action) []byte {
	b = edits.AppendPos(b, a.Pos)
	return append(b, a.Aim[:]...)
}

func readTarget(r *wire.Reader, a *Action) {
	a.Pos = edits.ReadPos(r)
	for i := range a.Aim {
		a.Aim[i] = r.Byte()
		if a.Aim[i] > 16 {
			r.Fail(ErrValue)
		}
	}
}

func writeNothing(b []byte, _ *Action) []byte { return b }
func readNothing(*wire.Reader, *Action)       {}
