// Package matter adds up items: what lies in cells, falls, lies on the ground, in inventories and in boxes.
//
// Owner: nobody; a Sum is a value. Invariant: a thing counts the same wherever it is, so that a Sum changes only where something comes
// from nothing or goes to nothing. A bucket of water is a bucket and water; water that runs is nothing, as it comes of its source.
package matter

import "voxtide/world"

// Sum holds a count for each item, by Index.
type Sum [size]int64

// size bounds the items.
const size = 512

var (
	items  [size]world.Item
	water  = world.ItemOf(world.Water)
	bucket = named("bucket")
	full   = named("water_bucket")
)

func named(name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		panic("matter: no item " + name)
	}
	return it
}

func init() {
	for _, it := range world.AppendItems(nil) {
		items[Index(it)] = it
	}
}

// Index returns the place of an item in a Sum; 0 for air, which is nothing.
func Index(it world.Item) int {
	if it < world.FirstThing {
		return int(world.Block(it).Kind())
	}
	return len(world.Kinds) + int(it-world.FirstThing)
}

// At returns the item at a place in a Sum.
func At(i int) world.Item { return items[i] }

// Worth returns how many items a block in a cell stands for: two slabs are two, of a door the lower half counts, and of water its source.
func Worth(b world.Block) int64 {
	switch b.Class() {
	case world.ClassDoor, world.ClassBed:
		if b.Get(world.PropHalf) == world.UpperHalf {
			return 0
		}
	case world.ClassLiquid:
		if b.Get(world.PropLevel) != world.LevelSource {
			return 0
		}
	}
	return int64(b.Items())
}

// Add adds n of an item.
func (s *Sum) Add(it world.Item, n int64) {
	if it == full {
		s.Add(bucket, n)
		it = water
	}
	if i := Index(it); i != 0 {
		s[i] += n
	}
}

// AddBlock adds n times a block in a cell, by its kind: a state that joins or opens is still the same thing.
func (s *Sum) AddBlock(b world.Block, n int64) { s.Add(world.ItemOf(b), n*Worth(b)) }

// AddStack adds n times a stack.
func (s *Sum) AddStack(st world.Stack, n int64) { s.Add(st.Item, n*int64(st.Count)) }

// AddEntity adds n times a falling block or an item on the ground; other entities are nothing.
func (s *Sum) AddEntity(e *world.Entity, n int64) {
	switch e.Kind {
	case world.KindFallingBlock:
		s.Add(world.ItemOf(e.Block), n)
	case world.KindItem:
		s.AddStack(e.Stack, n)
	}
}

// AddSlots adds n times each of some stacks.
func (s *Sum) AddSlots(slots []world.Stack, n int64) {
	for _, st := range slots {
		s.AddStack(st, n)
	}
}

// AddSection adds n times all that is in a section.
func (s *Sum) AddSection(sec *world.Section, n int64) {
	var cells [world.SectionCells]world.Block
	sec.Cells(&cells)
	last, worth, at := world.Air, int64(0), 0
	for _, b := range cells {
		if b != last {
			last, worth, at = b, Worth(b), Index(world.ItemOf(b))
		}
		s[at] += n * worth
	}
	s[0] = 0 // air
	for _, c := range sec.AppendBlockEntityCells(nil) {
		s.AddSlots(sec.BlockEntity(c).Slots, n)
	}
}
