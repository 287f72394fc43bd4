package world

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
		shaped(boxed("anvil", ClassAnvil, 2000, SoundStone, ToolPick, pillar("anvil_top", "anvil_side")), ShapeAnvil),
		light(shaped(boxed("lantern", ClassLantern, 300, SoundGlass, ToolNone, pillar("lantern_top", "lantern_side")), ShapeLantern), 15),
		lever,
		shaped(cut(stone("iron_bars", 1200, ""), "iron_bars", ClassPane, "iron_bars"), ShapeEmpty).in(GroupDevices),
	}
}
