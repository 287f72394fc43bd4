package world

import "voxtide/timestream"

// oldKinds returns the kinds whose states have constants: those of the first worlds.
func oldKinds() []KindInfo {
	bedrock := plain("bedrock", int64(Unbreakable), SoundStone, "").at(Bedrock)
	bedrock.Hardness = Unbreakable
	glass := clear(plain("glass", 300, SoundGlass, "glass")).at(Glass)
	ice := clear(plain("ice", 500, SoundGlass, "")).at(Ice)
	grass := plain("grass", 600, SoundGrass, "dirt").by(ToolShovel).at(Grass)
	grass.Tint, grass.Group = TintGrass, GroupNature
	grass.Faces = [FaceCount]string{"dirt", "grass_top", "grass_side", "grass_side", "grass_side", "grass_side"}
	water := KindInfo{Name: "water", Class: ClassLiquid, Hardness: Unbreakable, Sound: SoundWater, Tint: TintWater, Faces: all("water"),
		replaceable: true, shape: ShapeLiquid}.at(Water)
	lamp := plain("lamp", 300, SoundGlass, "lamp").in(GroupDevices).at(Lamp)
	lamp.Light = 15
	shelf := plain("bookshelf", 800, SoundWood, "bookshelf").by(ToolAxe).in(GroupWood).at(Bookshelf)
	shelf.Faces = pillar("planks", "bookshelf")
	cactus := KindInfo{Name: "cactus", Hardness: ms(400), Drops: "cactus", Sound: SoundCloth, shape: ShapeCactus, Group: GroupNature, Harm: 1,
		Faces: pillar("cactus_top", "cactus_side")}.at(Cactus)
	return []KindInfo{
		{Name: "air", replaceable: true, numbers: map[int]Block{0: Air}},
		stone("stone", 1200, "cobblestone").at(Stone), stone("cobblestone", 1200, "").at(Cobblestone),
		stone("stone_bricks", 1200, "").at(StoneBricks), stone("mossy_cobblestone", 1200, "").at(MossyCobblestone),
		bedrock.in(GroupStone),
		plain("dirt", 500, SoundSoil, "dirt").by(ToolShovel).in(GroupNature).at(Dirt), grass,
		falling("sand", 500, SoundSand).at(Sand), falling("red_sand", 500, SoundSand).at(RedSand), falling("gravel", 600, SoundGravel).at(Gravel),
		plain("clay", 600, SoundSoil, "clay").by(ToolShovel).in(GroupNature).at(Clay), stone("sandstone", 900, "").at(Sandstone),
		plain("snow", 250, SoundSnow, "snow").by(ToolShovel).in(GroupNature).at(Snow), ice.in(GroupNature), water.in(GroupNature),
		plant("tall_grass", "", TintGrass, true).at(TallGrass), plant("fern", "", TintGrass, true).at(Fern),
		plant("red_flower", "red_flower", TintNone, false).at(RedFlower), plant("yellow_flower", "yellow_flower", TintNone, false).at(YellowFlower),
		plant("mushroom", "mushroom", TintNone, false).at(Mushroom),
		glass.in(GroupColour), light(device("torch", ClassTorch, 0, SoundWood), 14).at(Torch), lamp,
		device("ladder", ClassLadder, 400, SoundWood).at(Ladder), stone("bricks", 1200, "").at(Bricks),
		ore("coal_ore", 1500, 0).at(CoalOre), ore("iron_ore", 1800, 2).at(IronOre), ore("gold_ore", 1800, 3).at(GoldOre),
		tier(stone("obsidian", 6000, ""), 3).at(Obsidian), stone("basalt", 1200, "").at(Basalt), stone("marble", 1200, "").at(Marble),
		shelf, cactus,
	}
}

// ms is a hardness in milliseconds.
func ms(n int64) timestream.Duration { return timestream.Duration(n) * timestream.Millisecond }

func all(t string) [FaceCount]string { return [FaceCount]string{t, t, t, t, t, t} }

func pillar(end, side string) [FaceCount]string {
	return [FaceCount]string{end, end, side, side, side, side}
}

// front returns the faces of a block with a front, which looks north in its usual state.
func front(front, side, end string) [FaceCount]string {
	return [FaceCount]string{end, end, front, side, side, side}
}

// at gives the usual state, and those after it, the numbers of constants.
func (k KindInfo) at(numbers ...Block) KindInfo {
	k.numbers = map[int]Block{}
	for i, b := range numbers {
		k.numbers[i] = b
	}
	return k
}

func (k KindInfo) by(t ToolClass) KindInfo { k.Tool = t; return k }

func (k KindInfo) gives(drops string) KindInfo { k.Drops = drops; return k }

func (k KindInfo) in(g Group) KindInfo { k.Group = g; return k }

func (k KindInfo) sounds(s Sound) KindInfo { k.Sound = s; return k }

func (k KindInfo) looks(f [FaceCount]string) KindInfo { k.Faces = f; return k }

// plain returns a full opaque block.
func plain(name string, hard int64, s Sound, drops string) KindInfo {
	return KindInfo{Name: name, Hardness: ms(hard), Sound: s, Drops: drops, Faces: all(name), opaque: true, solid: true, Group: GroupStone}
}

// clear takes the opacity away.
func clear(k KindInfo) KindInfo { k.opaque = false; return k }

func light(k KindInfo, l uint8) KindInfo { k.Light = l; return k }

func tier(k KindInfo, t uint8) KindInfo { k.Tier = t; return k }

// stone returns a full block of stone; it drops itself if drops is "".
func stone(name string, hard int64, drops string) KindInfo {
	if drops == "" {
		drops = name
	}
	return plain(name, hard, SoundStone, drops).by(ToolPick)
}

func ore(name string, hard int64, t uint8) KindInfo { return tier(stone(name, hard, ""), t) }

func falling(name string, hard int64, s Sound) KindInfo {
	k := plain(name, hard, s, name).by(ToolShovel).in(GroupNature)
	k.Class = ClassFalling
	return k
}

func plant(name, drops string, t Tint, replaceable bool) KindInfo {
	return KindInfo{Name: name, Class: ClassPlant, replaceable: replaceable, shape: ShapeCross, Drops: drops, Sound: SoundGrass, Tint: t,
		Faces: all(name), Group: GroupNature}
}

// device returns a block that is no full cell, of a class that gives it its shape.
func device(name string, c Class, hard int64, s Sound) KindInfo {
	return KindInfo{Name: name, Class: c, Hardness: ms(hard), Sound: s, Drops: name, Faces: all(name), Group: GroupDevices}
}

// cut returns a block of a class that is made of another: its texture, hardness, tool, sound and page.
func cut(of KindInfo, name string, c Class, texture string) KindInfo {
	of.Name, of.Class, of.Drops, of.Faces, of.opaque, of.solid, of.numbers, of.Light = name, c, name, all(texture), c == ClassSlab, false, nil, 0
	return of
}
