package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/noise"
)

// Caves differ by region: some are full of dripstone, some are green with moss and glowing caps, some are drowned up to one level. A
// region is noise over the map; each column of a tile knows its own.

// caveKind is what the caves below a column are like.
type caveKind uint8

const (
	caveBare caveKind = iota
	caveDripstone
	caveGreen
	caveDrowned // full of water up to poolTop
)

const (
	poolTop     = -30 // y of the water of drowned caves
	dripShare   = 700
	greenShare  = -700
	drownShare  = 1500 // of another noise
	dammedShare = 1250
	damSlope    = 45 // of the same noise for each block down: what holds the water gets wider, so that it is a slope and no wall
	damWide     = 700
)

// caveKindAt returns what the caves below a place are like, and the noise that drowns them.
func (c *caves) caveKindAt(x, z int64) (kind caveKind, wet int16) {
	if wet = int16(c.wet.At(x, z)); wet > drownShare {
		return caveDrowned, wet
	}
	switch n := c.region.At(x, z); {
	case n > dripShare:
		return caveDripstone, wet
	case n < greenShare:
		return caveGreen, wet
	}
	return caveBare, wet
}

// The blocks of caves without constants.
var (
	dripstone, limestone = named("limestone_wall"), named("limestone")
	glowCap              = named("glow_cap")
)

// decorBelow is how far below the ground the floors of caves are decorated.
const decorBelow = 10

// decorate puts what grows in caves into the cells of a section. It looks at the section alone, so what would stand across its border is left
// out.
func (g *Generator) decorate(t *tile, o world.Pos) {
	for i := range t.columns {
		c := &t.columns[i]
		if c.caves != caveDripstone && c.caves != caveGreen || c.ceiling >= c.top { // where caves are open to the sky they are bare
			continue
		}
		x, z := int64(t.x)*16+int64(i&15), int64(t.z)*16+int64(i>>4)
		for k := 1; k < 15; k++ {
			cell := i | k<<8
			y := o.Y + int32(k)
			if g.cells[cell] != world.Air || y > int32(c.top)-decorBelow {
				continue
			}
			floor, ceiling := isRock(g.cells[cell-256]), isRock(g.cells[cell+256])
			if !floor && !ceiling {
				continue
			}
			h := noise.Hash3(g.seed^saltThing, x, int64(y), z)
			if c.caves == caveGreen {
				g.growCave(cell, floor, h)
			} else {
				g.drip(i, k, floor, h)
			}
		}
	}
}

func isRock(b world.Block) bool {
	return b == world.Stone || b == limestone || b == moss || b == world.Marble || b == world.Basalt
}

// growCave lays moss and what grows on it.
func (g *Generator) growCave(cell int, floor bool, h uint64) {
	if !floor {
		if h&3 == 0 {
			g.cells[cell+256] = moss
		}
		return
	}
	if h&7 < 6 {
		g.cells[cell-256] = moss
	}
	switch r := h >> 8 & 127; {
	case r < 5:
		g.cells[cell] = glowCap
	case r < 9:
		g.cells[cell] = world.Mushroom
	case r < 34:
		g.cells[cell] = carpet
	}
}

// drip lets dripstone stand on the floor or hang from the ceiling, up to three blocks long.
func (g *Generator) drip(i, k int, floor bool, h uint64) {
	step := -1
	if floor {
		step = 1
	}
	root := i | (k-step)<<8
	if h&3 != 0 && g.cells[root] != world.Basalt {
		g.cells[root] = limestone
	}
	if h>>8&31 > 3 {
		return
	}
	for n := 0; n <= int(h>>16&3) && k > 0 && k < 15; n++ {
		if cell := i | k<<8; g.cells[cell] != world.Air {
			return
		}
		g.cells[i|k<<8] = dripstone
		k += step
	}
}
