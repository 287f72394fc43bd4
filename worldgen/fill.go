package worldgen

import "voxtide/world"

// What hashes are for: each use of chance has a salt of its own.
const (
	saltGround uint64 = 0x67726f756e64 << 8
	saltOre    uint64 = 0x6f7265 << 8
	saltTree   uint64 = 0x74726565 << 8
	saltRock   uint64 = 0x726f636b << 8
)

// The deep is made of basalt, up to a ragged border; the very lowest blocks are bedrock.
const (
	basaltTop  = world.MinY + 18
	basaltRag  = 5 // blocks by which the border goes up
	bedrockRag = 3 // the same for bedrock
)

// deep makes a section in which nothing but rock, ores and caves can be.
func (g *Generator) deep(t *tile, o world.Pos) *world.Section {
	for i := range g.cells {
		g.cells[i] = world.Stone
	}
	mixed := false
	if o.Y <= basaltTop+basaltRag {
		mixed = true
		g.bottom(t, o)
	}
	mixed = g.dig(t, o) || mixed
	mixed = g.mine(t, o) || mixed
	if !mixed {
		return g.rock.Clone()
	}
	return world.SectionOf(&g.cells)
}

// bottom lays basalt and bedrock.
func (g *Generator) bottom(t *tile, o world.Pos) {
	for i := range 256 {
		x, z := int64(t.x)*16+int64(i&15), int64(t.z)*16+int64(i>>4)
		h := hash2(g.seed^saltRock, x, z)
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

// surface makes a section that ground, water or trees may reach.
func (g *Generator) surface(t *tile, o world.Pos) *world.Section {
	rock, mixed := false, false
	for i := range t.columns {
		c := &t.columns[i]
		rock = rock || int32(c.top) >= o.Y
		mixed = g.pile(c, o.Y, i) || mixed
	}
	if o.Y <= basaltTop+basaltRag {
		g.bottom(t, o)
	}
	if rock {
		g.dig(t, o)
		g.mine(t, o)
	}
	g.grow(t, o)
	trees := g.stand(t, o)
	if !rock && !mixed && !trees {
		return world.NewSection(world.Air)
	}
	return world.SectionOf(&g.cells)
}

// pile fills one column of the cells and tells whether water or ice is in it.
func (g *Generator) pile(c *column, y0 int32, i int) (wet bool) {
	for y := range int32(16) {
		b := world.Air
		switch up := y0 + y - int32(c.top); {
		case up <= -int32(c.depth)-subDepth:
			b = world.Stone
		case up <= -int32(c.depth):
			b = c.sub
		case up < 0:
			b = c.soil
		case up == 0:
			b = c.cover
		case y0+y == SeaLevel && c.cold:
			b, wet = world.Ice, true
		case y0+y <= SeaLevel:
			b, wet = world.Water, true
		}
		if b == world.Sandstone && c.biome == Badlands {
			b = strata[(y0+y)&15]
		}
		g.cells[i|int(y)<<8] = b
	}
	return wet
}

// strata are the layers that cliffs of the badlands show, from below.
var strata = [16]world.Block{
	world.Sandstone, world.Sandstone, world.Sandstone, world.Dirt, world.Sandstone, world.Sandstone, world.Clay,
	world.Sandstone, world.Sandstone, world.Sandstone, world.Dirt, world.Dirt, world.Sandstone, world.Sandstone,
	world.Sandstone, world.Clay,
}

// grow puts the plants on what ground is left after the caves.
func (g *Generator) grow(t *tile, o world.Pos) {
	for i := range t.columns {
		c := &t.columns[i]
		y := int32(c.top) + 1 - o.Y
		if c.plant == world.Air || y < 0 || y > 15 {
			continue
		}
		if y == 0 && c.ceiling >= c.top && g.hollow(t.x<<4|int32(i&15), int32(c.top), t.z<<4|int32(i>>4)) {
			continue
		}
		if y > 0 && g.cells[i|int(y-1)<<8] != c.cover {
			continue
		}
		g.cells[i|int(y)<<8] = c.plant
	}
}
