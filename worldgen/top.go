package worldgen

import "voxtide/world"

// Top is a column of the natural land as it is seen from above.
type Top struct {
	Y      int16       // of the highest block: leaves, a plant, water or ground
	Block  world.Block // that block
	Ground int16       // y of the ground, as Height gives it
	Cover  world.Block // the block there
	Biome  Biome
}

// Tops gives the columns of a column of sections, by x + 16*z, as Section makes them but for one thing: ores and marble
// that lie bare are told as the stone around them. It costs a small part of the sections.
func (g *Generator) Tops(x, z int32, dst *[256]Top) {
	t := g.tile(x, z)
	low, crown := int32(landTop), t.high
	for i := range int32(9) {
		crown = max(crown, g.tile(x+i%3-1, z+i/3-1).crown)
	}
	for i := range dst {
		c, d := &t.columns[i], &dst[i]
		*d = Top{Ground: c.top, Cover: c.cover, Biome: c.biome}
		if c.ceiling >= c.top {
			d.open(g, c, x<<4|int32(i&15), z<<4|int32(i>>4))
		}
		low = min(low, int32(d.Ground))
	}
	left := len(dst)
	for y := crown >> 4; y >= low>>4 && left > 0; y-- {
		left -= g.topsOf(t, dst, world.SectionPos{X: x, Y: y, Z: z}.Origin())
	}
}

// open lowers the ground of a column to the floor of the cave that opens there.
func (d *Top) open(g *Generator, c *column, x, z int32) {
	for y := int32(c.top); y <= int32(c.ceiling) && g.hollow(x, y, z); y-- {
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
	if d.Cover == world.Sandstone && c.biome == Badlands {
		d.Cover = strata[d.Ground&15]
	}
}

// topsOf finds the highest blocks that lie in a section, of columns that have none yet; it returns of how many.
func (g *Generator) topsOf(t *tile, dst *[256]Top, o world.Pos) (found int) {
	for i := range dst {
		c, d := &t.columns[i], &dst[i]
		g.pile(c, o.Y, i)
		for y := int32(d.Ground) + 1; y <= int32(c.top); y++ { // what the cave opened
			if k := y - o.Y; k >= 0 && k < 16 {
				g.cells[i|int(k)<<8] = world.Air
			}
		}
		if k := int32(c.top) + 1 - o.Y; d.Ground == c.top && c.plant != world.Air && k >= 0 && k < 16 {
			g.cells[i|int(k)<<8] = c.plant
		}
	}
	g.stand(t, o)
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

// Glance gives the ground and the water at a place from the broad features alone, for pictures from far above: neither
// trees nor plants nor caves, and the cover that its biome has on level ground. At multiples of 4 ground and biome are
// those of the land; between them they are near. It remembers nothing, so far jumps cost no more than near ones.
func (g *Generator) Glance(x, z int32) (d Top) {
	b := g.fields.broad(int64(x), int64(z))
	fine := min(b.carve(g.fields.rough.at(int64(x), int64(z))), (landTop-treeHigh-40)*block)
	up := fine >> 8
	p := place{
		height: up, coast: b.coast, river: magnitude(b.river), wet: b.wet, humidity: b.humidity,
		temperature: b.temperature - max(up-12, 0)*14,
	}
	d.Biome = p.biome()
	d.Ground, d.Cover = int16(int64(SeaLevel)+up), biomes[d.Biome].cover
	d.Y, d.Block = d.Ground, d.Cover
	if d.Ground < int16(SeaLevel) {
		d.Y, d.Block = int16(SeaLevel), world.Water
		if p.temperature < snowTemperature {
			d.Block = world.Ice
		}
	}
	return d
}
