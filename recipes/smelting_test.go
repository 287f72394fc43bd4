package recipes

import (
	"testing"

	"voxtide/world"
)

// TestSmelting: each oven knows its own, one thing has one outcome at each, and nothing smelts into itself.
func TestSmelting(t *testing.T) {
	n := map[world.Class]int{}
	for _, at := range []world.Class{world.ClassFurnace, world.ClassKiln, world.ClassCampfire} {
		for _, it := range world.AppendItems(nil) {
			s, does := Smelting(at, it)
			if !does {
				continue
			}
			n[at]++
			if s.Out == it || s.Time <= 0 || !s.Out.Known() {
				t.Errorf("%v: %+v", it, s)
			}
		}
	}
	if _, does := Smelting(world.ClassCampfire, item("iron_ore")); does || n[world.ClassFurnace] < 10 || n[world.ClassKiln] < 20 || n[world.ClassCampfire] < 3 {
		t.Errorf("by oven %v", n)
	}
	t.Logf("by oven %v", n)
}
