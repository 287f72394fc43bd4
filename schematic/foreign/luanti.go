package foreign

import (
	"strings"

	"voxtide/world"
)

// sameLuanti has the nodes of Luanti's usual game that are blocks of ours: ours, theirs. A theirs without a colon is of "default".
const sameLuanti = `
air air, stone stone, cobblestone cobble, mossy_cobblestone mossycobble, stone_bricks stonebrick, dirt dirt, grass dirt_with_grass, sand sand
red_sand desert_sand, gravel gravel, clay clay, sandstone sandstone, snow snowblock, ice ice, water water_source, lava lava_source, log tree, planks wood
leaves leaves, pine_log pine_tree, pine_planks pine_wood, pine_leaves pine_needles, birch_log aspen_tree, birch_planks aspen_wood, birch_leaves aspen_leaves
acacia_log acacia_tree, acacia_planks acacia_wood, acacia_leaves acacia_leaves, kapok_log jungletree, kapok_planks junglewood, kapok_leaves jungleleaves
glass glass, bricks brick, coal_ore stone_with_coal, iron_ore stone_with_iron, gold_ore stone_with_gold, copper_ore stone_with_copper
tin_ore stone_with_tin, obsidian obsidian, bookshelf bookshelf, cactus cactus, reed papyrus, chest chest, furnace furnace, coal_block coalblock
iron_block steelblock, gold_block goldblock, copper_block copperblock, tin_block tinblock, lamp meselamp, red_flower flowers:rose, hay farming:straw
yellow_flower flowers:dandelion_yellow, white_flower flowers:dandelion_white, blue_flower flowers:geranium, mushroom flowers:mushroom_brown
oak_fence fence_wood, pine_fence fence_pine_wood, birch_fence fence_aspen_wood, acacia_fence fence_acacia_wood, kapok_fence fence_junglewood
cobblestone_wall walls:cobble, mossy_cobblestone_wall walls:mossycobble
plank_stairs stairs:stair_wood, pine_stairs stairs:stair_pine_wood, birch_stairs stairs:stair_aspen_wood, acacia_stairs stairs:stair_acacia_wood
kapok_stairs stairs:stair_junglewood, stone_stairs stairs:stair_stone, cobblestone_stairs stairs:stair_cobble, stone_bricks_stairs stairs:stair_stonebrick
mossy_cobblestone_stairs stairs:stair_mossycobble, sandstone_stairs stairs:stair_sandstone, bricks_stairs stairs:stair_brick
plank_slab stairs:slab_wood, pine_slab stairs:slab_pine_wood, birch_slab stairs:slab_aspen_wood, acacia_slab stairs:slab_acacia_wood
kapok_slab stairs:slab_junglewood, stone_slab stairs:slab_stone, cobblestone_slab stairs:slab_cobble, stone_bricks_slab stairs:slab_stonebrick
mossy_cobblestone_slab stairs:slab_mossycobble, sandstone_slab stairs:slab_sandstone, bricks_slab stairs:slab_brick, ladder ladder_wood, torch torch`

// readLuanti has names that are read and not written.
const readLuanti = `
water water_flowing, water river_water_source, water river_water_flowing, air lava_flowing, torch torch_wall, stone desert_stone, cobblestone desert_cobble
tall_grass grass_1, tall_grass grass_2, tall_grass grass_3, tall_grass grass_4, tall_grass grass_5, tall_grass dry_grass_1, tall_grass dry_grass_3
tall_grass junglegrass, grass dirt_with_dry_grass, grass dirt_with_rainforest_litter, grass dirt_with_coniferous_litter, snow dirt_with_snow
sand silver_sand, air snow, fern fern_1, fern fern_2, fern fern_3, oak_sapling sapling, glass_pane xpanes:pane, glass_pane xpanes:pane_flat
oak_door doors:door_wood_a, oak_door doors:door_wood_b, oak_door doors:door_wood_c, oak_door doors:door_wood_d, air doors:hidden, bed beds:bed_bottom, bed beds:bed_top
bed beds:fancy_bed_bottom, bed beds:fancy_bed_top, oak_sign sign_wall_wood, stone_bricks desert_stonebrick, chest chest_locked, furnace furnace_active`

// luantiColours are the colours of Luanti's wool, where they are not ours by name.
var luantiColours = map[string]string{"light_gray": "grey", "gray": "dark_grey", "green": "dark_green", "lime": "green", "purple": "violet"}

var toLuanti, fromLuanti = func() (to map[string]string, from map[string]world.Kind) {
	to, from = map[string]string{}, map[string]world.Kind{}
	add := func(ours, theirs string, write bool) {
		k, known := world.KindNamed(ours)
		if !known {
			panic("foreign: there is no block " + ours)
		}
		if theirs != "air" && !strings.Contains(theirs, ":") {
			theirs = "default:" + theirs
		}
		if from[theirs] = k; write {
			to[ours] = theirs
		}
	}
	for i, list := range [...]string{sameLuanti, readLuanti} {
		for part := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == '\n' }) {
			if words := strings.Fields(part); len(words) > 0 {
				add(words[0], words[len(words)-1], i == 0)
			}
		}
	}
	for _, c := range world.Colours {
		theirs := c
		if n, other := luantiColours[c]; other {
			theirs = n
		}
		if c != "light_blue" {
			add(c+"_wool", "wool:"+theirs, true)
		}
	}
	return to, from
}()

