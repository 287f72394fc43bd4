package actions

import (
	"voxtide/internal/faults"
	"voxtide/world"
)

// Scoop{Pos, Aim} fills the bucket in the hand with a source of water. A source between at least two others, the sea or a pool, is not
// missed; any other one is gone, so that buckets and sources together stay as many as they were. Place pours a full bucket out.

var bucket, fullBucket = itemNamed("bucket"), itemNamed("water_bucket")

func itemNamed(name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		panic("actions: no item is named " + name)
	}
	return it
}

// HoldsBucket reports whether a stack is an empty bucket, which scoops.
func HoldsBucket(held world.Stack) bool { return held.Count > 0 && held.Item == bucket }

// Placed returns the block that placing from a stack puts down: of a full bucket its water; Air for what cannot be placed.
func Placed(held world.Stack) world.Block {
	if held.Count > 0 && held.Item == fullBucket {
		return world.Water
	}
	return held.Block()
}

// afterPlacing returns what is left in the hand of what was placed.
func afterPlacing(held world.Stack) world.Stack {
	if held.Item == fullBucket && !faults.Active(faults.PourKeepsWater) {
		return world.Stack{Item: bucket, Count: 1}
	}
	return held.With(held.Count - 1)
}

// Scoopable reports whether a bucket can be filled at a cell.
func Scoopable(w *world.World, p world.Pos) bool {
	b, _ := w.Block(p)
	return b == world.Water
}

func scoop(c Context, a *Action) Refusal {
	if c.player == nil {
		return NotAllowed
	}
	if r := checkSections(c, a.Pos); r != Done {
		return r
	}
	held := c.player.Held()
	m := c.motion()
	switch {
	case !HoldsBucket(held):
		return NothingHeld
	case !Scoopable(c.W, a.Pos):
		return TargetChanged
	}
	if r := checkTarget(c, &m, a.Pos, a.Aim); r != Done {
		return r
	}
	if !spend(&m.PlaceFullAt, c.Stamp, placeCost, placeBurst) {
		return whyTooFast(m.PlaceFullAt, c.Stamp, placeBurst)
	}
	c.setMotion(&m)
	if !Endless(c.W, a.Pos) && !faults.Active(faults.ScoopLeavesWater) {
		c.PutBlock(c.Stream, a.Pos, world.Air)
	}
	if m.Flags&world.Creative == 0 {
		c.PutInventorySlot(c.Stream, int(c.player.Selected), world.Stack{Item: fullBucket, Count: 1})
	}
	return Done
}

// Endless reports whether a source lies between at least two others at its sides, on this side of a border.
func Endless(w *world.World, p world.Pos) bool {
	n := 0
	for f := world.North; f <= world.East; f++ {
		if q := p.Next(f); Scoopable(w, q) && !w.Apart(p, q) {
			n++
		}
	}
	return n >= 2
}
