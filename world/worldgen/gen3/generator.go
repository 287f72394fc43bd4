package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// Generator makes sections. Use New. It belongs to one goroutine.
type Generator struct {
	seed   uint64
	join   landscape.Join // nil: there is none
	fields fields
	caves  caves
	tiles  landscape.TileCache[tile]
	cells  [world.SectionCells]world.Block
	stone  [world.SectionCells]world.Block // all stone
	rock   *world.Section                  // the same; callers get copies
	spawns []world.Vec                     // spawn positions, once they are searched

	networks [netSlots * netSlots]network // cached
	window   []node
	flows    [][linkFar + 1]int32
	near     []stretch // of the tile that is surveyed
	grid     surveyGrid
	cliffs   []int16
}

func newGenerator(seed uint64, j landscape.Join, side int32) *Generator {
	g := &Generator{
		seed:   seed,
		join:   j,
		tiles:  landscape.NewTileCache[tile](side),
		fields: newFields(seed),
		caves:  newCaves(seed),
		rock:   world.NewSection(world.Stone),
	}
	g.rock.Cells(&g.stone)
	return g
}

func (g *Generator) column(x, z int32) *column { return &g.tile(x>>4, z>>4).columns[x&15|z&15<<4] }

// The salts of hashes: each use of randomness has its own.
const (
	saltGround uint64 = 0x67726f756e64 << 8
	saltOre    uint64 = 0x6f7265 << 8
	saltTree   uint64 = 0x74726565 << 8
	saltRock   uint64 = 0x726f636b << 8
	saltCliff  uint64 = 0x636c696666 << 8
	saltRiver  uint64 = 0x7269766572 << 8
	saltThing  uint64 = 0x7468696e67 << 8
)
