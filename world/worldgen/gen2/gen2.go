// Package gen2 holds the generators 1 and 2, which are frozen: from a seed and a position they make a section of blocks: seas, rivers,
// mountains, caves, ores, trees. Both make the same land; 2 has more ores, lava, more plants, and gravel at the shores.
//
// A Generator has one owner, the goroutine that calls it; each worker makes its own. It caches recent results, but that
// never shows: a section is a function of the seed and its position alone.
//
// All arithmetic is in integers, fixed point with 12 bits for fractions, so the terrain is the same to the bit on every
// platform. The tests state the invariants of a generated section: no falling block hangs, water has floors and walls,
// trees stand whole across the borders of sections. The golden files hold hashes of blocks by their names, because numbers of blocks may
// change and the land may not.
package gen2

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// New returns generator 2 for the terrain of a seed.
func New(seed uint64) *Generator { return newGenerator(seed, 2, tileSide) }

// New1 returns generator 1 for the terrain of a seed.
func New1(seed uint64) *Generator { return newGenerator(seed, 1, tileSide) }

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
func (g *Generator) Biome(x, z int32) landscape.Biome { return g.column(x, z).biome }

// Height returns the y of the highest block of the natural ground, without trees, plants and water.
func (g *Generator) Height(x, z int32) int32 {
	c := g.column(x, z)
	y := int32(c.top)
	for y <= int32(c.ceiling) && g.isCave(x, y, z) {
		y--
	}
	return y
}

// Top returns the y of the highest block of the ground as it would be without caves.
func (g *Generator) Top(x, z int32) int32 { return int32(g.column(x, z).top) }
