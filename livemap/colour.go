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

// tintOf is the colour by which a biome tints its blocks: that of the game.
func tintOf(b worldgen.Biome, t world.Tint) rgb {
	c := b.Colours()[t]
	return rgb{int32(c[0]), int32(c[1]), int32(c[2])}
}

// means is how a biome looks from far above: the mean colour of what stands on its dry land. TestMeans compares it with
// the land.
var means = [worldgen.Biomes]rgb{
	worldgen.Ocean: {219, 201, 153}, worldgen.DeepOcean: {219, 201, 153}, worldgen.FrozenOcean: {126, 121, 122}, worldgen.River: {192, 184, 134},
	worldgen.Beach: {214, 198, 149}, worldgen.Plains: {91, 149, 52}, worldgen.Meadow: {95, 149, 54}, worldgen.Forest: {58, 111, 39},
	worldgen.BirchForest: {95, 126, 44}, worldgen.DarkForest: {47, 96, 32}, worldgen.Swamp: {73, 91, 40}, worldgen.Taiga: {72, 109, 72},
	worldgen.SnowyTaiga: {164, 177, 172}, worldgen.Tundra: {237, 241, 243}, worldgen.Jungle: {41, 116, 28}, worldgen.Savanna: {143, 145, 65},
	worldgen.Desert: {215, 196, 146}, worldgen.Badlands: {189, 118, 71}, worldgen.Mountains: {114, 124, 119}, worldgen.Peaks: {233, 237, 240},
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
