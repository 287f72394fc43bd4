package textures

import "strconv"

// table returns a row for each name, in the order of the layers. To add a texture, add a row.
func table() []row {
	rows := []row{
		{name: "stone", paint: stone, variants: 4},
		{name: "cobblestone", paint: cobble, variants: 4},
		{name: "stone_bricks", paint: stoneBricks},
		{name: "mossy_cobblestone", paint: mossyCobble, variants: 4},
		{name: "bedrock", paint: bedrock, variants: 4},
		{name: "dirt", paint: dirt, variants: 4},
		{name: "grass_top", paint: grassTop, variants: 4, tinting: TintWhole},
		{name: "grass_side", paint: grassSide, variants: 4, tinting: TintMasked, untiled: true},
		{name: "sand", paint: sandy(rSand), variants: 4},
		{name: "red_sand", paint: sandy(rRedSand), variants: 4},
		{name: "gravel", paint: gravel, variants: 4},
		{name: "clay", paint: clay, variants: 4},
		{name: "sandstone", paint: sandstone, variants: 4},
		{name: "snow", paint: snow, variants: 4},
		{name: "ice", paint: ice, alpha: 200},
		{name: "water", paint: water, frames: waterFrameCount, alpha: 180, tinting: TintWhole},
		{name: "lava", paint: lava, frames: waterFrameCount},
		{name: "log_top", paint: logTop(rBark, rWood), untiled: true},
		{name: "log_side", paint: logSide},
		{name: "birch_log_top", paint: logTop(rBirchBark, rBirchWood), untiled: true},
		{name: "birch_log_side", paint: birchSide},
		{name: "pine_log_top", paint: logTop(rPineBark, rPineWood), untiled: true},
		{name: "pine_log_side", paint: pineSide},
		{name: "planks", paint: planks(rWood)},
		{name: "birch_planks", paint: laths},
		{name: "pine_planks", paint: uprightBoards},
		{name: "leaves", paint: foliage(rLeaf, broadLeaves, 4, 5, -62), variants: 4, tinting: TintWhole, cutout: true, dense: true},
		{name: "birch_leaves", paint: foliage(rBirchLeaf, smallLeaves, 5, 6, -62), variants: 4, tinting: TintWhole, cutout: true, dense: true},
		{name: "pine_leaves", paint: foliage(rPineLeaf, needles, 5, 6, -56), variants: 4, tinting: TintWhole, cutout: true, dense: true},
		{name: "tall_grass", paint: tallGrass, tinting: TintWhole, untiled: true, cutout: true},
		{name: "fern", paint: artPainter(fernArt, fernInks), tinting: TintWhole, untiled: true, cutout: true},
		{name: "red_flower", paint: artPainter(redFlowerArt, redFlowerInks), untiled: true, cutout: true},
		{name: "yellow_flower", paint: artPainter(yellowFlowerArt, yellowFlowerInks), untiled: true, cutout: true},
		{name: "mushroom", paint: artPainter(mushroomArt, mushroomInks), untiled: true, cutout: true},
		{name: "glass", paint: glass, untiled: true, cutout: true},
		{name: "torch", paint: artPainter(torchArt, torchInks), untiled: true, cutout: true},
		{name: "lamp", paint: lamp, untiled: true},
		{name: "ladder", paint: ladder, untiled: true, cutout: true},
		{name: "bricks", paint: bricks},
		{name: "coal_ore", paint: ore(rCoal), variants: 4},
		{name: "iron_ore", paint: ore(rIron), variants: 4},
		{name: "gold_ore", paint: ore(rGold), variants: 4},
		{name: "obsidian", paint: obsidian},
		{name: "basalt", paint: basalt},
		{name: "marble", paint: marble},
		{name: "bookshelf", paint: bookshelf, untiled: true},
		{name: "white_wool", paint: wool(rWool)},
		{name: "red_wool", paint: wool(rRed)},
		{name: "blue_wool", paint: wool(rBlue)},
		{name: "green_wool", paint: wool(rGreen)},
		{name: "cactus_side", paint: cactusSide, untiled: true},
		{name: "cactus_top", paint: cactusTop, untiled: true},
		{name: "sun", paint: sun, untiled: true, cutout: true},
		{name: "moon", paint: moon, untiled: true, cutout: true},
		{name: "hand", paint: skinTile(handArt, rSkin), untiled: true},
		{name: "player_face", paint: skinTile(faceArt, rSkin), untiled: true},
		{name: "player_head_side", paint: skinTile(headSideArt, rSkin), untiled: true},
		{name: "player_head_back", paint: skinTile(headBackArt, rSkin), untiled: true},
		{name: "player_head_top", paint: skinTile(headTopArt, rSkin), untiled: true},
		{name: "player_leg", paint: skinTile(legArt, rSkin), untiled: true},
	}
	for i, shirt := range shirts {
		n := strconv.Itoa(i)
		rows = append(rows,
			row{name: "player_torso_" + n, paint: skinTile(torsoArt, shirt), untiled: true},
			row{name: "player_arm_" + n, paint: skinTile(armArt, shirt), untiled: true})
	}
	for i := range crackStageCount {
		rows = append(rows, row{name: "crack_" + strconv.Itoa(i), paint: crack(i), alpha: 170, untiled: true})
	}
	for _, family := range [...][]row{
		woodRows(), stoneRows(), colourRows(), metalRows(), stationRows(), growthRows(), thingRows(), toolRows(),
	} {
		rows = append(rows, family...)
	}
	return rows
}
