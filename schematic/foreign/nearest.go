package foreign

import (
	"slices"
	"strings"
	"sync"

	"voxtide/render/textures"
	"voxtide/world"
)

// shapes are what the end of a name says of a block's shape, the longest first, and the class of ours that has it.
var shapes = []struct {
	end   string
	class world.Class
}{
	{"_fence_gate", world.ClassGate}, {"_pressure_plate", world.ClassPlate}, {"_trapdoor", world.ClassTrapdoor}, {"_stairs", world.ClassStairs},
	{"_carpet", world.ClassCarpet}, {"_button", world.ClassButton}, {"_leaves", world.ClassLeaves}, {"_needles", world.ClassLeaves}, {"_fence", world.ClassFence},
	{"_door", world.ClassDoor}, {"_slab", world.ClassSlab}, {"_wall", world.ClassWall}, {"_pane", world.ClassPane}, {"_bars", world.ClassPane},
	{"_wall_sign", world.ClassSign}, {"_sign", world.ClassSign}, {"_log", world.ClassPillar}, {"_wood", world.ClassPillar}, {"_stem", world.ClassPillar},
	{"_hyphae", world.ClassPillar}, {"_tree", world.ClassPillar}, {"_lantern", world.ClassLantern}, {"_torch", world.ClassTorch}, {"_chest", world.ClassChest},
	{"_shulker_box", world.ClassChest}, {"shulker_box", world.ClassChest}, {"_sapling", world.ClassPlant}, {"_tulip", world.ClassPlant}, {"_flower", world.ClassPlant},
	{"_roots", world.ClassPlant}, {"_fungus", world.ClassPlant}, {"_bush", world.ClassPlant}, {"_mushroom", world.ClassPlant}, {"_coral", world.ClassPlant},
	{"_plant", world.ClassPlant}, {"_crop", world.ClassPlant}, {"lilac", world.ClassPlant}, {"peony", world.ClassPlant}, {"sunflower", world.ClassPlant},
	{"wheat", world.ClassPlant}, {"carrots", world.ClassPlant}, {"potatoes", world.ClassPlant}, {"beetroots", world.ClassPlant}, {"vine", world.ClassPlant}, {"vines", world.ClassPlant},
}

// nothing has the ends of names of what is left out: it hangs, lies or turns, and another block in its place would be in the way.
var nothing = []string{"_rail", "rail", "_banner", "_head", "_skull", "_candle", "candle", "_fan", "repeater", "comparator", "tripwire_hook", "lily_pad", "chain", "end_rod",
	"lightning_rod", "flower_pot", "cobweb", "glow_lichen", "sculk_vein", "pointed_dripstone", "fire", "soul_fire", "nether_portal", "end_portal", "kelp", "bell", "string",
	"ignore", "hidden", "turtle_egg", "frogspawn", "item_frame", "painting"}

