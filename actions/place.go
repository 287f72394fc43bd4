package actions

import (
	"voxtide/faults"
	"voxtide/wire"
	"voxtide/world"
)

// Place{Pos, Face, Aim}: put the held block into the cell, against the block on the side Face of it. The block and
// the item that it costs change together or not at all. What the cell holds must be such as is overwritten (air,
// water, grass), and no body that hinders may stand in the new block.

func place(c Context, a *Action) Refusal {
	if r := near(c, a.Pos); r != Done {
		return r
	}
	if c.player == nil { // another's inventory is not known here: what is shown in the hand is what is placed
		return c.placeBlock(a, c.W.Entity(c.avatar).Stack)
	}
	held := c.player.Held()
	r := c.placeBlock(a, held)
	if m := c.W.Entity(c.avatar).Motion; r == Done && m.Flags&world.Creative == 0 {
		held.Count--
		c.PutSlot(c.Stream, int(c.player.Selected), held)
	} else if r == BodyInWay && faults.Active(faults.DropOnRefusalKeepsItem) {
		held.Count--
		c.PutSlot(c.Stream, int(c.player.Selected), held)
	}
	return r
}

func (c Context) placeBlock(a *Action, held world.Stack) Refusal {
	m := c.motion()
	if held.Count == 0 {
		return NothingHeld
	}
	cell, _ := c.W.Block(a.Pos)
	against, there := c.W.Block(a.Pos.Next(a.Face))
	switch {
	case a.Face >= world.Faces:
		return NotAllowed
	case !world.Blocks[cell].Replaceable || cell == held.Block:
		return Occupied
	case !there || world.Blocks[against].Replaceable:
		return NoSupport
	}
	if below, _ := c.W.Block(a.Pos.Below()); world.Blocks[held.Block].Rooted && !below.Solid() {
		return NoSupport
	}
	if r := target(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if why := inWay(c.W, a.Pos, held.Block); why != Done {
		return why
	}
	if !take(&m.PlaceFull, c.Stamp, placeCost, placeBurst) {
		return tooFast(m.PlaceFull, c.Stamp, placeBurst)
	}
	c.setMotion(&m)
	c.PutBlock(c.Stream, a.Pos, held.Block)
	return Done
}

// BodyIn reports whether a body that hinders stands in one of the boxes of a block at a cell.
func BodyIn(w *world.World, p world.Pos, b world.Block) bool {
	return inWay(w, p, b) != Done
}

// inWay says which body is in the way of a block at a cell: one that hinders and stands in one of its boxes; or a falling
// block that is in the cell at all. A block that was put where another falls through would overtake that one, which would land on
// top of it, to be set free and fall again: for each block that one puts there all that fall would fall anew.
func inWay(w *world.World, p world.Pos, b world.Block) Refusal {
	boxes := b.Boxes()
	if len(boxes) == 0 {
		return Done
	}
	for i := range w.StreamCount() {
		for _, s := range w.AwakeAt(i) {
			e := w.Entity(s)
			switch lo, hi := e.Box(); {
			case e.Kind == world.KindFalling && world.Overlaps(lo, hi, p, wholeCell) && !faults.Active(faults.FallingOvertaken):
				return FallsThere
			case world.Kinds[e.Kind].Hinders && world.Overlaps(lo, hi, p, boxes):
				return BodyInWay
			}
		}
	}
	return Done
}

// wholeCell is the box of a cell.
var wholeCell = []world.Box{{Hi: [3]int8{16, 16, 16}}}

func writePlace(b []byte, a *Action) []byte { return append(writeTarget(b, a), byte(a.Face)) }

func readPlace(r *wire.Reader, a *Action) {
	readTarget(r, a)
	a.Face = world.Face(r.Byte())
	if a.Face >= world.Faces {
		r.Fail(ErrValue)
	}
}
