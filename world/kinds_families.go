package world

// woodKinds returns what the six woods are made into: thirteen kinds each.
func woodKinds() (out []KindInfo) {
	for _, w := range woods {
		out = append(out, w.kinds()...)
	}
	return out
}

// wood is a wood: the prefix of the names of its first kinds, which oak has not, and that of the others.
type wood struct {
	prefix, name        string
	log, planks, leaves Block // the numbers of those that have constants, else Air
	slab, stairs        []Block
}

var woods = []wood{
	{"", "oak", Log, Planks, Leaves, []Block{PlankSlab, PlankSlabTop}, []Block{PlankStairsNorth, PlankStairsSouth, PlankStairsWest, PlankStairsEast}},
	{"birch_", "birch", BirchLog, BirchPlanks, BirchLeaves, nil, nil},
	{"pine_", "pine", PineLog, PinePlanks, PineLeaves, nil, nil},
	{"willow_", "willow", Air, Air, Air, nil, nil},
	{"acacia_", "acacia", Air, Air, Air, nil, nil},
	{"kapok_", "kapok", Air, Air, Air, nil, nil},
}

func (w *wood) kinds() []KindInfo {
	logs := func(name, texture string) KindInfo {
		k := plain(name, 900, SoundWood, name).by(ToolAxe).in(GroupWood)
		k.Class, k.Faces = ClassPillar, pillar(texture+"_top", texture+"_side")
		return k
	}
	planks := plain(w.prefix+"planks", 800, SoundWood, w.prefix+"planks").by(ToolAxe).in(GroupWood)
	leaf := KindInfo{Name: w.prefix + "leaves", Class: ClassLeaves, solid: true, Hardness: ms(250), Tool: ToolShears, Sound: SoundGrass, Tint: TintLeaves,
		Faces: all(w.prefix + "leaves"), Group: GroupNature}
	of := func(name string, c Class, hard int64) KindInfo {
		k := cut(planks, name, c, w.prefix+"planks")
		k.Hardness = ms(hard)
		return k
	}
	slab, stairs, log := w.prefix+"slab", w.prefix+"stairs", logs(w.prefix+"log", w.prefix+"log")
	fence := of(w.name+"_fence", ClassFence, 700)
	if w.prefix == "" {
		slab, stairs = "plank_slab", "plank_stairs"
		fence = fence.at(FencePost)
	}
	door, lid := of(w.name+"_door", ClassDoor, 700), of(w.name+"_trapdoor", ClassTrapdoor, 700)
	door.Faces, lid.Faces = all(w.name+"_door_lower"), all(w.name+"_trapdoor")
	sapling := plant(w.name+"_sapling", w.name+"_sapling", TintNone, false)
	return []KindInfo{
		constant(log, w.log), constant(planks, w.planks), constant(leaf, w.leaves),
		logs(w.name+"_stripped_log", w.name+"_stripped_log"), of(slab, ClassSlab, 700).at(w.slab...), of(stairs, ClassStairs, 800).at(w.stairs...),
		fence, of(w.name+"_gate", ClassGate, 700), door, lid, of(w.name+"_sign", ClassSign, 400), of(w.name+"_button", ClassButton, 200),
		of(w.name+"_plate", ClassPlate, 200), sapling,
	}
}

// constant gives a kind's usual state the number of a constant, unless that is Air.
func constant(k KindInfo, b Block) KindInfo {
	if b == Air {
		return k
	}
	return k.at(b)
}

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
	out = append(out, stone("coal_block", 2000, ""))
	for _, name := range []string{"iron_block", "gold_block", "copper_block", "tin_block"} {
		out = append(out, stone(name, 2000, "").sounds(SoundMetal))
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
