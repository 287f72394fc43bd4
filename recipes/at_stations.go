package recipes

import (
	"strings"

	"voxtide/world"
)

// stationRows returns single things that are made at a workbench or an anvil.
func stationRows() []Recipe {
	return append(rows(world.ClassWorkbench, `
		chest = 8 #planks
		barrel = 7 #planks + 1 cord
		furnace = 8 #cobble
		kiln = 6 clay
		bookshelf = 6 #planks + 3 book
		lantern = 1 #metal + 1 #coal
		lamp = 4 glass + 1 #glow
		lever = 1 stick + 1 cobblestone
		iron_bars 16 = 6 iron_ingot
		bucket = 3 copper_ingot
		shears = 2 iron_ingot
		anvil = 8 iron_ingot
		bed = 3 #wool + 3 #planks
		bricks = 4 brick
		moss = 4 tall_grass
	`), rows(world.ClassAnvil, `
		bronze_ingot 4 = 3 copper_ingot + 1 tin_ingot
		tideglass = 1 gold_ingot + 1 obsidian + 2 glass
	`)...)
}

// metalRows returns blocks of nine or four, and what is taken from them again.
func metalRows() (out []Recipe) {
	for _, of := range []string{"9 copper_ingot", "9 tin_ingot", "9 iron_ingot", "9 gold_ingot", "9 coal", "4 tideglass"} {
		count, name, _ := strings.Cut(of, " ")
		block := strings.TrimSuffix(name, "_ingot") + "_block"
		out = append(out, row(world.ClassWorkbench, block+" = "+of), row(world.ClassWorkbench, name+" "+count+" = 1 "+block))
	}
	return out
}

// toolRows returns the tools of metal and tideglass; those of flint are made by hand.
func toolRows() (out []Recipe) {
	for _, tier := range []struct {
		name, of string
		at       world.Class
	}{{"copper", "copper_ingot", world.ClassWorkbench}, {"iron", "iron_ingot", world.ClassWorkbench}, {"tideglass", "tideglass", world.ClassAnvil}} {
		for _, tool := range []string{"_pick = 3 MAT + 2 stick", "_axe = 3 MAT + 2 stick", "_shovel = 1 MAT + 2 stick", "_knife = 1 MAT + 1 stick"} {
			out = append(out, row(tier.at, tier.name+strings.Replace(tool, "MAT", tier.of, 1)))
		}
	}
	return out
}

// stoneRows returns stones made of stones.
func stoneRows() []Recipe {
	out := rows(world.ClassWorkbench, `
		stone_bricks 4 = 4 stone
		polished_stone 4 = 4 stone
		mossy_cobblestone = 1 cobblestone + 1 moss
		mossy_stone_bricks = 1 stone_bricks + 1 moss
		cut_sandstone 4 = 4 sandstone
		cut_red_sandstone 4 = 4 red_sandstone
	`)
	for _, s := range []string{"basalt", "marble", "slate", "limestone", "granite"} {
		out = append(out, row(world.ClassWorkbench, "polished_"+s+" 4 = 4 "+s), row(world.ClassWorkbench, s+"_bricks 4 = 4 polished_"+s),
			row(world.ClassWorkbench, s+"_tiles 4 = 4 "+s+"_bricks"))
	}
	return out
}

// cutRows returns what the blocks of a family are cut into, by class.
func cutRows() (out []Recipe) {
	for k := range world.Kinds {
		i := &world.Kinds[k]
		cut, is := cuts[i.Class]
		of := strings.TrimSuffix(i.Name, cut.suffix)
		if !is || of == i.Name {
			continue
		}
		out = append(out, row(cut.at, i.Name+strings.Replace(cut.row, "MAT", material(of), 1)))
	}
	return out
}

// cuts has a row for each class whose kinds are named for what they are made of.
var cuts = map[world.Class]struct {
	suffix, row string
	at          world.Class
}{
	world.ClassSlab:     {"_slab", " 6 = 3 MAT", world.ClassWorkbench},
	world.ClassStairs:   {"_stairs", " 4 = 3 MAT", world.ClassWorkbench},
	world.ClassWall:     {"_wall", " 6 = 6 MAT", world.ClassWorkbench},
	world.ClassFence:    {"_fence", " 3 = 4 MAT + 2 stick", world.ClassWorkbench},
	world.ClassGate:     {"_gate", " = 2 MAT + 4 stick", world.ClassWorkbench},
	world.ClassDoor:     {"_door", " 2 = 6 MAT", world.ClassWorkbench},
	world.ClassTrapdoor: {"_trapdoor", " 2 = 6 MAT", world.ClassWorkbench},
	world.ClassSign:     {"_sign", " 3 = 6 MAT + 1 stick", world.ClassWorkbench},
	world.ClassPane:     {"_pane", " 16 = 6 MAT", world.ClassWorkbench},
	world.ClassButton:   {"_button", " = 1 MAT", world.ClassPlain},
	world.ClassPlate:    {"_plate", " = 2 MAT", world.ClassPlain},
	world.ClassCarpet:   {"_carpet", " 3 = 2 MAT", world.ClassPlain},
}

// material returns the block that a family is made of, by the beginning of the family's names.
func material(of string) string {
	if of == "plank" || of == "oak" {
		return "planks"
	}
	for _, name := range []string{of, of + "_planks", of + "_wool"} {
		if k, known := world.KindNamed(name); known && k.Info().Class != world.ClassPlant {
			return name
		}
	}
	panic("recipes: nothing that " + of + " is made of")
}

// colourRows returns what is dyed: four or eight with one dye.
func colourRows() (out []Recipe) {
	for _, c := range world.Colours {
		out = append(out, rows(world.ClassPlain, strings.ReplaceAll(`
			COL_wool 4 = 4 #wool + 1 COL_dye
			COL_glass 8 = 8 glass + 1 COL_dye
			COL_concrete 8 = 4 #sand + 4 gravel + 1 COL_dye
		`, "COL", c))...)
	}
	return out
}
