package actions

import (
	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/world"
)

// Place{Pos, Face, Aim, Yaw} puts the held block into the cell, against the block on its side Face. The block and the item that
// it costs change together or not at all. The cell must hold something replaceable (air, water, grass), and no body that
// blocks placement may stand in the new block. Yaw is where the player looks, to a quarter turn: how the block lies depends on it, and
// the heading of the body, which is told at ticks, may be behind it.

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
		c.PutInventorySlot(c.Stream, int(c.player.Selected), afterPlacing(held))
	} else if (r == BodyInPlace || r == OwnBodyInPlace) && faults.Active(faults.DropOnRefusalKeepsItem) {
		held.Count--
		c.PutInventorySlot(c.Stream, int(c.player.Selected), held)
	}
	return r
}

func (c Context) placeBlock(a *Action, held world.Stack) Refusal {
	m := c.motion()
	placed := Placed(held)
	if held.Count == 0 || placed == world.Air {
		return NothingHeld
	}
	if a.Face >= world.FaceCount {
		return NotAllowed
	}
	cell, _ := c.W.Block(a.Pos)
	against, there := c.W.Block(a.Pos.Next(a.Face))
	state, fits := Orient(placed, a)
	switch {
	case MakesWhole(cell, placed):
		state = cell.With(world.PropHalf, world.BothHalves)
	case !world.Blocks[cell].Replaceable || cell == placed:
		return Occupied
	case !there || world.Blocks[against].Replaceable || !fits || !edits.Stands(c.W, a.Pos, state):
		return NoSupport
	}
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if r := c.checkRoom(a.Pos, state); r != Done {
		return r
	}
	if !spend(&m.PlaceFullAt, c.Stamp, placeCost, placeBurst) {
		return whyTooFast(m.PlaceFullAt, c.Stamp, placeBurst)
	}
	c.setMotion(&m)
	if edits.HasHalves(state.Class()) {
		c.PutHalves(c.Stream, a.Pos, state)
	} else {
		c.PutBlock(c.Stream, a.Pos, state)
	}
	return Done
}

// MakesWhole reports whether the slab in a cell and a held one of its kind make a whole block.
func MakesWhole(cell, held world.Block) bool {
	return cell.Class() == world.ClassSlab && held.Kind() == cell.Kind() && cell.Get(world.PropHalf) != world.BothHalves
}

// checkRoom refuses a block if a body is in its way, or in that of what becomes of its neighbours that join it, or if its other half
// has no room, or lies on the far side of a border.
func (c Context) checkRoom(p world.Pos, b world.Block) Refusal {
	joined := edits.Joined(c.W, p, b)
	if why := c.bodyInTheWay(p, joined); why != Done {
		return why
	}
	for f := world.North; f <= world.East; f++ {
		beside, _ := c.W.Block(p.Next(f))
		if grown := edits.JoinedTo(beside, f^1, joined); grown != beside {
			if why := c.bodyInTheWay(p.Next(f), grown); why != Done {
				return why
			}
		}
	}
	if !edits.HasHalves(b.Class()) {
		return Done
	}
	q := edits.OtherHalf(p, b)
	switch cell, there := c.W.Block(q); {
	case !there || checkSections(c, q) != Done:
		return NotLoaded
	case !world.Blocks[cell].Replaceable || !q.InHeight():
		return Occupied
	case c.W.Apart(p, q):
		return Claimed
	}
	return c.bodyInTheWay(q, b.With(world.PropHalf, world.UpperHalf))
}

// QuarterTurn returns the heading to the nearest of the four sides: what a Place says of where its player looks.
func QuarterTurn(yaw uint16) uint16 { return (yaw + 8192) &^ 16383 }

// writePlace writes the target and a byte: the face, and eight times the quarter turns of the look.
func writePlace(b []byte, a *Action) []byte {
	return append(writeTarget(b, a), byte(a.Face)|byte(a.Yaw>>14)<<3)
}

func readPlace(r *wire.Reader, a *Action) {
	readTarget(r, a)
	v := r.Byte()
	a.Face, a.Yaw = world.Face(v&7), uint16(v>>3)<<14
	if a.Face >= world.FaceCount || v >= 4<<3 {
		r.Fail(ErrValue)
	}
}