// Values of the param2 of nodes that face somewhere, by our facing (north, south, west, east): the direction itself, that of what stands upside down,
// and the wall at which something hangs, behind its facing.
var (
	facedir     = [4]uint8{0, 2, 3, 1}
	facedirDown = [4]uint8{20, 22, 21, 23}
	wallBehind  = [4]uint8{5, 4, 2, 3}
)

// Luanti returns the block of ours for a node of Luanti's.
func (t *Translator) Luanti(name string, param2 uint8) Found {
	if b, ok := ownNamed(name); ok {
		return Found{Block: b}
	}
	if k, known := fromLuanti[name]; known {
		return Found{Block: withParam2(k.Block(), name, param2)}
	}
	return t.replace(name, withParam2(nearest(luantiWords(name)), name, param2))
}

// luantiWords writes a node's name in the order of words of Minecraft's: "stairs:slab_desert_stone" as "desert_stone_slab".
func luantiWords(name string) string {
	_, bare, _ := strings.Cut(name, ":")
	for _, p := range [...][2]string{{"stair_inner_", "_stairs"}, {"stair_outer_", "_stairs"}, {"stair_", "_stairs"}, {"slab_", "_slab"}, {"fence_rail_", "_fence"}, {"fence_", "_fence"}, {"gate_", "_fence_gate"}, {"trapdoor_", "_trapdoor"}, {"door_", "_door"}} {
		if rest, cut := strings.CutPrefix(bare, p[0]); cut {
			for _, end := range [...]string{"_a", "_b", "_c", "_d", "_open", "_closed"} {
				rest = strings.TrimSuffix(rest, end)
			}
			return rest + p[1]
		}
	}
	if bare == "" {
		return name
	}
	return bare
}

// LuantiName returns the node and its param2 by which Luanti has a block of ours, or one in our own namespace where it has none that is read as the same.
func LuantiName(b world.Block) (name string, param2 uint8) {
	if name, known := toLuanti[b.Kind().String()]; known {
		param2 := param2Of(b)
		if k := fromLuanti[name]; withParam2(k.Block(), name, param2) == b {
			return name, param2
		}
	}
	return own + b.String(), 0
}

// withParam2 returns the state of a block that the param2 of a node describes.
func withParam2(b world.Block, name string, param2 uint8) world.Block {
	find := func(table [4]uint8, v uint8) (int, bool) {
		for i, x := range table {
			if x == v {
				return i, true
			}
		}
		return 0, false
	}
	switch b.Class() {
	case world.ClassStairs:
		if f, ok := find(facedirDown, param2); ok {
			return b.With(world.PropFacing, f).With(world.PropHalf, world.UpperHalf)
		}
		if f, ok := find(facedir, param2&3); ok && param2 < 4 {
			return b.With(world.PropFacing, f)
		}
	case world.ClassSlab:
		if param2 >= 20 && param2 < 24 {
			return b.With(world.PropHalf, world.UpperHalf)
		}
	case world.ClassPillar:
		switch {
		case param2 >= 12 && param2 < 20:
			return b.With(world.PropAxis, 1)
		case param2 >= 4 && param2 < 12:
			return b.With(world.PropAxis, 2)
		}
	case world.ClassTorch, world.ClassSign, world.ClassLadder:
		if f, ok := find(wallBehind, param2); ok {
			return b.With(world.PropFacing, f).With(world.PropWall, 1)
		}
	case world.ClassChest, world.ClassFurnace, world.ClassBarrel:
		f, _ := find(facedir, param2&3)
		return b.With(world.PropFacing, f^1)
	case world.ClassDoor:
		f, _ := find(facedir, param2&3)
		b = b.With(world.PropFacing, f)
		if strings.HasSuffix(name, "_b") || strings.HasSuffix(name, "_d") {
			b = b.With(world.PropHinge, 1)
		}
		if strings.HasSuffix(name, "_c") || strings.HasSuffix(name, "_d") {
			b = b.With(world.PropOpen, 1)
		}
	case world.ClassBed, world.ClassGate, world.ClassTrapdoor:
		f, _ := find(facedir, param2&3)
		b = b.With(world.PropFacing, f)
		if strings.HasSuffix(name, "_top") {
			b = b.With(world.PropHalf, world.UpperHalf)
		}
	}
	return b
}

// param2Of returns the param2 of a node that lies as a block of ours does.
func param2Of(b world.Block) uint8 {
	f := b.Get(world.PropFacing)
	switch b.Class() {
	case world.ClassStairs:
		if b.Get(world.PropHalf) == world.UpperHalf {
			return facedirDown[f]
		}
		return facedir[f]
	case world.ClassSlab:
		if b.Get(world.PropHalf) == world.UpperHalf {
			return 20
		}
	case world.ClassPillar:
		return [...]uint8{0, 12, 4}[b.Get(world.PropAxis)]
	case world.ClassTorch, world.ClassSign:
		if b.Get(world.PropWall) == 1 {
			return wallBehind[f]
		}
		return 1
	case world.ClassLadder:
		return wallBehind[f]
	case world.ClassChest, world.ClassFurnace, world.ClassBarrel:
		return facedir[f^1]
	}
	return 0
}
