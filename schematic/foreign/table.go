package foreign

import (
	"strings"

	"voxtide/world"
)

// same has the blocks that have another name in Minecraft and are the same there: ours, theirs. What is missing in a pair has the same name.
const same = `
grass grass_block, snow snow_block, log oak_log, planks oak_planks, leaves oak_leaves, plank_slab oak_slab, plank_stairs oak_stairs
pine_log spruce_log, pine_planks spruce_planks, pine_leaves spruce_leaves, pine_slab spruce_slab, pine_stairs spruce_stairs
kapok_log jungle_log, kapok_planks jungle_planks, kapok_leaves jungle_leaves, kapok_slab jungle_slab, kapok_stairs jungle_stairs
tall_grass short_grass, red_flower poppy, yellow_flower dandelion, blue_flower cornflower, white_flower oxeye_daisy, mushroom brown_mushroom
lamp sea_lantern, polished_stone smooth_stone, reed sugar_cane, berries_bush sweet_berry_bush, hay hay_block, moss moss_block
workbench crafting_table, bed red_bed, basalt smooth_basalt, stone_plate stone_pressure_plate
air, stone, cobblestone, stone_bricks, mossy_cobblestone, bedrock, dirt, sand, red_sand, gravel, clay, sandstone, ice, water, fern, glass, torch
ladder, bricks, coal_ore, iron_ore, gold_ore, copper_ore, obsidian, bookshelf, cactus, mossy_stone_bricks, cracked_stone_bricks, red_sandstone
cut_sandstone, cut_red_sandstone, granite, polished_granite, coal_block, iron_block, gold_block, copper_block, iron_bars, pumpkin, moss_carpet
lava, chest, barrel, furnace, campfire, anvil, lantern, lever, glass_pane, stone_button
birch_log, birch_planks, birch_leaves, birch_slab, birch_stairs, acacia_log, acacia_planks, acacia_leaves, acacia_slab, acacia_stairs
stone_slab, stone_stairs, cobblestone_slab, cobblestone_stairs, cobblestone_wall, mossy_cobblestone_slab, mossy_cobblestone_stairs
mossy_cobblestone_wall, sandstone_slab, sandstone_stairs, sandstone_wall, red_sandstone_slab, red_sandstone_stairs, red_sandstone_wall
cut_sandstone_slab, cut_red_sandstone_slab, granite_slab, granite_stairs, granite_wall, polished_granite_slab, polished_granite_stairs
stone_bricks_slab stone_brick_slab, stone_bricks_stairs stone_brick_stairs, stone_bricks_wall stone_brick_wall
mossy_stone_bricks_slab mossy_stone_brick_slab, mossy_stone_bricks_stairs mossy_stone_brick_stairs, mossy_stone_bricks_wall mossy_stone_brick_wall
bricks_slab brick_slab, bricks_stairs brick_stairs, bricks_wall brick_wall, polished_stone_slab smooth_stone_slab`

// later has names that other versions of Minecraft use, or blocks that differ in what does not show: ours, theirs. They are read and not written.
const later = `
air cave_air, air void_air, tall_grass grass, grass dirt_path, dirt coarse_dirt, dirt rooted_dirt, ice packed_ice, log oak_wood, birch_log birch_wood
pine_log spruce_wood, kapok_log jungle_wood, acacia_log acacia_wood, stone infested_stone, cobblestone infested_cobblestone, torch soul_torch
lamp glowstone, lamp redstone_lamp, chest trapped_chest, furnace blast_furnace, furnace smoker, lantern soul_lantern, campfire soul_campfire, anvil chipped_anvil
anvil damaged_anvil, water bubble_column, mushroom red_mushroom, white_flower azure_bluet, white_flower lily_of_the_valley, red_flower red_tulip
yellow_flower orange_tulip, white_flower white_tulip, blue_flower blue_orchid, red_flower allium, workbench fletching_table, workbench cartography_table
workbench smithing_table, stone_bricks chiseled_stone_bricks, sandstone smooth_sandstone, sandstone chiseled_sandstone, red_sandstone smooth_red_sandstone
fern large_fern, tall_grass tall_seagrass, tall_grass seagrass, glow_cap torchflower, pumpkin carved_pumpkin, pumpkin jack_o_lantern
air structure_void, air light, air moving_piston, air tripwire, air redstone_wire, air barrier, air snow, air scaffolding`

// woods are ours and Minecraft's.
var woods = [...][2]string{{"oak", "oak"}, {"birch", "birch"}, {"pine", "spruce"}, {"acacia", "acacia"}, {"kapok", "jungle"}}

var toMinecraft, fromMinecraft = func() (to map[string]string, from map[string]world.Kind) {
	to, from = map[string]string{}, map[string]world.Kind{}
	add := func(ours, theirs string, write bool) {
		k, known := world.KindNamed(ours)
		if !known {
			panic("foreign: there is no block " + ours)
		}
		if from[theirs] = k; write {
			to[ours] = theirs
		}
	}
	for i, list := range [...]string{same, later} {
		for part := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == '\n' }) {
			if words := strings.Fields(part); len(words) > 0 {
				add(words[0], words[len(words)-1], i == 0)
			}
		}
	}
	for _, w := range woods {
		add(w[0]+"_stripped_log", "stripped_"+w[1]+"_log", true)
		for _, p := range [...][2]string{{"fence", "fence"}, {"gate", "fence_gate"}, {"door", "door"}, {"trapdoor", "trapdoor"}, {"sign", "sign"}, {"button", "button"},
			{"plate", "pressure_plate"}, {"sapling", "sapling"}} {
			add(w[0]+"_"+p[0], w[1]+"_"+p[1], true)
		}
	}
	for _, c := range world.Colours {
		add(c+"_wool", c+"_wool", true)
		add(c+"_carpet", c+"_carpet", true)
		add(c+"_glass", c+"_stained_glass", true)
		add(c+"_glass_pane", c+"_stained_glass_pane", true)
		add(c+"_concrete", c+"_concrete", true)
		add(c+"_glazed", c+"_glazed_terracotta", true)
		if c != "red" {
			add("bed", c+"_bed", false)
		}
	}
	return to, from
}()
