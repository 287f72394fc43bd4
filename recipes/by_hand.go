package recipes

import (
	"strings"

	"voxtide/world"
)

// handRows returns what needs no station: what the first evening needs, and dyes.
func handRows() []Recipe {
	return append(rows(world.ClassPlain, `
		stick 4 = 2 #planks
		cord = 3 #fibre
		workbench = 4 #planks
		campfire = 2 #logs + 4 stick
		torch 4 = 1 #coal + 1 stick
		ladder 3 = 7 stick
		flint_knife = 1 flint + 1 stick
		flint_axe = 1 flint + 1 stick + 1 cord
		flint_pick = 2 flint + 1 stick + 1 cord
		flint_shovel = 1 flint + 2 stick + 1 cord
		bread = 3 wheat
		paper 3 = 3 reed
		book = 3 paper + 1 cord
		clay_ball 4 = 1 clay
		clay = 4 clay_ball
		sandstone = 4 sand
		red_sandstone = 4 red_sand
		hay = 9 wheat
		wheat 9 = 1 hay
		white_wool = 4 #fibre
		red_dye 2 = 1 red_flower
		yellow_dye 2 = 1 yellow_flower
		blue_dye 2 = 1 blue_flower
		white_dye 2 = 1 white_flower
		purple_dye = 2 berries
		black_dye = 1 #coal
		brown_dye = 1 mushroom
		green_dye = 1 cactus
		orange_dye 4 = 1 pumpkin
		orange_dye 2 = 1 red_dye + 1 yellow_dye
		lime_dye 2 = 1 green_dye + 1 white_dye
		cyan_dye 2 = 1 green_dye + 1 blue_dye
		light_blue_dye 2 = 1 blue_dye + 1 white_dye
		purple_dye 2 = 1 red_dye + 1 blue_dye
		magenta_dye 2 = 1 purple_dye + 1 pink_dye
		pink_dye 2 = 1 red_dye + 1 white_dye
		gray_dye 2 = 1 black_dye + 1 white_dye
		light_gray_dye 2 = 1 gray_dye + 1 white_dye
	`), woodRows()...)
}

// woodRows returns planks of each wood, by hand, and its log without bark.
func woodRows() (out []Recipe) {
	for _, planks := range groups["#planks"] {
		log := strings.TrimSuffix(planks.String(), "planks") + "log"
		stripped := strings.TrimSuffix(log, "log") + "stripped_log"
		if log == "log" {
			stripped = "oak_stripped_log"
		}
		out = append(out, Recipe{In: []Ingredient{{Items: named(log + " " + stripped), Count: 1}}, Out: world.Stack{Item: planks, Count: 4}},
			row(world.ClassPlain, stripped+" = 1 "+log))
	}
	return out
}
