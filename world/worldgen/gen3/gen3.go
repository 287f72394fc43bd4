// Package gen3 holds generator 3: rivers that fall all the way to a lake or the sea, cliffs and overhangs where it is wild, slopes whose rims
// are half blocks, giant trees, cave biomes. It is frozen as soon as a release gives new worlds its number.
//
// Data flow: the noises of a place make a landform, for every fourth block; the network of rivers (river.go) shapes it; a tile of 16 x 16
// columns (survey) decides heights, water, ground, plants and trees; a section is cut out of that, with caves and ores.
//
// A Generator has one owner, the goroutine that calls it; each worker makes its own. It caches recent results, but that
// never shows: a section is a function of the seed, of the land that it joins, and of its position alone.
//
// All arithmetic is in integers, fixed point with 12 bits for fractions, so the terrain is the same to the bit on every
// platform. The tests state the invariants of a generated section: no falling block hangs, still water has floors and walls, and where
// water falls there is water above; trees stand whole across the borders of sections.
package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// New returns a generator for the terrain of a seed, which joins other land; nil: there is none.
func New(seed uint64, j landscape.Join) *Generator { return newGenerator(seed, j, tileSide) }

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
	for y > poolTop+1 && y <= int32(c.ceiling) && g.isCave(x, y, z) {
		y--
	}
	return y
}

// Top returns the y of the highest block of the ground as it would be without caves.
func (g *Generator) Top(x, z int32) int32 { return int32(g.column(x, z).top) }
