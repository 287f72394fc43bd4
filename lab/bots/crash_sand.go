package bots

import (
	"voxtide/actions"
	"voxtide/store"
	"voxtide/world"
)

// checkSand checks sand and torches on the disk: changed cells, falling blocks, items, chests and inventories together hold
// what all bots began with, and nothing that a bot saw removed is there again.
func (c *crashTest) checkSand(state *store.State, section func(world.SectionPos) (*world.Section, error), generate func(world.SectionPos) *world.Section) error {
	var sum [len(columnBlocks)]int
	glass := 0
	add := func(block world.Block, n int) {
		if block == world.Glass { // it was sand
			block, glass = world.Sand, glass+n
		}
		for i, b := range columnBlocks {
			if b.Kind() == block.Kind() {
				sum[i] += n
			}
		}
	}
	begun := sum
	sections := map[world.SectionPos]bool{}
	for _, b := range c.builders {
		if b.plot == nil {
			return nil // not all bots have come yet
		}
		for i := range columnBlocks {
			begun[i] += b.poured[i]
		}
		for _, p := range b.column {
			for range sandDepth {
				sections[p.Section()] = true
				p.Y -= 16
			}
		}
	}
	for _, b := range c.builders {
		if err := b.eachBoxed(section, add); err != nil {
			return err
		}
	}
	rows := 0
	for i := range state.Players {
		rows++
		for _, s := range state.Players[i].Player.Slots {
			add(s.Block(), int(s.Count))
		}
	}
	if rows < len(c.builders) {
		return nil // reported already
	}
	on := map[world.EntityID]bool{}
	for i := range state.Entities {
		e := &state.Entities[i]
		on[e.ID] = true
		if e.Kind == world.KindFallingBlock {
			add(e.Block, 1)
		} else {
			add(e.Stack.Block(), int(e.Stack.Count))
		}
	}
	for p := range sections {
		now, err := section(p)
		if err != nil {
			return err
		}
		was := generate(p)
		if now.Hash() == was.Hash() {
			continue
		}
		for i := range world.SectionCells {
			add(now.Get(i), 1)
			add(was.Get(i), -1)
		}
	}
	for i, b := range columnBlocks {
		if sum[i] != begun[i] {
			c.tally.Torn++
			c.tally.note("round %d: %d of %v on the disk, all began with %d", c.tally.Rounds+1, sum[i], b, begun[i])
		}
	}
	for _, b := range c.builders {
		for id := range b.looseSeen.dead {
			if on[id] {
				c.tally.Twice++
				c.tally.note("round %d: %s saw %x go, and it is on the disk", c.tally.Rounds+1, b.name, id)
			}
		}
	}
	c.tally.Glass = max(c.tally.Glass, glass)
	c.tally.Items, c.tally.Falling = c.spawned()
	return nil
}

// sandDepth is the number of sections that sand may fall through.
const sandDepth = 4

// eachBoxed calls add with the blocks that lie in the bot's chest and furnace on the disk.
func (b *crashBot) eachBoxed(section func(world.SectionPos) (*world.Section, error), add func(block world.Block, n int)) error {
	for _, at := range []world.Pos{b.box.at, b.furnace} {
		if at == (world.Pos{}) {
			continue
		}
		sec, err := section(at.Section())
		if err != nil {
			return err
		}
		for i := range world.BoxSlotsMax {
			s := sec.BlockEntity(at.Index()).Slot(i)
			add(s.Block(), int(s.Count))
		}
	}
	return nil
}

// Beside its plot, whose cells follow from the bot's own actions, a crash bot has a column for sand: sand falls
// there, comes to rest, or breaks on a torch and becomes an item. The result is not known beforehand, so the sums of
// all bots together show whether any was lost or doubled.

// useColumn returns the bot's action at its column; false where there is nothing to do.
func (b *crashBot) useColumn() (a action, ok bool) {
	if len(b.column) < columnHeight {
		return a, false
	}
	held := b.view.Player.Held()
	switch n := b.rng.IntN(8); {
	case n == 0 || held.Count == 0 || held.Block() != world.Sand && held.Block() != world.Torch:
		want := world.Sand
		if b.view.block(b.column[0]) == world.Air && b.rng.IntN(2) == 0 {
			want = world.Torch
		}
		if slot, ok := b.view.slot(b.rng, func(block world.Block) bool { return block == want }); ok {
			return selectSlot(slot), true
		}
		return a, false
	case held.Block() == world.Torch && b.view.block(b.column[0]) == world.Air:
		return b.view.placeAny(b.column[0], b.rng)
	case held.Block() == world.Sand && n < 6:
		return b.view.placeAny(b.column[1+b.rng.IntN(columnHeight-1)], b.rng)
	}
	p := b.column[b.rng.IntN(columnHeight)]
	if block := b.view.block(p); block != world.Sand && (block != world.Torch || b.rng.IntN(4) > 0) {
		return a, false
	}
	aim, ok := b.view.aim(p, b.rng)
	return action{Kind: actions.StartBreak, Pos: p, Aim: aim}, ok
}

// spawned counts what came into the world, as all bots together were told.
func (c *crashTest) spawned() (items, falling int) {
	all := newLooseEntities()
	for _, b := range c.builders {
		for id := range b.looseSeen.items {
			all.items[id] = true
		}
		for id := range b.looseSeen.falling {
			all.falling[id] = true
		}
	}
	return len(all.items), len(all.falling)
}
