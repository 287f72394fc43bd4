// Package landscape is what every generator of land has in common and what clients and the map know of it: biomes with their numbers and
// their look, the level of the sea, a column seen from above, and the land that a generator has to join.
//
// Owner: none; all of it is values and tables that nobody writes. Invariant: numbers of biomes stay, they are sent.
package landscape

import "voxtide/world"

// SeaLevel is the y of the highest block of the sea.
const SeaLevel int32 = 31

// SurfaceColumn is a column of the natural terrain as seen from above.
type SurfaceColumn struct {
	Y      int16       // y of the highest block: leaves, a plant, water or ground
	Block  world.Block // that block
	Ground int16       // y of the ground, the highest block that is neither water, plant nor tree
	Cover  world.Block // the ground's block
	Biome  Biome
}
