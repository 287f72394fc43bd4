package livemap

import (
	"voxtide/render/textures"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// rgb is a colour, or a sum of some.
type rgb [3]int32

// blockColour is a block from above: its mean colour, and its opacity in 1/256.
type blockColour struct {
	colour  rgb
	opacity int32
}

// palette holds the colour of each block, before tinting.
var palette = makePalette()

func makePalette() (out [world.BlockCount]blockColour) {
	for b := range out {
		info := &world.Blocks[b]
		name := info.Faces[world.Up]
		t, ok := textures.Find(name)
		if !ok {
			continue
		}
		l := blockColour{opacity: 256}
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
			l.opacity = 80
		case world.ShapeTorch, world.ShapePost:
			l.opacity = 110
		case world.ShapeLadder:
			l.opacity = 50
		}
		if world.Block(b) == world.Glass {
			l.opacity = 90
		}
		out[b] = l
	}
	return out
}

// tintOf returns the tint of a biome, as in the game.
func tintOf(b worldgen.Biome, t world.Tint) rgb {
	c := b.Colours()[t]
	return rgb{int32(c[0]), int32(c[1]), int32(c[2])}
}

// biomeColours holds the colour of each biome from far above: the mean colour of its dry land. TestBiomeColours compares it
// with the land.
var biomeColours = [worldgen.Biomes]rgb{
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

// blend blends a colour over another; share is in 1/256.
func blend(below, above rgb, share int32) rgb {
	for i := range below {
		below[i] += (above[i] - below[i]) * share >> 8
	}
	return below
}

// scaleBrightness scales a colour; by is in 1/256.
func scaleBrightness(c rgb, by int32) rgb {
	for i := range c {
		c[i] = min(max(c[i]*by>>8, 0), 255)
	}
	return c
}

// underWater returns the colour of ground below water of a depth in blocks.
func underWater(ground, water rgb, depth int32) rgb {
	return scaleBrightness(blend(ground, water, min(150+depth*9, 248)), max(256-depth*5, 150))
}

// lightHeight is the height that is lit: that of the water, or of the opaque ground; plants have none.
func lightHeight(t *worldgen.SurfaceColumn) int32 {
	if t.Block == world.Water {
		return int32(t.Y)
	}
	return int32(t.Ground)
}

// brightness returns the brightness of a place, in 1/256: by its slope towards the light, and by its height above the sea, so
// that plateaus and valleys differ.
func brightness(slope, height int32) int32 {
	up := min(max(height-worldgen.SeaLevel, -8), 120)
	return 238 + min(max(slope, -8), 8)*10 + up/4
}
