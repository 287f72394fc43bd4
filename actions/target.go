package actions

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/physics"
	"voxtide/world"
)

// The checks that breaking and placing share.

// reach is the greatest distance from the eye at which a player can act, in 1/1024 block.
const reach = 5 * 1024

// checkSections refuses a target unless it and the cells that its change can affect, the neighbours and the upper half of a door on it,
// are in sections that the client has confirmed.
func checkSections(c Context, p world.Pos) Refusal {
	if !p.InHeight() || !c.confirmed(p) || !c.confirmed(p.Above().Above()) {
		return NotLoaded
	}
	for f := range world.Face(world.FaceCount) {
		if !c.confirmed(p.Next(f)) {
			return NotLoaded
		}
	}
	return Done
}

// confirmed reports whether the section of a cell has arrived at the client.
func (c *Context) confirmed(p world.Pos) bool {
	if !p.InHeight() {
		return true
	}
	if c.player == nil { // the subscriptions of other players are not known here
		return c.W.HasSection(p.Section())
	}
	return c.W.Subscription(c.Stream, p.Section()).Confirmed && c.W.HasSection(p.Section())
}

// confirmedBetween reports whether all sections around two cells that are near each other have arrived. A line of sight
// through a missing section would be judged differently on the other side.
func (c *Context) confirmedBetween(a, b world.Pos) bool {
	lo := world.Pos{X: min(a.X, b.X) - 1, Y: max(min(a.Y, b.Y)-1, world.MinY), Z: min(a.Z, b.Z) - 1}.Section()
	hi := world.Pos{X: max(a.X, b.X) + 1, Y: min(max(a.Y, b.Y)+1, world.MaxY), Z: max(a.Z, b.Z) + 1}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if !c.confirmed(world.SectionPos{X: x, Y: y, Z: z}.Origin()) {
					return false
				}
			}
		}
	}
	return true
}

// checkTarget refuses a point of a cell that is out of reach or not in sight.
func checkTarget(c Context, m *world.Motion, p world.Pos, aim Aim) Refusal {
	eye := physics.EyePos(m)
	switch {
	case !physics.WithinReach(eye, p, reach):
		return TooFar
	case !c.confirmedBetween(eye.Block(), p):
		return NotLoaded
	case !physics.LineOfSight(c.W, eye, aim.Point(p), p):
		return NoSight
	}
	return Done
}

func writeTarget(b []byte, a *Action) []byte {
	b = world.AppendPos(b, a.Pos)
	return append(b, a.Aim[:]...)
}

func readTarget(r *wire.Reader, a *Action) {
	a.Pos = world.ReadPos(r)
	for i := range a.Aim {
		a.Aim[i] = r.Byte()
		if a.Aim[i] > 16 {
			r.Fail(ErrValue)
		}
	}
}

// BodyInTheWay returns which body keeps a block from being placed at a cell: BodyInPlace, FallingInTheWay, or Done if none does.
func BodyInTheWay(w *world.World, p world.Pos, b world.Block) Refusal {
	return findBodyInTheWay(w, p, b, 0)
}

// bodyInTheWay is findBodyInTheWay for what the player does: his own body is named as such.
func (c *Context) bodyInTheWay(p world.Pos, b world.Block) Refusal {
	return findBodyInTheWay(c.W, p, b, world.AvatarID(c.Stream))
}

// findBodyInTheWay returns why a block cannot be placed at a cell: a body that blocks placement overlaps one of its boxes
// (BodyInPlace, or OwnBodyInPlace for the own one), or a falling block is anywhere in the cell (FallingInTheWay). Of several the first counts. A block placed
// below a falling one would be landed on, fall again and be freed again, so that each placed block would make the whole column fall once
// more.
func findBodyInTheWay(w *world.World, p world.Pos, b world.Block, own world.EntityID) Refusal {
	boxes := b.Boxes()
	if len(boxes) == 0 {
		return Done
	}
	why, first := Done, world.NoEntity
	for near := w.AwakeInCell(p); near.Next(); {
		e, this := w.Entity(near.Slot), Done
		switch lo, hi := e.Box(); {
		case e.Motion.Flags&world.Unseen != 0 && e.ID != own && !faults.Active(faults.UnseenInTheWay):
		case e.Kind == world.KindFallingBlock && world.OverlapsBlock(lo, hi, p, fullCell) && !faults.Active(faults.FallingOvertaken):
			this = FallingInTheWay
		case world.EntityKinds[e.Kind].BlocksPlacement && world.OverlapsBlock(lo, hi, p, boxes):
			if this = BodyInPlace; e.ID == own {
				this = OwnBodyInPlace
			}
		}
		if this != Done && (first == world.NoEntity || w.CompareBodies(near.Slot, first) < 0) {
			why, first = this, near.Slot
		}
	}
	return why
}

// fullCell is the box of a cell.
var fullCell = []world.Box{{Hi: [3]int8{16, 16, 16}}}
