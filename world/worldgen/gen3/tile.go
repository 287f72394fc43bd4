package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// column is the survey of the ground in one column.
type column struct {
	top     int16 // y of the highest block
	ceiling int16 // highest y at which a cave may cut into it
	depth   uint8 // blocks of cover and soil
	biome   landscape.Biome
	cover   world.Block
	soil    world.Block
	sub     world.Block // the two blocks below the soil
	plant   world.Block // on top of it, or air
	water   int16       // y of the highest still water, or dry
	fall    int16       // water falls into it from here; the same as water where none does
	cliff   bool        // rock says where the ground is
	cliffs  bool        // it is where rocks stand in the sea
	caves   caveKind
	wet     int16  // the noise that drowns caves
	joined  bool   // it is so near to land that it joins that no tree stands here
	rockLow int16  // y of the lowest bit of rock
	rock    uint64 // where it is solid, from rockLow up
	cold    bool   // water freezes here
}

// tile is the survey of 16 x 16 columns.
type tile struct {
	x, z    int32 // in sections
	low     int32 // below it there are only rock, ore and caves
	high    int32 // y of the highest ground, plant or water
	columns [256]column
	trees   []tree // the trees that stand here
	crown   int32  // y of the highest block of a tree, or low
}

// landTop is a y that no ground and no tree reaches.
const landTop = 320

// The greatest extent of a tree from its foot, in blocks: up, down (where the ground falls away) and sideways.
const (
	treeHigh = 42
	treeDeep = 4
	treeWide = 10
)

// subDepth is the number of blocks of sub below the soil.
const subDepth = 3

// tile returns the survey of 16 x 16 columns; it is valid until the next call with the same lower bits.
func (g *Generator) tile(x, z int32) *tile {
	if t := g.tiles.Find(x, z); t != nil {
		return t
	}
	t := g.tiles.Place(x, z)
	t.x, t.z = x, z
	g.survey(t)
	g.placeTrees(t)
	return t
}

// Widen lets the cache grow where a crowd comes in over a wide area.
func (g *Generator) Widen() { g.tiles.Widen(4 * tileSide) }

// Rest implements worldgen.Generator.
func (g *Generator) Rest() { g.tiles.Rest() }
