package world

// BlockCount is the number of states of all kinds: every Block is smaller. A row of Kinds that is added or changed changes it; the
// program says the number at its start then. It stands here because here most rows are added.
const BlockCount = 2178

// Colours are the names of the sixteen dyes.
var Colours = [16]string{"white", "light_gray", "gray", "black", "brown", "red", "orange", "yellow", "lime", "green", "cyan", "light_blue",
	"blue", "purple", "magenta", "pink"}

// colourKinds returns what is dyed: six kinds of each colour.
func colourKinds() (out []KindInfo) {
	wools := map[string]Block{"white": WhiteWool, "red": RedWool, "blue": BlueWool, "green": GreenWool}
	carpets := map[string]Block{"red": RedCarpet, "blue": BlueCarpet}
	for _, c := range Colours {
		wool := plain(c+"_wool", 400, SoundCloth, c+"_wool").in(GroupColour).by(ToolShears)
		carpet := cut(wool, c+"_carpet", ClassCarpet, c+"_wool")
		carpet.Hardness, carpet.shape = ms(100), ShapeCarpet
		glass := clear(plain(c+"_glass", 300, SoundGlass, c+"_glass")).in(GroupColour)
		pane := cut(glass, c+"_glass_pane", ClassPane, c+"_glass_pane")
		out = append(out, constant(wool, wools[c]), constant(carpet, carpets[c]), glass, pane, stone(c+"_concrete", 1200, "").in(GroupColour),
			stone(c+"_glazed", 900, "").in(GroupColour))
	}
	return append(out, cut(clear(plain("glass", 300, SoundGlass, "")).in(GroupColour), "glass_pane", ClassPane, "glass"))
}

// natureKinds returns what grows and lies about.
func natureKinds() (out []KindInfo) {
	for _, name := range []string{"blue_flower", "white_flower", "reed", "flax", "berries_bush", "glow_cap"} {
		out = append(out, plant(name, name, TintNone, false))
	}
	out[5].Light = 6
	pumpkin := plain("pumpkin", 500, SoundWood, "pumpkin").by(ToolAxe).in(GroupNature)
	hay := plain("hay", 300, SoundGrass, "hay").in(GroupNature)
	hay.Class = ClassPillar
	moss := plain("moss", 300, SoundGrass, "moss").in(GroupNature)
	lava := KindInfo{Name: "lava", Class: ClassLava, Hardness: Unbreakable, Sound: SoundWater, Light: 15, Harm: 4, Faces: all("lava"), Group: GroupNature,
		opaque: true, replaceable: true, shape: ShapeLiquid}
	// What lies half as high on ground that rises, and on the floor of woods.
	turf := cut(plain("grass_slab", 600, SoundGrass, "").by(ToolShovel).in(GroupNature), "grass_slab", ClassSlab, "grass_top")
	turf.Tint, turf.Faces = TintGrass, [FaceCount]string{"dirt", "grass_top", "grass_side", "grass_side", "grass_side", "grass_side"}
	sand := cut(plain("sand_slab", 500, SoundSand, "").by(ToolShovel).in(GroupNature), "sand_slab", ClassSlab, "sand")
	redSand := cut(plain("red_sand_slab", 500, SoundSand, "").by(ToolShovel).in(GroupNature), "red_sand_slab", ClassSlab, "red_sand")
	snow := cut(plain("snow_slab", 250, SoundSnow, "").by(ToolShovel).in(GroupNature), "snow_slab", ClassSlab, "snow")
	cushion := cut(moss, "moss_carpet", ClassCarpet, "moss")
	cushion.Hardness, cushion.shape = ms(100), ShapeCarpet
	out = append(out, turf, sand, redSand, snow, cushion)
	return append(out, pumpkin.looks(pillar("pumpkin_top", "pumpkin_side")), hay.looks(pillar("hay_top", "hay_side")), moss, lava)
}

// deviceKinds returns what players use: boxes, ovens, stations, switches.
func deviceKinds() []KindInfo {
	boxed := func(name string, c Class, hard int64, s Sound, t ToolClass, f [FaceCount]string) KindInfo {
		k := plain(name, hard, s, name).by(t).in(GroupDevices).looks(f)
		k.Class = c
		return k
	}
	shaped := func(k KindInfo, s Shape) KindInfo { k.shape, k.opaque, k.solid = s, false, false; return k }
	lever := device("lever", ClassLever, 200, SoundStone)
	lever.Faces = all("lever_base")
	return []KindInfo{
		shaped(boxed("chest", ClassChest, 800, SoundWood, ToolAxe, front("chest_front", "chest_side", "chest_top")), ShapeChest),
		boxed("barrel", ClassBarrel, 800, SoundWood, ToolAxe, [FaceCount]string{"barrel_bottom", "barrel_top", "barrel_side", "barrel_side", "barrel_side", "barrel_side"}),
		boxed("furnace", ClassFurnace, 1200, SoundStone, ToolPick, front("furnace_front", "furnace_side", "furnace_top")),
		boxed("kiln", ClassKiln, 1200, SoundStone, ToolPick, front("kiln_front", "kiln_side", "kiln_top")),
		light(shaped(boxed("campfire", ClassCampfire, 500, SoundWood, ToolAxe, pillar("campfire_embers", "campfire_log")), ShapeCampfire), 12),
		boxed("workbench", ClassWorkbench, 800, SoundWood, ToolAxe, front("workbench_front", "workbench_side", "workbench_top")),
		shaped(boxed("anvil", ClassAnvil, 2000, SoundMetal, ToolPick, pillar("anvil_top", "anvil_side")), ShapeAnvil),
		light(shaped(boxed("lantern", ClassLantern, 300, SoundMetal, ToolNone, pillar("lantern_top", "lantern_side")), ShapeLantern), 15),
		lever,
		shaped(boxed("cairn", ClassCairn, 400, SoundStone, ToolNone, all("mossy_cobblestone")).in(GroupNone).gives(""), ShapeChest),
		shaped(boxed("bed", ClassBed, 400, SoundCloth, ToolAxe, all("red_wool")), ShapeBed),
		shaped(cut(stone("iron_bars", 1200, "").sounds(SoundMetal), "iron_bars", ClassPane, "iron_bars"), ShapeEmpty).in(GroupDevices),
	}
}
