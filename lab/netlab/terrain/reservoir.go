package terrain

import "voxtide/world"

// Reservoirs is land for running water, the same every reservoirEvery blocks: a basin full of water on a high plain, whose eastern wall is
// a dam of earth; before it a ledge, then two cliffs, with ramps for those who were swept down.

const (
	reservoirEvery = 48
	plainTop       = 14 // the ground of the basin and of the ledge
	basinHigh      = 3  // its water
	damX           = 18 // column of the dam
	ledgeX         = 21 // where players live
)

// NewReservoirs returns that land.
func NewReservoirs() *Terrain { return &Terrain{reservoirs: true} }

// Ledge returns a place to stand before the dam of a reservoir, i blocks beside its middle.
func Ledge(x, z, i int32) world.Vec {
	return world.BottomCentre(world.Pos{X: x*reservoirEvery + ledgeX, Y: plainTop + 1, Z: z*reservoirEvery + reservoirEvery/2 + i})
}

// Dam returns a cell of the dam of a reservoir.
func Dam(x, z, i, up int32) world.Pos {
	return world.Pos{X: x*reservoirEvery + damX, Y: plainTop + 1 + up, Z: z*reservoirEvery + reservoirEvery/2 + i}
}

// reservoirBlock returns the block at a cell.
func reservoirBlock(p world.Pos) world.Block {
	x, z := p.X-cellOf(p.X, reservoirEvery)*reservoirEvery, p.Z-cellOf(p.Z, reservoirEvery)*reservoirEvery
	top := int32(plainTop)
	switch {
	case x > 23 && z%16 < 4: // a ramp
		top = max(plainTop-(x-23), 6)
	case x > 31:
		top = 6
	case x > 23:
		top = 10
	}
	up := p.Y - top
	inside, wall := x >= 8 && x < damX && z >= 8 && z < 40, x >= 7 && x <= damX && z >= 7 && z <= 40
	switch {
	case up < -2:
		return world.Stone
	case up <= 0:
		return world.Dirt
	case top == plainTop && inside && up <= basinHigh:
		return world.Water
	case top == plainTop && wall && !inside && up <= basinHigh+1:
		if x == damX && z%5 == 0 {
			return world.Sand
		}
		return world.Dirt
	}
	return world.Air
}
