package benchscene

import (
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Ruins: in each lot of the meadow stand the walls of a house that has fallen down, with pillars between them and what is left of
// its stairs. All kinds of models are among them.
const (
	ruinLot  = 24
	ruinSide = 13 // blocks of a house
	ruinLow  = 30 // below the meadow
	ruinBase = 41 // walls stand whole up to here
	ruinHigh = 12 // blocks above it, at most
)

var (
	ruinWalls  = [...]world.Block{world.StoneBricks, world.StoneBricks, world.MossyCobblestone, world.Cobblestone, world.StoneBricks}
	ruinModels = [...]world.Block{world.StoneSlab, world.StoneStairsNorth, world.StoneStairsEast, world.StoneSlabTop, world.StoneStairsSouth}
)

// ruinsTerrain is the default terrain with ruins.
func ruinsTerrain() Generator {
	g := worldgen.Of(generator, seed)
	return func(p world.SectionPos) *world.Section {
		s := g.Section(p)
		if low := p.Y * world.SectionSize; low+world.SectionSize <= ruinLow || low > ruinBase+ruinHigh {
			return s
		}
		var cells [world.SectionCells]world.Block
		s.Cells(&cells)
		for i := range cells {
			at := p.PosAt(i)
			if b, ok := ruin(at.X, at.Y, at.Z); ok {
				cells[i] = b
			}
		}
		return world.SectionOf(&cells)
	}
}

// ruin returns the block that a ruin has at a position; false where it has none.
func ruin(x, y, z int32) (world.Block, bool) {
	u, v := floorMod(x, ruinLot), floorMod(z, ruinLot)
	lot := hash(x-u, 7, z-v)
	if y < ruinLow || lot%4 == 0 || x-u == 0 && z-v == 0 { // the camera stands in a lot of its own
		return world.Air, false
	}
	pillar := u == 18 && v%6 == 3 || v == 18 && u%6 == 3
	inside := u < ruinSide && v < ruinSide
	wall := inside && (u == 0 || v == 0 || u == ruinSide-1 || v == ruinSide-1)
	if !wall && !pillar {
		if inside && y == ruinBase && hash(x, y, z)%5 == 0 {
			return ruinModels[hash(x, 3, z)%uint32(len(ruinModels))], true
		}
		return world.Air, false
	}
	top := ruinBase + int32(hash(x/2, 1, z/2)%ruinHigh) - int32(lot%5)
	switch {
	case y > top:
		return world.Air, false
	case y == top:
		return ruinModels[hash(x, y, z)%uint32(len(ruinModels))], true
	case y > ruinBase-2 && hash(x, y, z)%9 == 0: // stones have fallen out
		return world.Air, true
	}
	return ruinWalls[hash(x, y, z)%uint32(len(ruinWalls))], true
}
