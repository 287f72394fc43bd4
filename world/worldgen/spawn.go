package worldgen

import "voxtide/world"

const (
	spawnReach  = 2400 // distance from the origin within which spawn places are searched, in blocks
	spawnStep   = 24
	spawnPlaces = 32 // further players reuse these places
	spawnRange  = 24 // distance from the first place to the others, in blocks
)

// Spawn returns the spawn position of the i-th player: a bottom centre on dry ground under open sky, near the origin.
// Any i is allowed; after spawnPlaces players places repeat. Without such ground within spawnReach it is the surface of
// the sea at the origin.
func (g *Generator) Spawn(i int) world.Vec {
	if len(g.spawns) == 0 {
		g.findSpawnPlaces(0, 0, spawnReach)
	}
	return g.spawns[uint(i)%uint(len(g.spawns))]
}

// findSpawnPlaces searches from a column outwards for the first good place, and for others around it.
func (g *Generator) findSpawnPlaces(x0, z0, reach int32) {
	x, z := spiral(reach/spawnStep, func(x, z int32) bool {
		return g.isSpawnArea(x0+x*spawnStep, z0+z*spawnStep)
	})
	x, z = x0+x*spawnStep, z0+z*spawnStep
	spiral(spawnRange/2, func(dx, dz int32) bool {
		if y, ok := g.standableHeight(x+2*dx, z+2*dz); ok {
			g.spawns = append(g.spawns, world.BottomCentre(world.Pos{X: x + 2*dx, Y: y, Z: z + 2*dz}))
		}
		return len(g.spawns) == spawnPlaces
	})
	if len(g.spawns) == 0 { // no land within spawnReach: the surface of the sea
		g.spawns = append(g.spawns, world.BottomCentre(world.Pos{X: x, Y: max(g.Height(x, z), SeaLevel) + 1, Z: z}))
	}
}

// spiral calls f on growing squares until f returns true, and returns that offset; the origin if it never does.
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

// isSpawnArea reports whether a place is good to spawn at: green, not high, with free ground around.
func (g *Generator) isSpawnArea(x, z int32) bool {
	c := g.column(x, z)
	if c.cover != world.Grass || int32(c.top) > SeaLevel+40 {
		return false
	}
	free := 0
	spiral(4, func(dx, dz int32) bool {
		if y, ok := g.standableHeight(x+2*dx, z+2*dz); ok && y-int32(c.top) < 4 && int32(c.top)-y < 4 {
			free++
		}
		return false
	})
	return free >= 16
}

// standableHeight returns the y above the ground if a body may stand there: the ground is dry and unbroken, and no tree
// is near.
func (g *Generator) standableHeight(x, z int32) (y int32, ok bool) {
	c := g.column(x, z)
	y = int32(c.top) + 1
	if y <= SeaLevel+1 || world.Blocks[c.cover].Falls || c.ceiling >= c.top && g.isCave(x, y-1, z) {
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
