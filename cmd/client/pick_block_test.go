package main

import (
	"fmt"
	"testing"

	"voxtide/actions"
	"voxtide/world"
)

// TestPickBlock: the target block comes into the hand from any slot of the inventory, and nothing else moves.
func TestPickBlock(t *testing.T) {
	stone := world.StackOf(world.Stone, 5)
	dirt := world.StackOf(world.Dirt, 64)
	stairs := world.StackOf(world.StoneStairsNorth, 2)
	for _, c := range []struct {
		name     string
		slots    map[int]world.Stack
		selected uint8
		block    world.Block
		want     string
		creative bool
	}{
		{"in the hotbar", map[int]world.Stack{3: stone, 20: stone}, 0, world.Stone, "[{select 3}]", false},
		{"in the hand", map[int]world.Stack{3: stone}, 3, world.Stone, "[]", false},
		{"in the bag, the hand is empty", map[int]world.Stack{20: stone}, 3, world.Stone, "[{move item 20 3 5}]", false},
		{"in the bag, the hand is full", map[int]world.Stack{0: dirt, 1: dirt, 20: stone}, 1, world.Stone, "[{move item 20 2 5} {select 2}]", false},
		{"in the bag, no room", map[int]world.Stack{0: dirt, 1: dirt, 2: dirt, 3: dirt, 4: dirt, 5: dirt, 6: dirt, 7: dirt, 8: dirt, 20: stone}, 4, world.Stone, "[{move item 20 4 5}]", false},
		{"turned otherwise", map[int]world.Stack{2: stairs}, 0, world.StoneStairsWest, "[{select 2}]", false},
		{"nowhere", map[int]world.Stack{2: stairs}, 0, world.Marble, "[]", false},
		{"nothing", nil, 0, world.Air, "[]", false},
		{"nowhere, creative", map[int]world.Stack{2: dirt}, 2, world.Marble, "[{provide 0 marble 64} {select 0}]", true},
		{"nowhere, creative, an empty hand", nil, 5, world.StoneStairsWest, "[{provide 5 stone_stairs 64}]", true},
		{"in the bag, creative", map[int]world.Stack{20: stone}, 3, world.Stone, "[{move item 20 3 5}]", true},
		{"nothing, creative", nil, 0, world.Air, "[]", true},
	} {
		p := &world.Player{Selected: c.selected}
		for i, s := range c.slots {
			p.Slots[i] = s
		}
		var got []string
		for _, a := range pickBlock(nil, p, c.block, c.creative) {
			switch a.Kind {
			case actions.SelectSlot:
				got = append(got, fmt.Sprintf("{select %d}", a.Slot))
			case actions.Provide:
				got = append(got, fmt.Sprintf("{provide %d %v %d}", a.Slot, a.Item, a.Count))
			case actions.MoveItem:
				got = append(got, fmt.Sprintf("{move item %d %d %d}", a.Slot, a.ToSlot, a.Count))
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	if got := pickBlock(nil, nil, world.Stone, true); got != nil {
		t.Errorf("without a player: %v", got)
	}
}
