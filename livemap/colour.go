package livemap

import (
	"voxtide/textures"
	"voxtide/world"
	"voxtide/worldgen"
)

// rgb is a colour, or a sum of some.
type rgb [3]int32

// looks is a block from above: its mean colour and how much of what is below it covers, in 1/256.
type looks struct {
	colour rgb
	cover  int32
}

// palette is how each block looks, before it is tinted.
var palette = makePalette()

func makePalette() (out [world.BlockCount]looks) {
	for b := range out {
		info := &world.Blocks[b]
		name := info.Faces[world.Up]
		t, ok := textures.Find(name)
		if !ok {
			continue
		}
		l := looks{cover: 256}
		var sum rgb
		n := int32(0)
		for _, p := range t.Layers[0] {
			if p.A >= 128 || t.Translucent {
				sum = rgb{sum[0] + int32(p.R), sum[1] + int32(p.G), sum[2] + int32(p.B)}
				n++
			}
		}
		for i := range sum {
			l.colour[i] = sum[i] / max(n, 1)
		}
		switch world.Block(b).Shape() {
		case world.ShapeCross:
			l.cover = 80
		case world.ShapeTorch, world.ShapePost:
			l.cover = 110
		case world.ShapeLadder:
			l.cover = 50
		}
		if world.Block(b) == world.Glass {
			l.cover = 90
		}
		out[b] = l
	}
	return out
}

// climate is the tints of a biome: of grass, of leaves and of water. They are those of the game.
type climate [world.TintCount]rgb

var (
	lush   = climate{world.TintGrass: {110, 178, 66}, world.TintLeaves: {82, 150, 52}, world.TintWater: {60, 120, 216}}
	woods  = climate{world.TintGrass: {88, 160, 62}, world.TintLeaves: {66, 132, 46}, world.TintWater: {58, 114, 206}}
	jungle = climate{world.TintGrass: {72, 176, 48}, world.TintLeaves: {48, 148, 36}, world.TintWater: {48, 138, 196}}
	cold   = climate{world.TintGrass: {112, 160, 110}, world.TintLeaves: {84, 130, 88}, world.TintWater: {54, 96, 190}}
	snow   = climate{world.TintGrass: {132, 164, 136}, world.TintLeaves: {98, 138, 106}, world.TintWater: {52, 84, 178}}
	dry    = climate{world.TintGrass: {178, 176, 82}, world.TintLeaves: {148, 154, 66}, world.TintWater: {66, 138, 206}}
	red    = climate{world.TintGrass: {168, 148, 74}, world.TintLeaves: {146, 138, 62}, world.TintWater: {84, 134, 186}}
	swamp  = climate{world.TintGrass: {98, 116, 56}, world.TintLeaves: {84, 108, 52}, world.TintWater: {84, 112, 92}}
	autumn = climate{world.TintGrass: {132, 164, 64}, world.TintLeaves: {112, 150, 60}, world.TintWater: {60, 118, 208}}
)

// country is how a biome looks from far above: its tints, and how much of it trees cover, in 1/256, with which leaves.
type country struct {
	*climate
	trees  int32
	leaves world.Block
}

// countries is a row for each biome. TestCountries compares the trees with the land.
var countries = [worldgen.Biomes]country{
	worldgen.Ocean: {&lush, 0, 0}, worldgen.DeepOcean: {&lush, 0, 0}, worldgen.FrozenOcean: {&snow, 0, 0},
	worldgen.River: {&lush, 0, 0}, worldgen.Beach: {&lush, 0, 0}, worldgen.Plains: {&lush, 0, world.Leaves},
	worldgen.Meadow: {&lush, 0, world.BirchLeaves}, worldgen.Forest: {&woods, 0, world.Leaves},
	worldgen.BirchForest: {&autumn, 0, world.BirchLeaves}, worldgen.DarkForest: {&woods, 0, world.Leaves},
	worldgen.Swamp: {&swamp, 0, world.Leaves}, worldgen.Taiga: {&cold, 0, world.PineLeaves},
	worldgen.SnowyTaiga: {&snow, 0, world.PineLeaves}, worldgen.Tundra: {&snow, 0, world.PineLeaves},
	worldgen.Jungle: {&jungle, 0, world.Leaves}, worldgen.Savanna: {&dry, 0, world.Leaves},
	worldgen.Desert: {&dry, 0, world.Cactus}, worldgen.Badlands: {&red, 0, world.Cactus},
	worldgen.Mountains: {&cold, 0, world.PineLeaves}, worldgen.Peaks: {&snow, 0, 0},
}

// tinted returns the colour of a block under a tint.
func tinted(b world.Block, tint rgb) rgb {
	c := palette[b].colour
	for i := range c {
		c[i] = c[i] * tint[i] / 255
	}
	return c
}

// over lays a colour over another; share is in 1/256.
func over(below, above rgb, share int32) rgb {
	for i := range below {
		below[i] += (above[i] - below[i]) * share >> 8
	}
	return below
}

// lit makes a colour brighter or darker; by is in 1/256.
func lit(c rgb, by int32) rgb {
	for i := range c {
		c[i] = min(max(c[i]*by>>8, 0), 255)
	}
	return c
}

// flooded lays water of a depth, in blocks, over a ground.
func flooded(ground, water rgb, depth int32) rgb {
	return lit(over(ground, water, min(150+depth*9, 248)), max(256-depth*5, 150))
}
