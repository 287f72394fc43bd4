package world

// stoneKinds returns the stones that came later, and what all stones are made into.
func stoneKinds() (out []KindInfo) {
	for _, name := range laterStones() {
		out = append(out, stone(name, 1200, ""))
	}
	olds := []string{"stone", "cobblestone", "stone_bricks", "mossy_cobblestone", "bricks", "sandstone", "basalt", "marble"}
	for _, name := range append(olds, laterStones()...) {
		out = append(out, stoneCuts(name)...)
	}
	for _, name := range []string{"stone", "marble", "basalt", "slate"} {
		full := stone(name, 300, "")
		out = append(out, cut(full, name+"_plate", ClassPlate, name), cut(full, name+"_button", ClassButton, name))
	}
	for _, name := range []string{"copper_ore", "tin_ore"} {
		out = append(out, ore(name, 1600, 1))
	}
	for _, name := range []string{"coal_block", "iron_block", "gold_block", "copper_block", "tin_block"} {
		out = append(out, stone(name, 2000, ""))
	}
	return append(out, plain("tideglass_block", 1500, SoundGlass, "tideglass_block").by(ToolPick))
}

// laterStones returns the names of the stones without constants.
func laterStones() []string {
	out := []string{"mossy_stone_bricks", "cracked_stone_bricks", "polished_stone", "red_sandstone", "cut_sandstone", "cut_red_sandstone",
		"slate", "limestone", "granite"}
	for _, name := range []string{"basalt", "marble", "slate", "limestone", "granite"} {
		out = append(out, "polished_"+name, name+"_bricks", name+"_tiles")
	}
	return out
}

// stoneCuts returns the slab, the stairs and the wall of a stone.
func stoneCuts(name string) []KindInfo {
	full := stone(name, 1000, "")
	slab, stairs := cut(full, name+"_slab", ClassSlab, name), cut(full, name+"_stairs", ClassStairs, name)
	stairs.Hardness = ms(1200)
	if name == "stone" {
		slab, stairs = slab.at(StoneSlab, StoneSlabTop), stairs.at(StoneStairsNorth, StoneStairsSouth, StoneStairsWest, StoneStairsEast)
	}
	return []KindInfo{slab, stairs, cut(full, name+"_wall", ClassWall, name)}
}
