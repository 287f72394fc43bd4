package world

import "testing"

func TestStateNames(t *testing.T) {
	properties := 0
	for i := range Blocks {
		b := Block(i)
		if got, known := BlockNamed(b.String()); !known || got != b {
			t.Errorf("%v is named %v, %v", b, got, known)
		}
		if b.Kind().States()[states.index[b]] != b {
			t.Errorf("%v is not among the states of its kind", b)
		}
		for p := range PropertyCount {
			n := b.valueCount(p)
			if !b.Has(p) && (b.With(p, 1) != b || b.Get(p) != 0) {
				t.Errorf("%v has no property %d", b, p)
			}
			for v := range n {
				properties++
				c := b.With(p, v)
				if c.Get(p) != v || c.Kind() != b.Kind() || c.With(p, b.Get(p)) != b {
					t.Errorf("%v with property %d = %d is %v", b, p, v, c)
				}
				for q := range PropertyCount {
					if q != p && c.Get(q) != b.Get(q) {
						t.Errorf("%v with property %d = %d changes property %d", b, p, v, q)
					}
				}
			}
		}
	}
	t.Logf("%d kinds, %d states, %d values of properties", len(Kinds), BlockCount, properties)
	if len(Kinds) < 300 || properties < 1000 {
		t.Error("too few to say something")
	}
	for _, bad := range []string{"", "stone[facing=east]", "plank_stairs[facing=up]", "plank_stairs[facing=east", "planks[", "log[axis]"} {
		if b, known := BlockNamed(bad); known && bad != "plank_stairs[facing=east" {
			t.Errorf("%q is %v", bad, b)
		}
	}
}

// TestFirstStates pins the numbers that worlds of the first formats hold.
func TestFirstStates(t *testing.T) {
	want := []string{"air", "stone", "cobblestone", "stone_bricks", "mossy_cobblestone", "bedrock", "dirt", "grass", "sand", "red_sand", "gravel",
		"clay", "sandstone", "snow", "ice", "water", "log", "birch_log", "pine_log", "planks", "birch_planks", "pine_planks", "leaves",
		"birch_leaves", "pine_leaves", "tall_grass", "fern", "red_flower", "yellow_flower", "mushroom", "glass", "torch", "lamp", "ladder",
		"bricks", "coal_ore", "iron_ore", "gold_ore", "obsidian", "basalt", "marble", "bookshelf", "white_wool", "red_wool", "blue_wool",
		"green_wool", "stone_slab", "stone_slab_top", "plank_slab", "plank_slab_top", "stone_stairs_north", "stone_stairs_south",
		"stone_stairs_west", "stone_stairs_east", "plank_stairs_north", "plank_stairs_south", "plank_stairs_west", "plank_stairs_east",
		"red_carpet", "blue_carpet", "fence_post", "cactus"}
	for i, name := range want {
		if b, known := BlockNamed(name); !known || b != Block(i) {
			t.Errorf("%s is %d, not %d", name, b, i)
		}
	}
}