// materials are the words of names by which blocks have their colour; the last that a name has counts. The colours are what the eye makes of such a thing, in
// red, green and blue.
var materials = map[string][3]int32{
	"stone": {125, 125, 125}, "andesite": {136, 136, 137}, "diorite": {188, 188, 189}, "granite": {149, 103, 86}, "deepslate": {80, 80, 83}, "tuff": {108, 109, 103}, "calcite": {223, 224, 220},
	"dripstone": {134, 108, 93}, "blackstone": {42, 36, 41}, "basalt": {80, 81, 86}, "quartz": {235, 229, 222}, "prismarine": {99, 156, 151}, "purpur": {170, 126, 170},
	"end": {219, 222, 158}, "netherrack": {98, 38, 38}, "nether": {44, 22, 26}, "soul": {81, 62, 51}, "magma": {142, 63, 31}, "glowstone": {172, 131, 84}, "shroomlight": {240, 147, 71},
	"sponge": {196, 192, 74}, "sand": {219, 207, 163}, "sandstone": {216, 203, 155}, "gravel": {132, 127, 127}, "clay": {161, 166, 179}, "mud": {60, 57, 61}, "packed": {142, 107, 79},
	"dirt": {134, 96, 67}, "podzol": {92, 63, 24}, "mycelium": {111, 99, 101}, "farmland": {110, 75, 45}, "grass": {120, 160, 80}, "moss": {89, 110, 45}, "snow": {249, 254, 254},
	"powder": {249, 254, 254}, "ice": {146, 183, 253}, "blue_ice": {116, 168, 253}, "oak": {162, 131, 79}, "dark_oak": {67, 43, 20}, "spruce": {115, 85, 49}, "birch": {192, 175, 121},
	"jungle": {160, 115, 81}, "acacia": {168, 90, 50}, "mangrove": {118, 54, 49}, "cherry": {227, 179, 173}, "bamboo": {193, 173, 80}, "crimson": {101, 49, 71}, "warped": {43, 105, 99},
	"pale": {228, 218, 216}, "pine": {115, 85, 49}, "aspen": {192, 175, 121}, "wood": {162, 131, 79}, "log": {109, 85, 51}, "planks": {162, 131, 79}, "leaves": {70, 120, 40}, "azalea": {90, 115, 45},
	"coal": {40, 40, 42}, "iron": {220, 220, 220}, "gold": {246, 208, 62}, "diamond": {98, 237, 228}, "emerald": {42, 203, 88}, "lapis": {31, 67, 140}, "redstone": {175, 24, 5},
	"copper": {192, 107, 80}, "exposed": {161, 126, 104}, "weathered": {108, 153, 110}, "oxidized": {82, 163, 133}, "netherite": {67, 61, 64}, "amethyst": {134, 98, 191}, "raw": {166, 136, 107},
	"steel": {200, 200, 200}, "tin": {180, 185, 190}, "bronze": {186, 111, 15}, "mese": {220, 220, 20}, "obsidian": {15, 11, 25}, "crying": {33, 10, 60}, "brick": {151, 98, 83}, "bricks": {151, 98, 83},
	"terracotta": {152, 94, 68}, "concrete": {125, 125, 125}, "wool": {233, 236, 236}, "glass": {200, 220, 230}, "hay": {166, 139, 12}, "straw": {166, 139, 12}, "melon": {111, 145, 30},
	"pumpkin": {198, 119, 24}, "honey": {251, 185, 52}, "honeycomb": {229, 148, 29}, "slime": {112, 192, 91}, "bone": {229, 226, 207}, "kelp": {38, 49, 29}, "coral": {180, 60, 120},
	"tube": {49, 87, 207}, "brain": {207, 91, 159}, "bubble": {165, 26, 162}, "horn": {216, 200, 66}, "nylium": {130, 31, 31}, "wart": {114, 3, 2}, "sculk": {13, 30, 36}, "ochre": {250, 245, 206},
	"verdant": {229, 244, 228}, "pearlescent": {245, 240, 239}, "froglight": {245, 242, 220}, "tnt": {220, 60, 40}, "desert": {200, 120, 60}, "cobble": {120, 120, 120}, "silver": {200, 200, 205},
	"white": {233, 236, 236}, "light_gray": {142, 142, 135}, "gray": {63, 68, 72}, "grey": {140, 140, 140}, "dark_grey": {63, 68, 72}, "black": {21, 21, 26}, "brown": {114, 72, 41},
	"red": {161, 39, 35}, "orange": {241, 118, 20}, "yellow": {249, 198, 40}, "lime": {112, 185, 26}, "green": {85, 110, 28}, "dark_green": {50, 85, 20}, "cyan": {21, 138, 145},
	"light_blue": {58, 175, 217}, "blue": {53, 57, 157}, "purple": {122, 42, 173}, "violet": {122, 42, 173}, "magenta": {190, 69, 180}, "pink": {238, 141, 172}, "red_sandstone": {186, 99, 29},
	"red_sand": {190, 103, 33}, "lilac": {200, 150, 200}, "peony": {235, 180, 220}, "sunflower": {246, 196, 30}, "wheat": {200, 180, 80}, "vine": {70, 120, 40}, "machine": {140, 140, 140},
	"marble": {230, 230, 226}, "slate": {70, 75, 80}, "limestone": {200, 190, 160}, "spawner": {36, 46, 62}, "furnace": {110, 110, 110}, "beacon": {118, 221, 215}, "target": {226, 170, 158},
}

// grayUnknown is the colour of a name without any word that is known.
var grayUnknown = [3]int32{125, 125, 125}

