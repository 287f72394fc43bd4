package bots

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/world"
)

// Beside the plot, of which each cell follows from the builder's own actions, a builder has a column for sand: it falls there,
// comes to rest, or breaks on a torch and lies about until somebody picks it up. What becomes of each is not known beforehand;
// that none of it is lost or doubled over kills is judged by what all have together.

// pours are the blocks of the column.
var pours = [...]world.Block{world.Sand, world.Torch}

// column is how high the column is, in cells.
const column = 4

// pour says what the builder does at its column; false where there is nothing to do.
func (b *builder) pour() (a action, ok bool) {
	if len(b.column) < column {
		return a, false
	}
	held := b.v.bag.Held()
	switch n := b.rnd.IntN(8); {
	case n == 0 || held.Count == 0 || held.Block != world.Sand && held.Block != world.Torch:
		want := world.Sand
		if b.v.block(b.column[0]) == world.Air && b.rnd.IntN(2) == 0 {
			want = world.Torch
		}
		if slot, ok := b.slot(func(block world.Block) bool { return block == want }); ok {
			return selectSlot(slot), true
		}
		return a, false
	case held.Block == world.Torch && b.v.block(b.column[0]) == world.Air:
		return b.v.put(b.column[0], b.rnd)
	case held.Block == world.Sand && n < 6:
		return b.v.put(b.column[1+b.rnd.IntN(column-1)], b.rnd)
	}
	p := b.column[b.rnd.IntN(column)]
	if block := b.v.block(p); block != world.Sand && (block != world.Torch || b.rnd.IntN(4) > 0) {
		return a, false
	}
	aim, ok := b.v.aim(p, b.rnd)
	return action{Kind: actions.Dig, Pos: p, Aim: aim}, ok
}

// loose is what a builder was told of items and falling blocks.
type loose struct {
	items, falling map[world.EntityID]bool // that were born, ever
	dead           map[world.EntityID]bool // and live no more
}

func newLoose() loose {
	return loose{map[world.EntityID]bool{}, map[world.EntityID]bool{}, map[world.EntityID]bool{}}
}

// tap is shown a frame before it is applied.
func (l *loose) tap(f *protocol.Frame) {
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Kind != protocol.EntryEdit {
			continue
		}
		switch ent := &e.Edit.Entity; e.Edit.Kind {
		case edits.Birth:
			switch {
			case ent.Kind == world.KindFalling:
				l.falling[ent.ID] = true
			case ent.Kind == world.KindItem && ent.Stack.Count > 0: // one of nothing tells a counter alone
				l.items[ent.ID] = true
			default:
				continue
			}
			delete(l.dead, ent.ID)
		case edits.Death:
			if l.items[e.Edit.ID] || l.falling[e.Edit.ID] {
				l.dead[e.Edit.ID] = true
			}
		}
	}
}

// born counts what came into the world, as all builders together were told.
func (c *crasher) born() (items, falling int) {
	all := newLoose()
	for _, b := range c.builders {
		for id := range b.loose.items {
			all.items[id] = true
		}
		for id := range b.loose.falling {
			all.falling[id] = true
		}
	}
	return len(all.items), len(all.falling)
}
