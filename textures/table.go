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
		{name: "grass_side", paint: grassSide, variants: 4, tinting: TintMasked, loose: true},
		{name: "sand", paint: sandy(rSand), variants: 4},
		{name: "red_sand", paint: sandy(rRedSand), variants: 4},
		{name: "gravel", paint: gravel, variants: 4},
		{name: "clay", paint: clay, variants: 4},
		{name: "sandstone", paint: sandstone, variants: 4},
		{name: "snow", paint: snow, variants: 4},
		{name: "ice", paint: ice, alpha: 200},
		{name: "water", paint: water, frames: waterFrames, alpha: 180, tinting: TintWhole},
		{name: "log_top", paint: logTop(rBark, rWood), loose: true},
		{name: "log_side", paint: logSide},
		{name: "birch_log_top", paint: logTop(rBirchBark, rBirchWood), loose: true},
		{name: "birch_log_side", paint: birchSide},
		{name: "pine_log_top", paint: logTop(rPineBark, rPineWood), loose: true},
		{name: "pine_log_side", paint: pineSide},
		{name: "planks", paint: planks(rWood)},
		{name: "birch_planks", paint: planks(rBirchWood)},
		{name: "pine_planks", paint: planks(rPineWood)},
		{name: "leaves", paint: foliage(rLeaf, broadLeaves, 4, 5, -62), variants: 4, tinting: TintWhole, cutout: true, dense: true},
		{name: "birch_leaves", paint: foliage(rBirchLeaf, smallLeaves, 5, 6, -62), variants: 4, tinting: TintWhole, cutout: true, dense: true},
		{name: "pine_leaves", paint: foliage(rPineLeaf, needles, 5, 6, -56), variants: 4, tinting: TintWhole, cutout: true, dense: true},
		{name: "tall_grass", paint: tallGrass, tinting: TintWhole, loose: true, cutout: true},
		{name: "fern", paint: art(fernArt, fernInks), tinting: TintWhole, loose: true, cutout: true},
		{name: "red_flower", paint: art(redFlowerArt, redFlowerInks), loose: true, cutout: true},
		{name: "yellow_flower", paint: art(yellowFlowerArt, yellowFlowerInks), loose: true, cutout: true},
		{name: "mushroom", paint: art(mushroomArt, mushroomInks), loose: true, cutout: true},
		{name: "glass", paint: glass, loose: true, cutout: true},
		{name: "torch", paint: art(torchArt, torchInks), loose: true, cutout: true},
		{name: "lamp", paint: lamp, loose: true},
		{name: "ladder", paint: ladder, loose: true, cutout: true},
		{name: "bricks", paint: bricks},
		{name: "coal_ore", paint: ore(rCoal), variants: 4},
		{name: "iron_ore", paint: ore(rIron), variants: 4},
		{name: "gold_ore", paint: ore(rGold), variants: 4},
		{name: "obsidian", paint: obsidian},
		{name: "basalt", paint: basalt},
		{name: "marble", paint: marble},
		{name: "bookshelf", paint: bookshelf, loose: true},
		{name: "white_wool", paint: wool(rWool)},
		{name: "red_wool", paint: wool(rRed)},
		{name: "blue_wool", paint: wool(rBlue)},
		{name: "green_wool", paint: wool(rGreen)},
		{name: "cactus_side", paint: cactusSide, loose: true},
		{name: "cactus_top", paint: cactusTop, loose: true},
		{name: "sun", paint: sun, loose: true, cutout: true},
		{name: "moon", paint: moon, loose: true, cutout: true},
		{name: "hand", paint: body(handArt, rSkin), loose: true},
		{name: "player_face", paint: body(faceArt, rSkin), loose: true},
		{name: "player_head_side", paint: body(headSideArt, rSkin), loose: true},
		{name: "player_head_back", paint: body(headBackArt, rSkin), loose: true},
		{name: "player_head_top", paint: body(headTopArt, rSkin), loose: true},
		{name: "player_leg", paint: body(legArt, rSkin), loose: true},
	}
	for i, shirt := range shirts {
		n := strconv.Itoa(i)
		rows = append(rows,
			row{name: "player_torso_" + n, paint: body(torsoArt, shirt), loose: true},
			row{name: "player_arm_" + n, paint: body(armArt, shirt), loose: true})
	}
	for i := range cracks {
		rows = append(rows, row{name: "crack_" + strconv.Itoa(i), paint: crack(i), alpha: 170, loose: true})
	}
	return rows
}
