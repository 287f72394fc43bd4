package gen2

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// Surface returns the columns of a column of sections, by x + 16*z, as Section makes them, except that bare ores and
// marble show as the stone around them. It costs a small part of making the sections.
func (g *Generator) Surface(x, z int32, dst *[256]landscape.SurfaceColumn) {
	t := g.tile(x, z)
	low, crown := int32(landTop), t.high
	for i := range int32(9) {
		crown = max(crown, g.tile(x+i%3-1, z+i/3-1).crown)
	}
	for i := range dst {
		c, d := &t.columns[i], &dst[i]
		*d = landscape.SurfaceColumn{Ground: c.top, Cover: c.cover, Biome: c.biome}
		if c.ceiling >= c.top {
			g.open(d, c, x<<4|int32(i&15), z<<4|int32(i>>4))
		}
		low = min(low, int32(d.Ground))
	}
	left := len(dst)
	for y := crown >> 4; y >= low>>4 && left > 0; y-- {
		left -= g.topBlocksOf(t, dst, world.SectionPos{X: x, Y: y, Z: z}.Origin())
	}
}

// open lowers the ground of a column to the floor of the cave that opens there.
func (g *Generator) open(d *landscape.SurfaceColumn, c *column, x, z int32) {
	for y := int32(c.top); y <= int32(c.ceiling) && g.isCave(x, y, z); y-- {
		d.Ground = int16(y - 1)
	}
	switch down := int32(c.top - d.Ground); {
	case down == 0:
	case down < int32(c.depth):
		d.Cover = c.soil
	case down < int32(c.depth)+subDepth:
		d.Cover = c.sub
	default:
		d.Cover = world.Stone
	}
	if d.Cover == world.Sandstone && c.biome == landscape.Badlands {
		d.Cover = strata[d.Ground&15]
	}
}

// topBlocksOf finds the highest blocks in a section, for columns that have none yet. It returns for how many.
func (g *Generator) topBlocksOf(t *tile, dst *[256]landscape.SurfaceColumn, o world.Pos) (found int) {
	for i := range dst {
		c, d := &t.columns[i], &dst[i]
		g.fillColumn(c, o.Y, i)
		for y := int32(d.Ground) + 1; y <= int32(c.top); y++ { // cells that the cave opened
			if k := y - o.Y; k >= 0 && k < 16 {
				g.cells[i|int(k)<<8] = world.Air
			}
		}
		if k := int32(c.top) + 1 - o.Y; d.Ground == c.top && c.plant != world.Air && k >= 0 && k < 16 {
			g.cells[i|int(k)<<8] = c.plant
		}
	}
	g.drawTrees(t, o)
	for i := range dst {
		for k := 15; k >= 0 && dst[i].Block == world.Air; k-- {
			if b := g.cells[i|k<<8]; b != world.Air {
				dst[i].Y, dst[i].Block = int16(o.Y+int32(k)), b
				found++
			}
		}
	}
	return found
}

// DistantSurface returns the ground and the water at a place from the broad features alone, for maps at far zoom: no
// trees, plants or caves, and the cover that the biome has on level ground. At multiples of 4 ground and biome are
// exact; between them they are close. It caches nothing, so distant jumps cost no more than near ones.
func (g *Generator) DistantSurface(x, z int32) (d landscape.SurfaceColumn) {
	b := g.fields.landformAt(int64(x), int64(z))
	fine := min(b.carveRivers(g.fields.rough.At(int64(x), int64(z))), (landTop-treeHigh-40)*block)
	up := fine >> 8
	p := site{
		height: up, coast: b.coast, river: noise.Magnitude(b.river), wet: b.wet, humidity: b.humidity,
		temperature: b.temperature - max(up-12, 0)*14,
	}
	d.Biome = p.chooseBiome()
	d.Ground, d.Cover = int16(int64(landscape.SeaLevel)+up), biomes[d.Biome].cover
	d.Y, d.Block = d.Ground, d.Cover
	if d.Ground < int16(landscape.SeaLevel) {
		d.Y, d.Block = int16(landscape.SeaLevel), world.Water
		if p.temperature < snowTemperature {
			d.Block = world.Ice
		}
	}
	return d
}
