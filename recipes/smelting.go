package recipes

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Smelt is what an oven makes of one item.
type Smelt struct {
	In   world.Item
	Out  world.Item
	Time timestream.Duration // for one
	at   Stations
}

// Smelting returns what a class of oven (ClassFurnace, ClassKiln, ClassCampfire) makes of an item. For how long something burns, see
// world.ItemInfo.Fuel.
func Smelting(at world.Class, in world.Item) (Smelt, bool) {
	for i := range ovenTable {
		if s := &ovenTable[i]; s.In == in && s.at&(1<<at) != 0 {
			return *s, true
		}
	}
	return Smelt{}, false
}

// ovenTable holds what ovens do.
var ovenTable = func() (out []Smelt) {
	const furnace, kiln, fire = Stations(1 << world.ClassFurnace), Stations(1 << world.ClassKiln), Stations(1 << world.ClassCampfire)
	add := func(at Stations, seconds int64, in, made string) {
		for _, it := range group(in) {
			out = append(out, Smelt{it, item(made), timestream.Duration(seconds) * timestream.Second, at})
		}
	}
	add(furnace|kiln, 10, "#sand", "glass")
	add(kiln, 10, "clay_ball", "brick")
	add(fire, 20, "clay_ball", "brick")
	add(furnace|kiln|fire, 10, "#logs", "charcoal")
	add(furnace|kiln, 10, "copper_ore", "copper_ingot")
	add(furnace|kiln, 10, "tin_ore", "tin_ingot")
	add(furnace, 10, "iron_ore", "iron_ingot")
	add(furnace, 10, "gold_ore", "gold_ingot")
	add(furnace, 10, "cobblestone", "stone")
	add(furnace|fire, 10, "apple", "baked_apple")
	add(furnace|fire, 10, "mushroom", "roast_mushrooms")
	add(furnace, 10, "stone_bricks", "cracked_stone_bricks")
	add(furnace|fire, 8, "meat", "roast")
	for _, c := range world.Colours {
		add(kiln, 10, c+"_concrete", c+"_glazed")
	}
	return out
}()
