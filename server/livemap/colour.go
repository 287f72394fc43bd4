package livemap

import (
	"sync"

	"voxtide/render/textures"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// rgb is a colour, or a sum of some.
type rgb [3]int32

// blockColour is a block from above: its mean colour, and its opacity in 1/256.
type blockColour struct {
	colour  rgb
	opacity int32
}

// palette returns the colour of each block, before tinting. It is found when a map is first asked for: textures are painted for it, and no program is to wait for that when it starts.
var palette = sync.OnceValue(func() *[world.BlockCount]blockColour {
	out := &[world.BlockCount]blockColour{}
	for b := range out {
		info := &world.Blocks[b]
		mean, ok := textureMean(info.Faces[world.Up])
		if !ok {
			continue
		}
		l := blockColour{colour: mean, opacity: 256}
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
})

// textureMean returns the mean colour of a texture, false if there is none of that name.
func textureMean(name string) (rgb, bool) {
	t, ok := textures.Find(name)
	if !ok {
		return rgb{}, false
	}
	return t.Mean(), true
}

// tintOf returns the tint of a biome, as in the game.
func tintOf(b landscape.Biome, t world.Tint) rgb {
	c := b.Colours()[t]
	return rgb{int32(c[0]), int32(c[1]), int32(c[2])}
}

// biomeColours holds the colour of each biome from far above: the mean colour of its dry land. TestBiomeColours compares it
// with the land.
var biomeColours = [landscape.Biomes]rgb{
	landscape.Ocean: {219, 201, 153}, landscape.DeepOcean: {219, 201, 153}, landscape.FrozenOcean: {126, 121, 122}, landscape.River: {192, 184, 134},
	landscape.Beach: {214, 198, 149}, landscape.Plains: {91, 149, 52}, landscape.Meadow: {95, 149, 54}, landscape.Forest: {58, 111, 39},
	landscape.BirchForest: {95, 126, 44}, landscape.DarkForest: {47, 96, 32}, landscape.Swamp: {73, 91, 40}, landscape.Taiga: {72, 109, 72},
	landscape.SnowyTaiga: {164, 177, 172}, landscape.Tundra: {237, 241, 243}, landscape.Jungle: {41, 116, 28}, landscape.Savanna: {143, 145, 65},
	landscape.Desert: {215, 196, 146}, landscape.Badlands: {189, 118, 71}, landscape.Mountains: {114, 124, 119}, landscape.Peaks: {233, 237, 240},
}

// tinted returns the colour of a block under a tint.
func tinted(b world.Block, tint rgb) rgb { return tintedColour(palette()[b].colour, tint) }

// tintedColour returns a colour under a tint.
func tintedColour(c, tint rgb) rgb {
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
func lightHeight(t *landscape.SurfaceColumn) int32 {
	if t.Block == world.Water {
		return int32(t.Y)
	}
	return int32(t.Ground)
}

// brightness returns the brightness of a place, in 1/256: by its slope towards the light, and by its height above the sea, so
// that plateaus and valleys differ.
func brightness(slope, height int32) int32 {
	up := min(max(height-landscape.SeaLevel, -8), 120)
	return 238 + min(max(slope, -8), 8)*10 + up/4
}
