package store

import (
	"testing"

	"voxtide/world"
)

// TestWaterIsNoBuilding folds the history of a dam that a player dug away, and through which water then ran, planned by him and others: it is
// set back as if no water had come, and running water is never set back itself.
func TestWaterIsNoBuilding(t *testing.T) {
	const mine, other = 7, 9
	running := world.Water.With(world.PropLevel, 5)
	q := Query{ByAuthor: true, Author: mine}
	fold := func(changes ...BlockChange) CellHistory {
		f := CellFold{}
		for i := range changes {
			e := HistoryEntry{BlockChange: changes[i]}
			e.Seq = uint64(i + 1)
			f.Add(&e, q.Match(&e))
		}
		return f.Cell
	}
	dug := BlockChange{Author: mine, Before: world.Stone, Block: world.Air}
	comes, goes := BlockChange{Author: mine, Before: world.Air, Block: running}, BlockChange{Author: other, Before: running, Block: world.Air}
	if c := fold(dug, comes, goes, BlockChange{Block: world.Air}); c.Overwritten || c.Restore != world.Stone || c.Last.Block != world.Air {
		t.Errorf("dug and flooded: %+v", c)
	}
	if c := fold(comes, goes, comes); c.Overwritten || c.Restore != c.Last.Block || c.Matches != 2 {
		t.Errorf("only flooded: %+v", c)
	}
	if c := fold(goes, comes, BlockChange{Author: mine, Before: running, Block: world.Planks}); c.Overwritten || c.Restore != world.Air {
		t.Errorf("built into running water: %+v", c)
	}
	if c := fold(dug, comes, BlockChange{Author: other, Before: running, Block: world.Planks}); !c.Overwritten {
		t.Errorf("another built there: %+v", c)
	}
	if c := fold(BlockChange{Author: mine, Before: world.Air, Block: world.Water}); c.Restore != world.Air || c.Last.Block != world.Water {
		t.Errorf("a source is a block like others: %+v", c)
	}
}
