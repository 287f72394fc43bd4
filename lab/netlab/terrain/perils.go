package terrain

import "voxtide/world"

// Perils is land that harms, the same every perilsEvery blocks: a plain with a pond over a man's head, a pool of lava and cactuses, and
// beside it lowlands under cliffs, each of another height, with ramps for those who lived through the fall.

const (
	perilsEvery = 48
	perilsTop   = 24 // the ground of the plain
	cliffX      = 20 // from this column on the land is low
)

// NewPerils returns that land.
func NewPerils() *Terrain { return &Terrain{perils: true} }

// Edge returns a place to stand near the cliff of the x-th piece of that land, i blocks beside its middle.
func Edge(x, i int32) world.Vec {
	return world.BottomCentre(world.Pos{X: x*perilsEvery + cliffX - 4, Y: perilsTop + 1, Z: perilsEvery/2 + i})
}

// perilsBlock returns the block at a cell.
func perilsBlock(p world.Pos) world.Block {
	x, z := p.X-cellOf(p.X, perilsEvery)*perilsEvery, p.Z-cellOf(p.Z, perilsEvery)*perilsEvery
	top := int32(perilsTop)
	if x >= cliffX {
		top -= [...]int32{5, 9, 13}[z/16]
		if z%16 < 4 {
			top = max(top, perilsTop-(x-cliffX))
		}
	}
	up := p.Y - top
	pond, pool := x >= 2 && x < 9 && z >= 20 && z < 28, x >= 11 && x < 15 && z >= 29 && z < 33
	switch {
	case x < cliffX && pond && up > -6 && up <= 0:
		return world.Water
	case x < cliffX && pool && up == 0:
		return lava
	case up < -3:
		return world.Stone
	case up < 0:
		return world.Dirt
	case up == 0:
		return world.Grass
	case up <= 2 && x == cliffX-2 && z%5 == 2 && z%3 != 0:
		return world.Cactus
	}
	return world.Air
}

var lava = func() world.Block {
	k, _ := world.KindNamed("lava")
	return k.Block()
}()
