package farland

import (
	"voxtide/protocol"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// wood is what stands on the land of a biome, as a canopy without gaps: trees one by one are smaller than the cells of most tiles.
type wood struct {
	height int16       // of the canopy above the ground
	share  uint32      // of the cells that show its leaves, in 1/256
	leaves world.Block // of the commonest tree
}

var woods = [landscape.Biomes]wood{
	landscape.Forest:      {6, 228, world.Leaves},
	landscape.BirchForest: {6, 220, world.BirchLeaves},
	landscape.DarkForest:  {7, 250, world.Leaves},
	landscape.Taiga:       {6, 220, world.PineLeaves},
	landscape.SnowyTaiga:  {6, 200, world.PineLeaves},
	landscape.Jungle:      {9, 250, world.Leaves},
	landscape.Swamp:       {3, 120, world.Leaves},
	landscape.Savanna:     {0, 24, world.Leaves},
	landscape.Plains:      {0, 8, world.Leaves},
	landscape.Meadow:      {0, 12, world.Leaves},
}

// How much the ground rises, in quarters of a block for each block: from steep on rock shows in the sides of its steps, from rockFrom on, or from
// snowFrom on where snow lies, it is bare all over, as in the generators.
const (
	steep    = 4
	rockFrom = 12
	snowFrom = 16
)

// bareShare returns the part of the cells that show rock, in 1/256, where the ground rises by rise quarters of a block for each block: of what is seen of
// a step of n blocks and its top, n-1 are rock.
func bareShare(rise int32, cover world.Block) uint32 {
	all := int32(rockFrom)
	if cover == world.Snow {
		all = snowFrom
	}
	switch {
	case rise <= steep:
		return 0
	case rise >= all:
		return 256
	}
	return uint32((rise - steep) * 256 / (rise + steep))
}

// natural fills the heights and cells of a tile with the land as it was generated, and ground with the heights without woods.
func (t *tiles) natural() {
	p := t.out.Place
	x0, z0 := p.Corner()
	cell := p.Cell()
	for i := range t.corners {
		x, z := x0+int32(i%protocol.FarSide)*cell, z0+int32(i/protocol.FarSide)*cell
		t.corners[i] = t.gen.DistantSurface(x, z)
		s := &t.corners[i]
		t.ground[i] = s.Y
		h := s.Y
		if w := woodOf(s.Biome); s.Y == s.Ground && w.height > 0 {
			h += w.height
		}
		t.out.Heights[i] = h
	}
	for i := range t.out.Cells {
		k := i%protocol.FarCells + i/protocol.FarCells*protocol.FarSide
		s := &t.corners[k]
		c := protocol.FarCover{Block: s.Block, Biome: uint8(s.Biome)}
		if s.Y == s.Ground {
			w, biome := t.woodAt(k)
			chance := hashOf(x0+int32(i%protocol.FarCells)*cell, z0+int32(i/protocol.FarCells)*cell)
			switch {
			case chance>>8&255 < bareShare(t.rise(k)/cell, s.Block):
				c.Block = world.Stone
			case biome != s.Biome || chance&255 < w.share:
				c = protocol.FarCover{Block: w.leaves, Biome: uint8(biome)}
			}
		}
		t.setCover(i, c)
	}
}

// woodAt returns the wood of the cell beyond a corner, and its biome: at the edge of a wood that of another corner, up whose side the cell goes.
func (t *tiles) woodAt(k int) (*wood, landscape.Biome) {
	for _, n := range [...]int{k, k + 1, k + protocol.FarSide, k + protocol.FarSide + 1} {
		s := &t.corners[n]
		if w := woodOf(s.Biome); w.height > 0 && s.Y == s.Ground {
			return w, s.Biome
		}
	}
	return woodOf(t.corners[k].Biome), t.corners[k].Biome
}

func woodOf(b landscape.Biome) *wood { return &woods[min(int(b), landscape.Biomes-1)] }

// rise returns by how much the ground rises over a cell at a corner, in quarters of a block: the mean over some cells around, as heights
// are whole blocks.
func (t *tiles) rise(k int) int32 {
	const around = 2
	x, z := k%protocol.FarSide, k/protocol.FarSide
	x0, x1, z0, z1 := max(x-around, 0), min(x+around, protocol.FarCells), max(z-around, 0), min(z+around, protocol.FarCells)
	alongX := int32(t.ground[x1+z*protocol.FarSide]) - int32(t.ground[x0+z*protocol.FarSide])
	alongZ := int32(t.ground[x+z1*protocol.FarSide]) - int32(t.ground[x+z0*protocol.FarSide])
	return 4 * max(alongX, -alongX, alongZ, -alongZ) / int32(min(x1-x0, z1-z0))
}

// hashOf returns a number of chance for a place, always the same.
func hashOf(x, z int32) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(z)*0x85EBCA77
	h = (h ^ h>>15) * 0x2C1B3C6D
	return h ^ h>>13
}
