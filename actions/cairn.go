package actions

import (
	"voxtide/internal/faults"
	"voxtide/world"
)

// A cairn holds what its owner had when he died there. Until its time is over nobody else takes from it or breaks it; nothing is put in,
// and with its last item it goes.

// isAnothers reports whether the block at a cell is a cairn that is another player's alone.
func (c *Context) isAnothers(p world.Pos) bool {
	x := c.W.BlockEntityAt(p)
	if b, _ := c.W.Block(p); b.Class() != world.ClassCairn || x == nil || c.Stamp >= x.Since || faults.Active(faults.CairnsForAll) {
		return false
	}
	st := c.W.Stream(c.Stream)
	return st == nil || st.Name != x.Text
}

// checkCairn refuses moves that a cairn does not allow.
func checkCairn(c Context, a *Action) Refusal {
	switch {
	case c.isAnothers(a.Pos):
		return NotYours
	case a.Want:
		return NotForThat
	}
	own, have := c.player.Slots[a.ToSlot], c.W.BlockEntityAt(a.Pos).Slot(int(a.Slot))
	if own.Count > 0 && !own.Joins(have) { // they would change places
		return NoRoom
	}
	return checkSections(c, a.Pos) // it may go
}

// removeEmptyCairn removes a cairn that holds nothing any more.
func (c *Context) removeEmptyCairn(p world.Pos) {
	b, _ := c.W.Block(p)
	if x := c.W.BlockEntityAt(p); b.Class() == world.ClassCairn && (x == nil || len(x.Slots) == 0) {
		c.PutBlock(c.Stream, p, world.Air)
	}
}
