package matter

import (
	"testing"

	"voxtide/world"
)

// TestWorth checks that each item has a place of its own, and that a thing counts the same wherever it is.
func TestWorth(t *testing.T) {
	seen := map[int]world.Item{}
	all := world.AppendItems(nil)
	for _, it := range all {
		if other, twice := seen[Index(it)]; twice || At(Index(it)) != it {
			t.Fatalf("%v and %v have one place", it, other)
		}
		seen[Index(it)] = it
	}
	var cells [world.SectionCells]world.Block
	var want Sum
	running := 0
	for i := range cells {
		cells[i] = world.Block(i % world.BlockCount)
		want.AddBlock(cells[i], 1)
		if cells[i].Class() == world.ClassLiquid && Worth(cells[i]) == 0 {
			running++
		}
	}
	var got Sum
	got.AddSection(world.SectionOf(&cells), 1)
	if got != want {
		t.Error("a section is not the sum of its blocks")
	}
	if running == 0 || want[Index(world.ItemOf(world.Water))] == 0 {
		t.Error("no water")
	}
	var poured, carried Sum
	poured.AddBlock(world.Water, 1)
	poured.Add(bucket, 1)
	carried.AddStack(world.Stack{Item: full, Count: 1}, 1)
	if poured != carried {
		t.Error("pouring changes the sum")
	}
	t.Logf("%d items, %d states of water that runs", len(all), running)
}
