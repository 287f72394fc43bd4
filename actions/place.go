package actions

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/world"
)

// Place{Pos, Face, Aim} puts the held block into the cell, against the block on its side Face. The block and the item that
// it costs change together or not at all. The cell must hold something replaceable (air, water, grass), and no body that
// blocks placement may stand in the new block.

func place(c Context, a *Action) Refusal {
	if r := checkSections(c, a.Pos); r != Done {
		return r
	}
	if c.player == nil { // the inventories of other players are not known here: the block shown in the hand is placed
		return c.placeBlock(a, c.W.Entity(c.avatar).Stack)
	}
	held := c.player.Held()
	r := c.placeBlock(a, held)
	if m := c.W.Entity(c.avatar).Motion; r == Done && m.Flags&world.Creative == 0 {
		held.Count--
		c.PutInventorySlot(c.Stream, int(c.player.Selected), held)
	} else if r == BodyInPlace && faults.Active(faults.DropOnRefusalKeepsItem) {
		held.Count--
		c.PutInventorySlot(c.Stream, int(c.player.Selected), held)
	}
	return r
}

func (c Context) placeBlock(a *Action, held world.Stack) Refusal {
	m := c.motion()
	if held.Count == 0 || held.Block() == world.Air {
		return NothingHeld
	}
	cell, _ := c.W.Block(a.Pos)
	against, there := c.W.Block(a.Pos.Next(a.Face))
	switch {
	case a.Face >= world.FaceCount:
		return NotAllowed
	case !world.Blocks[cell].Replaceable || cell == held.Block():
		return Occupied
	case !there || world.Blocks[against].Replaceable:
		return NoSupport
	}
	if below, _ := c.W.Block(a.Pos.Below()); held.Block().Info().NeedsFloor && !below.Solid() {
		return NoSupport
	}
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if why := findBodyInTheWay(c.W, a.Pos, held.Block()); why != Done {
		return why
	}
	if !spend(&m.PlaceFullAt, c.Stamp, placeCost, placeBurst) {
		return whyTooFast(m.PlaceFullAt, c.Stamp, placeBurst)
	}
	c.setMotion(&m)
	c.PutBlock(c.Stream, a.Pos, held.Block())
	return Done
}

func writePlace(b []byte, a *Action) []byte { return append(writeTarget(b, a), byte(a.Face)) }

func readPlace(r *wire.Reader, a *Action) {
	readTarget(r, a)
	a.Face = world.Face(r.Byte())
	if a.Face >= world.FaceCount {
		r.Fail(ErrValue)
	}
}
