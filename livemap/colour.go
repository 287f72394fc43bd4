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

// country is how a biome looks from far above: its tints, and the mean colour of what stands on its dry land.
type country struct {
	*climate
	mean rgb
}

// countries is a row for each biome. TestCountries compares the means with the land.
var countries = [worldgen.Biomes]country{
	worldgen.Ocean: {&lush, rgb{219, 201, 153}}, worldgen.DeepOcean: {&lush, rgb{219, 201, 153}}, worldgen.FrozenOcean: {&snow, rgb{126, 121, 122}}, worldgen.River: {&lush, rgb{192, 184, 134}},
	worldgen.Beach: {&lush, rgb{214, 198, 149}}, worldgen.Plains: {&lush, rgb{91, 149, 52}}, worldgen.Meadow: {&lush, rgb{95, 149, 54}}, worldgen.Forest: {&woods, rgb{58, 111, 39}},
	worldgen.BirchForest: {&autumn, rgb{95, 126, 44}}, worldgen.DarkForest: {&woods, rgb{47, 96, 32}}, worldgen.Swamp: {&swamp, rgb{73, 91, 40}}, worldgen.Taiga: {&cold, rgb{72, 109, 72}},
	worldgen.SnowyTaiga: {&snow, rgb{164, 177, 172}}, worldgen.Tundra: {&snow, rgb{237, 241, 243}}, worldgen.Jungle: {&jungle, rgb{41, 116, 28}}, worldgen.Savanna: {&dry, rgb{143, 145, 65}},
	worldgen.Desert: {&dry, rgb{215, 196, 146}}, worldgen.Badlands: {&red, rgb{189, 118, 71}}, worldgen.Mountains: {&cold, rgb{114, 124, 119}}, worldgen.Peaks: {&snow, rgb{233, 237, 240}},
}

// tinted returns the colour of a block under a tint.
func tinted(b world.Block, tint rgb) rgb {
	c := palette[b].colour
	for i := range c {
		c[i] = min(c[i]*tint[i]/216, 255) // brighter than in the game, where the sun shines on it
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
