// Package worldgen turns a seed and a position into a section of blocks: seas, rivers, mountains, caves, ores, trees.
//
// A Generator has one owner, the goroutine that calls it; each worker makes its own. It caches recent results, but that
// never shows: a section is a function of the seed and its position alone.
//
// All arithmetic is in integers, fixed point with 12 bits for fractions, so the terrain is the same to the bit on every
// platform. The tests state the invariants of a generated section: no falling block hangs, water has floors and walls,
// trees stand whole across the borders of sections.
package worldgen

import "voxtide/world"

// Version is the number of the generator: another version makes other terrain from the same seed.
const Version = 2

// OldestVersion is the oldest version whose worlds this one goes on with: heights, biomes, caves and trees are the same, so that a
// section which the store kept fits between those made now. Version 2 has more ores, lava, plants and gravel at the shores.
const OldestVersion = 1

// New returns a generator for the terrain of a seed.
func New(seed uint64) *Generator { return newGenerator(seed, tileSide) }

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
		return g.deepSection(t, o)
	case o.Y > t.high && !g.treesNear(t, o.Y):
		return world.NewSection(world.Air)
	}
	return g.surfaceSection(t, o)
}

// Biome returns the biome at a place.
func (g *Generator) Biome(x, z int32) Biome { return g.column(x, z).biome }

// Height returns the y of the highest block of the natural ground, without trees, plants and water.
func (g *Generator) Height(x, z int32) int32 {
	c := g.column(x, z)
	y := int32(c.top)
	for y <= int32(c.ceiling) && g.isCave(x, y, z) {
		y--
	}
	return y
}
