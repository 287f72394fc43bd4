package bots

import (
	"math/rand/v2"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/lab/perception"
	"voxtide/timestream"
	"voxtide/world"
)

// botView is what a bot sees.
type botView struct {
	perception.View
	wanted wantedView
	held   world.Block // shown in the hand: the client's next frame begins with what it received, before it shows own actions again
}

// update fills the view, and reports whether the bot's avatar is there.
func (v *botView) update(c *client.Client) bool {
	there := v.Update(c.World(), c.Stream())
	v.held = world.Air
	if v.Player != nil {
		v.held = v.Player.Held().Block()
	}
	return there
}

// block returns the kind of block shown in a cell, as its usual state, or bedrock where no section has come, which nobody can use.
func (v *botView) block(p world.Pos) world.Block {
	b, there := v.World.Block(p)
	if !there {
		return world.Bedrock
	}
	return b.Kind().Block()
}

// far reports whether a place is more than some blocks away, along X or Z.
func (v *botView) far(p world.Pos, blocks int32) bool {
	at := v.Feet()
	return at.X-p.X > blocks || p.X-at.X > blocks || at.Z-p.Z > blocks || p.Z-at.Z > blocks
}

// isPlain reports whether bots build with a block and break it: it stays where it is, supports nothing, and lies in one way alone.
func isPlain(b world.Block) bool {
	i := b.Info()
	return b.Full() && !i.Falls && !i.NeedsFloor && !i.Liquid && i.Hardness >= 0 && len(b.Kind().States()) == 1
}

// aim finds a face of a cell whose centre is in sight and in reach, beginning with a random one.
func (v *botView) aim(p world.Pos, r *rand.Rand) (actions.Aim, bool) {
	return v.Aim(p, r.IntN(world.FaceCount))
}

// place returns the action that puts the held block into a cell; false where that does not look possible.
func (v *botView) place(p world.Pos, r *rand.Rand) (a actions.Action, ok bool) {
	if !isPlain(v.Player.Held().Block()) {
		return a, false
	}
	return v.placeAny(p, r)
}

// placeAny is place for any held block.
func (v *botView) placeAny(p world.Pos, r *rand.Rand) (a actions.Action, ok bool) {
	held, b := v.Player.Held(), v.block(p)
	if held.Count == 0 || !world.Blocks[b].Replaceable || b == held.Block() || world.Blocks[b].NeedsFloor {
		return a, false
	}
	from := r.IntN(world.FaceCount)
	for i := range world.FaceCount {
		f := world.Face((i + from) % world.FaceCount)
		if against, there := v.World.Block(p.Next(f)); !there || world.Blocks[against].Replaceable {
			continue
		}
		aim, ok := v.aim(p, r)
		return actions.Action{Kind: actions.Place, Pos: p, Face: f, Aim: aim}, ok
	}
	return a, false
}

// breakBlock returns the action that breaks a block, or begins to; false where that does not look possible. It leaves
// blocks alone that support sand or a flower: breaking them changes cells that nobody aimed at.
func (v *botView) breakBlock(p world.Pos, r *rand.Rand) (a actions.Action, ok bool) {
	b, above := v.block(p), v.block(p.Above())
	if !isPlain(b) || world.Blocks[b].Hardness > 2*timestream.Second || world.Blocks[above].Falls || world.Blocks[above].NeedsFloor {
		return a, false
	}
	aim, ok := v.aim(p, r)
	kind := actions.StartBreak
	if v.Has(world.Creative) {
		kind = actions.FinishBreak
	}
	return actions.Action{Kind: kind, Pos: p, Aim: aim}, ok
}

// slot returns a hotbar slot with a suitable block.
func (v *botView) slot(rng *rand.Rand, does func(world.Block) bool) (uint8, bool) {
	from := rng.IntN(world.HotbarSize)
	for i := range world.HotbarSize {
		n := (i + from) % world.HotbarSize
		if s := v.Player.Slots[n]; s.Count > 0 && does(s.Block()) {
			return uint8(n), true
		}
	}
	return 0, false
}

// plainSlot returns the n-th hotbar slot with a block to build with; false if there is none.
func (v *botView) plainSlot(n int) (slot uint8, ok bool) {
	var slots []uint8
	for i := range world.HotbarSize {
		if s := v.Player.Slots[i]; s.Count > 0 && isPlain(s.Block()) {
			slots = append(slots, uint8(i))
		}
	}
	if len(slots) == 0 {
		return 0, false
	}
	return slots[n%len(slots)], true
}

type action = actions.Action

func selectSlot(n uint8) action { return action{Kind: actions.SelectSlot, Slot: n} }
