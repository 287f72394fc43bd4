package worldgen

import "voxtide/world"

const (
	spawnReach = 6000 // blocks from the origin within which a place to begin is looked for
	spawnStep  = 24
	spawnSpots = 32 // players beyond it begin where others did
	spawnRange = 24 // blocks from the first to the last
)

// Spawn returns where the i-th player begins: the middle of the underside of the body, on dry ground under open sky.
func (g *Generator) Spawn(i int) world.Vec {
	if len(g.spots) == 0 {
		g.findSpots()
	}
	return g.spots[uint(i)%uint(len(g.spots))]
}

// findSpots looks for the first good place from the origin outwards, and for others around it.
func (g *Generator) findSpots() {
	x, z := spiral(spawnReach/spawnStep, func(x, z int32) bool {
		return g.homely(x*spawnStep, z*spawnStep)
	})
	x, z = x*spawnStep, z*spawnStep
	spiral(spawnRange/2, func(dx, dz int32) bool {
		if y, ok := g.free(x+2*dx, z+2*dz); ok {
			g.spots = append(g.spots, world.Middle(world.Pos{X: x + 2*dx, Y: y, Z: z + 2*dz}))
		}
		return len(g.spots) == spawnSpots
	})
	if len(g.spots) == 0 { // no land within reach: on top of whatever is at the origin
		y := max(g.column(0, 0).top, int16(SeaLevel))
		g.spots = append(g.spots, world.Middle(world.Pos{Y: int32(y) + 1}))
	}
}

// spiral calls f on widening squares until it says stop, and returns where; the origin if it never does.
func spiral(radius int32, stop func(x, z int32) bool) (int32, int32) {
	if stop(0, 0) {
		return 0, 0
	}
	for r := int32(1); r <= radius; r++ {
		for i := -r; i < r; i++ {
			for _, at := range [4][2]int32{{i, -r}, {r, i}, {-i, r}, {-r, -i}} {
				if stop(at[0], at[1]) {
					return at[0], at[1]
				}
			}
		}
	}
	return 0, 0
}

// homely tells whether a place is a good one to begin: green, not high, and with free ground around.
func (g *Generator) homely(x, z int32) bool {
	c := g.column(x, z)
	if c.cover != world.Grass || int32(c.top) > SeaLevel+40 {
		return false
	}
	free := 0
	spiral(4, func(dx, dz int32) bool {
		if y, ok := g.free(x+2*dx, z+2*dz); ok && y-int32(c.top) < 4 && int32(c.top)-y < 4 {
			free++
		}
		return false
	})
	return free >= 16
}

// free returns the y above the ground if a body may stand there: dry, whole, no tree near.
func (g *Generator) free(x, z int32) (y int32, ok bool) {
	c := g.column(x, z)
	y = int32(c.top) + 1
	if y <= SeaLevel+1 || world.Blocks[c.cover].Falls || c.ceiling >= c.top && g.hollow(x, y-1, z) {
		return 0, false
	}
	for i := range int32(9) {
		t := g.tile(x>>4+i%3-1, z>>4+i/3-1)
		for k := range t.trees {
			if t := &t.trees[k]; t.x-x <= treeWide && x-t.x <= treeWide && t.z-z <= treeWide && z-t.z <= treeWide {
				return 0, false
			}
		}
	}
	return y, true
}
