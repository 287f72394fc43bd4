package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

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

// The outlook from a spawn place is looked for in outlooks directions, up to outlookFar blocks, at the height of the eye.
const (
	outlooks    = 16
	outlookFar  = 72
	outlookSun  = 20 // blocks of free sight that looking toward the sun is worth
	treeOutlook = 2  // blocks from a trunk at which a tree hides what is behind it
)

// sixteenths holds the sine of sixteenths of a turn, times 1024.
var sixteenths = [outlooks]int32{0, 392, 724, 946, 1024, 946, 724, 392, 0, -392, -724, -946, -1024, -946, -724, -392}

// SpawnYaw returns where the i-th player looks at first (65536 a turn, clockwise from north): along the longest free line of sight, and
// rather toward the sun, which stands in the east (1), in the west (-1) or nowhere (0).
func (g *Generator) SpawnYaw(i int, sun int) uint16 {
	at := g.Spawn(i).Block()
	best, most := 0, int32(-1)
	for d := range outlooks {
		score := g.freeSight(at, d)
		switch east := sixteenths[d] * int32(sun); {
		case east >= 946:
			score += outlookSun
		case east >= 392:
			score += outlookSun / 2
		}
		if score > most {
			best, most = d, score
		}
	}
	return uint16(best * 65536 / outlooks)
}

// freeSight returns how many blocks are free in a direction, in sixteenths of a turn, before ground or a tree is in the way of an eye.
func (g *Generator) freeSight(feet world.Pos, direction int) (n int32) {
	dx, dz := sixteenths[direction], -sixteenths[(direction+outlooks/4)%outlooks]
	for n = range int32(outlookFar) {
		x, z := feet.X+((n+1)*dx+512)>>10, feet.Z+((n+1)*dz+512)>>10
		if int32(g.column(x, z).top) > feet.Y || g.hidden(x, z, feet.Y) {
			return n
		}
	}
	return outlookFar
}

// hidden reports whether a tree hides what is behind a place, for an eye above feet at some height.
func (g *Generator) hidden(x, z, feet int32) bool {
	const far = 4 * treeOutlook
	for tz := (z - far) >> 4; tz <= (z+far)>>4; tz++ {
		for tx := (x - far) >> 4; tx <= (x+far)>>4; tx++ {
			t := g.tile(tx, tz)
			for i := range t.trees {
				k := &t.trees[i]
				if max(k.x-x, x-k.x, k.z-z, z-k.z) <= k.kind.hides() && k.y+shapes[k.kind].high > feet {
					return true
				}
			}
		}
	}
	return false
}

// hides returns the distance in blocks from its foot at which a tree hides what is behind it.
func (k treeKind) hides() int32 {
	switch {
	case giants[k], k == fallen, k == stack:
		return 4 * treeOutlook
	case k == bigOak, k == acacia:
		return 2 * treeOutlook
	}
	return treeOutlook
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
		g.spawns = append(g.spawns, world.BottomCentre(world.Pos{X: x, Y: max(g.Height(x, z), landscape.SeaLevel) + 1, Z: z}))
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

// The ground around a place to spawn at is looked at in steps of two blocks, as far as areaReach steps; areaFree of the spots have to be free.
const (
	areaReach = 4
	areaFree  = 16
)

// isSpawnArea reports whether a place is good to spawn at: green, not high, with free ground around.
func (g *Generator) isSpawnArea(x, z int32) bool {
	c := g.column(x, z)
	top := int32(c.top)
	if c.cover != world.Grass || top > landscape.SeaLevel+40 {
		return false
	}
	var level [][2]int32 // spots; trees are looked for last, since they may stand on ground that nobody has surveyed
	spiral(areaReach, func(dx, dz int32) bool {
		at := [2]int32{x + 2*dx, z + 2*dz}
		if y, ok := g.standableGround(at[0], at[1]); ok && y-top < 4 && top-y < 4 {
			level = append(level, at)
		}
		return false
	})
	free := 0
	for i, at := range level {
		if free+len(level)-i < areaFree {
			return false
		}
		if !g.treeNear(at[0], at[1]) {
			if free++; free == areaFree {
				return true
			}
		}
	}
	return false
}

// standableHeight returns the y above the ground if a body may stand there: the ground is dry and unbroken, and no tree
// is near.
func (g *Generator) standableHeight(x, z int32) (y int32, ok bool) {
	y, ok = g.standableGround(x, z)
	if !ok || g.treeNear(x, z) {
		return 0, false
	}
	return y, true
}

// standableGround is standableHeight beside trees, too.
func (g *Generator) standableGround(x, z int32) (y int32, ok bool) {
	c := g.column(x, z)
	y = int32(c.top) + 1
	if y <= landscape.SeaLevel+1 || c.water != int16(dry) || soft[c.plant] || c.joined || world.Blocks[c.cover].Falls || c.ceiling >= c.top && g.isCave(x, y-1, z) {
		return 0, false
	}
	return y, true
}

// treeNear reports whether a tree may reach a column.
func (g *Generator) treeNear(x, z int32) bool {
	for tz := (z - treeWide) >> 4; tz <= (z+treeWide)>>4; tz++ {
		for tx := (x - treeWide) >> 4; tx <= (x+treeWide)>>4; tx++ {
			t := g.tile(tx, tz)
			for k := range t.trees {
				if t := &t.trees[k]; t.x-x <= treeWide && x-t.x <= treeWide && t.z-z <= treeWide && z-t.z <= treeWide {
					return true
				}
			}
		}
	}
	return false
}
