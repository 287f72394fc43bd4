// Package worldgen turns a seed and a position into a section of blocks: seas, rivers, mountains, caves, ores, trees.
//
// A Generator has one owner, the goroutine that calls it; each worker makes one of its own. It keeps what it worked out
// lately, but that never shows: a section is a function of the seed and its position alone, whatever was asked before.
//
// All arithmetic is in integers, fixed point with 12 bits where a fraction is needed, so the land is the same to the bit on
// every platform. What invariants a generated section keeps, the tests say: nothing hangs that would fall, water has floors
// and walls, trees stand whole across the borders of sections.
package worldgen

import "voxtide/world"

// Version is the number of the generator: another one makes another land from the same seed.
const Version = 1

// SeaLevel is the y of the highest block of the sea, and of all other water.
const SeaLevel int32 = 31

// Generator makes sections. Use New. It belongs to one goroutine.
type Generator struct {
	seed   uint64
	fields fields
	caves  caves
	tiles  [tileSlots]*tile
	cells  [world.SectionCells]world.Block
	rock   *world.Section // all stone; handed out as copies
	spots  []world.Vec    // where players begin, once looked for
}

// New returns a generator for the land of a seed.
func New(seed uint64) *Generator {
	return &Generator{
		seed:   seed,
		fields: newFields(seed),
		caves:  newCaves(seed),
		rock:   world.NewSection(world.Stone),
	}
}

// Section returns the section at a position. The caller owns it. Above the world's height it is air, below it bedrock.
func (g *Generator) Section(p world.SectionPos) *world.Section {
	switch {
	case p.Y < world.MinY>>4:
		return world.NewSection(world.Bedrock)
	case p.Y > landTop>>4:
		return world.NewSection(world.Air)
	}
	o := p.Origin()
	t := g.tile(o.X>>4, o.Z>>4)
	switch {
	case o.Y+15 < t.low:
		return g.deep(t, o)
	case o.Y > t.high+treeHigh && !g.treesNear(t, o.Y):
		return world.NewSection(world.Air)
	}
	return g.surface(t, o)
}

// Biome returns the biome at a place.
func (g *Generator) Biome(x, z int32) Biome { return g.column(x, z).biome }

// Height returns the y of the highest block of the natural ground: neither trees nor plants nor water.
func (g *Generator) Height(x, z int32) int32 {
	c := g.column(x, z)
	y := int32(c.top)
	for y <= int32(c.ceiling) && g.hollow(x, y, z) {
		y--
	}
	return y
}

func (g *Generator) column(x, z int32) *column { return &g.tile(x>>4, z>>4).columns[x&15|z&15<<4] }
