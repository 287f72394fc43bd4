package bots

import (
	"testing"

	"voxtide/world"
)

// TestCrashSeesBoxes: a chest that holds less or more than its bot was shown is torn, and so is what bot, chest and plot hold together.
func TestCrashSeesBoxes(t *testing.T) {
	holds := func(planks, logs uint8) []world.Stack {
		s := make([]world.Stack, boxSlots)
		s[1], s[4] = world.StackOf(world.Planks, planks), world.Stack{Item: logItem, Count: logs}
		return s
	}
	for _, k := range []struct {
		what  string
		shown []world.Stack
		has   []world.Stack
		torn  int
	}{
		{"the same", holds(9, 4), holds(9, 4), 0},
		{"a stack is missing", holds(9, 4), holds(0, 4), 2},
		{"a stack is there twice", holds(9, 4), append(holds(9, 4)[:5], world.StackOf(world.Planks, 9)), 2},
		{"as much, but of logs instead of planks", holds(9, 4), holds(5, 5), 1},
	} {
		c := &crashTest{}
		b := &crashBot{name: "ann", log: newOpLog(0, nil, false), box: crashBox{shown: map[uint64][]world.Stack{7: k.shown}}}
		b.beganWith = map[world.Block]int{world.Planks: 40}
		c.checkBox(b, 7, k.has, onDisk)
		c.checkInventory(b, map[world.Block]int{world.Planks: 15}, k.has, nil, onDisk)
		if c.tally.Torn != k.torn || c.tally.Boxes != 1 {
			t.Errorf("%s: torn %d, want %d: %v", k.what, c.tally.Torn, k.torn, c.tally.Notes)
		}
	}
}
