package bots

import (
	"voxtide/store"
	"voxtide/world"
)

// matter judges sand and torches on the disk: what lies in cells that are not as they were generated, falls, lies about and is
// in the inventories is what all builders began with, and nothing that a builder saw die is there again.
func (c *crasher) matter(state *store.State, section func(world.SectionPos) (*world.Section, error), generate func(world.SectionPos) *world.Section) error {
	var sum [len(pours)]int
	add := func(block world.Block, n int) {
		for i, b := range pours {
			if b == block {
				sum[i] += n
			}
		}
	}
	begun := sum
	sections := map[world.SectionPos]bool{}
	for _, b := range c.builders {
		if len(b.plot) == 0 && len(b.column) == 0 {
			return nil // not all have come yet
		}
		for i := range pours {
			begun[i] += b.poured[i]
		}
		for _, p := range b.column {
			for range deep {
				sections[p.Section()] = true
				p.Y -= 16
			}
		}
	}
	rows := 0
	for i := range state.Players {
		rows++
		for _, s := range state.Players[i].Player.Slots {
			add(s.Block, int(s.Count))
		}
	}
	if rows < len(c.builders) {
		return nil // that is told already
	}
	on := map[world.EntityID]bool{}
	for i := range state.Entities {
		e := &state.Entities[i]
		on[e.ID] = true
		if e.Kind == world.KindFalling {
			add(e.Block, 1)
		} else {
			add(e.Stack.Block, int(e.Stack.Count))
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
	for i, b := range pours {
		if sum[i] != begun[i] {
			c.tally.Torn++
			c.tally.note("round %d: %d of %v on the disk, all began with %d", c.tally.Rounds+1, sum[i], b, begun[i])
		}
	}
	for _, b := range c.builders {
		for id := range b.loose.dead {
			if on[id] {
				c.tally.Twice++
				c.tally.note("round %d: %s saw %x go, and it is on the disk", c.tally.Rounds+1, b.name, id)
			}
		}
	}
	c.tally.Items, c.tally.Falling = c.born()
	return nil
}

// deep is how many sections sand may fall through.
const deep = 4
