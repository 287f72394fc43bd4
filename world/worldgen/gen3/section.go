package gen3

import (
	"math/bits"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// The deep rock is basalt, up to a ragged border; the lowest blocks are bedrock.
const (
	basaltTop  = world.MinY + 18
	basaltRag  = 5 // height by which the border varies, in blocks
	bedrockRag = 3 // the same for bedrock
)

// deepSection makes a section of only rock, ores and caves.
func (g *Generator) deepSection(t *tile, o world.Pos) *world.Section {
	g.cells = g.stone
	mixed := false
	if o.Y <= basaltTop+basaltRag {
		mixed = true
		g.layBedrock(t, o)
	}
	mixed = g.carveCaves(t, o) || mixed
	open := mixed
	mixed = g.placeOres(t, o) || mixed
	if open {
		g.decorate(t, o)
	}
	if !mixed {
		return g.rock.Clone()
	}
	return world.SectionOf(&g.cells)
}

// layBedrock puts basalt and bedrock into the cells.
func (g *Generator) layBedrock(t *tile, o world.Pos) {
	for i := range 256 {
		x, z := int64(t.x)*16+int64(i&15), int64(t.z)*16+int64(i>>4)
		h := noise.Hash2(g.seed^saltRock, x, z)
		basalt := basaltTop + int32(h%basaltRag) - o.Y
		bedrock := world.MinY + int32(h>>32%bedrockRag) - o.Y
		for y := int32(0); y < 16 && y <= basalt; y++ {
			b := world.Basalt
			if y <= bedrock {
				b = world.Bedrock
			}
			g.cells[i|int(y)<<8] = b
		}
	}
}

// surfaceSection makes a section that ground, water, plants or trees may reach.
func (g *Generator) surfaceSection(t *tile, o world.Pos) *world.Section {
	air := o.Y > t.high
	if air {
		clear(g.cells[:])
	} else {
		for i := range t.columns {
			g.fillColumn(&t.columns[i], o.Y, i)
		}
		if o.Y <= basaltTop+basaltRag {
			g.layBedrock(t, o)
		}
		g.carveCaves(t, o)
		g.placeOres(t, o)
		g.decorate(t, o)
		g.placePlants(t, o)
	}
	if trees := g.drawTrees(t, o); air && !trees {
		return world.NewSection(world.Air)
	}
	return world.SectionOf(&g.cells)
}

// fillColumn fills one column of the cells with ground and water.
func (g *Generator) fillColumn(c *column, y0 int32, i int) {
	for y := range int32(16) {
		b := world.Air
		switch down := c.below(y0 + y); {
		case down > int32(c.depth)+subDepth-1:
			b = world.Stone
		case down >= int32(c.depth):
			b = c.sub
		case down > 0:
			b = c.soil
		case down == 0:
			b = c.cover
		case y0+y == int32(c.water) && c.cold && c.fall == c.water:
			b = world.Ice
		case y0+y <= int32(c.water):
			b = world.Water
		case y0+y <= int32(c.fall):
			b = fallingWater
		}
		if b == world.Sandstone && c.biome == landscape.Badlands {
			b = strata[(y0+y)&15]
		}
		g.cells[i|int(y)<<8] = b
	}
}

// below returns how many solid blocks are above a cell that is solid, up to the next that is not; -1 if it is not solid itself.
func (c *column) below(y int32) int32 {
	if !c.cliff {
		return max(int32(c.top)-y, -1)
	}
	k := y - int32(c.rockLow)
	switch {
	case k > 63 || k >= 0 && c.rock>>k&1 == 0:
		return -1
	case k < 0:
		return 64
	}
	return int32(bits.TrailingZeros64(^(c.rock >> k >> 1)))
}

// fallingWater is what a fall is made of.
var fallingWater = world.Water.With(world.PropLevel, world.LevelFalling)

// strata are the layers of the badlands' cliffs, from below.
var strata = [16]world.Block{
	world.Sandstone, world.Sandstone, world.Sandstone, world.Dirt, world.Sandstone, world.Sandstone, world.Clay,
	world.Sandstone, world.Sandstone, world.Sandstone, world.Dirt, world.Dirt, world.Sandstone, world.Sandstone,
	world.Sandstone, world.Clay,
}

// placePlants puts the plants on the ground that the caves left.
func (g *Generator) placePlants(t *tile, o world.Pos) {
	for i := range t.columns {
		c := &t.columns[i]
		y := int32(c.top) + 1 - o.Y
		if c.plant == world.Air || y < 0 || y > 15 {
			continue
		}
		if y == 0 && c.ceiling >= c.top && g.isCave(t.x<<4|int32(i&15), int32(c.top), t.z<<4|int32(i>>4)) {
			continue
		}
		if y > 0 && g.cells[i|int(y-1)<<8] != c.cover {
			continue
		}
		g.cells[i|int(y)<<8] = c.plant
	}
}