// candidates are our blocks by class with their colours, made from the textures when they are first asked for.
var candidates = sync.OnceValue(func() map[world.Class][]candidate {
	out := map[world.Class][]candidate{}
	for i := range world.Kinds {
		k := &world.Kinds[i]
		b := world.Kind(i).Block()
		falls, glows := world.Blocks[b].Falls, k.Light > 0
		if k.Group == world.GroupNone || b == world.Air || falls || glows && k.Class == world.ClassPlain || b.BoxSlots() > 0 && k.Class == world.ClassPlain {
			continue
		}
		if k.Class == world.ClassPlain && (!world.Blocks[b].Opaque || !b.Full() || strings.HasSuffix(k.Name, "_ore") || k.Hardness < 0) {
			continue
		}
		if c, ok := colourOf(b); ok {
			out[k.Class] = append(out[k.Class], candidate{b, c})
		}
	}
	return out
})

type candidate struct {
	block  world.Block
	colour [3]int32
}

// colourOf returns the mean colour of the side of a block; false for one without a texture.
func colourOf(b world.Block) (c [3]int32, ok bool) {
	t, ok := textures.Find(world.Blocks[b].Faces[world.North])
	if !ok {
		return c, false
	}
	n := int32(0)
	for _, p := range t.Layers[0] {
		if p.A >= 128 || t.Translucent {
			c[0], c[1], c[2], n = c[0]+int32(p.R), c[1]+int32(p.G), c[2]+int32(p.B), n+1
		}
	}
	if n == 0 {
		return c, false
	}
	tint := [world.TintCount][3]int32{{255, 255, 255}, {120, 180, 70}, {80, 150, 50}, {60, 90, 220}}[world.Blocks[b].Tint]
	for i := range c {
		c[i] = c[i] / n * tint[i] / 255
	}
	return c, true
}

// nearest returns the block of ours that has the shape that a foreign name speaks of, and the nearest colour.
func nearest(name string) world.Block {
	if i := strings.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	if k, known := fromMinecraft[name]; known {
		return k.Block()
	}
	for _, end := range nothing {
		if name == end || strings.HasPrefix(end, "_") && strings.HasSuffix(name, end) {
			return world.Air
		}
	}
	class, rest := world.ClassPlain, name
	for _, s := range shapes {
		if cut, ok := strings.CutSuffix(name, s.end); ok {
			class, rest = s.class, cut
			break
		}
	}
	want, known := materialColour(rest)
	if !known && class == world.ClassPlain {
		return world.Stone
	}
	if class == world.ClassLeaves || class == world.ClassPillar && rest == "" {
		want, _ = materialColour(name)
	}
	best, least := world.Block(world.Stone), int64(1)<<62
	for _, c := range candidates()[class] {
		if d := colourDistance(c.colour, want); d < least {
			best, least = c.block, d
		}
	}
	return best
}

// materialColour returns the colour of what a name speaks of: of two words before one, and the later before the earlier; false if no word is known.
func materialColour(name string) (colour [3]int32, known bool) {
	parts := strings.Split(name, "_")
	for _, wide := range [...]int{2, 1} {
		for i := len(parts) - wide; i >= 0; i-- {
			if c, known := materials[strings.Join(parts[i:i+wide], "_")]; known && !(wide == 1 && i > 0 && slices.Contains(general, parts[i])) {
				return c, true
			}
		}
	}
	for i := len(parts) - 1; i >= 0; i-- {
		if c, known := materials[parts[i]]; known {
			return c, true
		}
	}
	return grayUnknown, false
}

// general are materials that a colour or a kind before them tells more of: "red concrete", "crimson planks".
var general = []string{"stone", "concrete", "terracotta", "wool", "glass", "planks", "brick", "bricks", "wood", "log", "leaves", "powder", "coral", "sand", "nylium", "wart", "froglight", "ice"}

// colourDistance is how different two colours look: the square of a distance in which green counts most, and red the more the redder both are.
func colourDistance(a, b [3]int32) int64 {
	mean := int64(a[0]+b[0]) / 2
	r, g, bl := int64(a[0]-b[0]), int64(a[1]-b[1]), int64(a[2]-b[2])
	return (512+mean)*r*r + 1024*g*g + (767-mean)*bl*bl
}
