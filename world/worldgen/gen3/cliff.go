package gen3

import (
	"math/bits"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// Where it is wild, noise in space decides where rock is near the ground: walls lean out, ledges and holes come about. The noise is
// computed at every fourth block and interpolated between, so that a column is the same wherever it is looked at from.

const (
	wildLeast  = 400 // share of the wild from which there are cliffs
	cliffHigh  = 32  // how far above and below the height of a column noise decides, in blocks
	cliffReach = 11  // blocks by which noise moves the ground at most
	cliffSide  = 5   // lattice points along a side of a tile
)

// cliffNoise is the noise at a lattice point, about -2*one to 2*one.
func (g *Generator) cliffNoise(x, y, z int64) int64 {
	n := noise.In3(g.seed^saltCliff, x*65536/34+7000, y*65536/20+9000, z*65536/34+3000)
	return n*3/2 + noise.In3(g.seed^saltCliff+1, x*65536/15+1000, y*65536/11+2000, z*65536/15+5000)/2
}

// carveCliffs sets the rock of the columns of a tile that are wild.
func (g *Generator) carveCliffs(t *tile, lattice *[latticeSide * latticeSide]landform, s *surveyGrid) {
	low, high := int32(landTop), int32(world.MinY)
	for i := range t.columns {
		low, high = min(low, int32(t.columns[i].top)), max(high, int32(t.columns[i].top))
	}
	low, high = (low-cliffHigh)&^3, (high+cliffHigh+4)&^3
	n := int(high-low)/4 + 1
	g.cliffs = g.cliffs[:0]
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	for y := range n {
		for k := range cliffSide * cliffSide {
			g.cliffs = append(g.cliffs, int16(g.cliffNoise(x0+int64(k%cliffSide)*4, int64(low)+int64(y)*4, z0+int64(k/cliffSide)*4)))
		}
	}
	for i := range t.columns {
		dx, dz := i&15, i>>4
		k := (dz+surveyRim)*surveySide + dx + surveyRim
		b := interpolateLandform(lattice, int64(dx), int64(dz), true)
		wild := b.wild * int64(min(max(s.far[k]-6, 0), 12)) / 12 * int64(max(one-int64(s.join[k])*4, 0)) >> 12
		c := &t.columns[i]
		if wild <= wildLeast || c.water != int16(dry) && c.water != int16(landscape.SeaLevel) {
			continue
		}
		g.carveCliff(c, low, dx, dz, wild)
	}
}

// carveCliff sets the rock of a column.
func (g *Generator) carveCliff(c *column, low int32, dx, dz int, wild int64) {
	top := int32(c.top)
	rockLow := top - cliffHigh + 1
	rock := uint64(0)
	fx, fz := int64(dx&3), int64(dz&3)
	at := dz/4*cliffSide + dx/4
	for k := range int32(64) {
		y := rockLow + k
		solid := y <= top
		if y > landscape.SeaLevel+1 {
			level := int(y-low) / 4
			fy := int64(y-low) & 3
			p := g.cliffs[level*cliffSide*cliffSide+at:]
			lower := mix4(p, fx, fz)
			n := lower
			if fy > 0 {
				upper := mix4(p[cliffSide*cliffSide:], fx, fz)
				n = lower + (upper-lower)*fy>>2
			}
			solid = int64(top-y)*one+n*cliffReach*wild>>12+one/2 > 0
		}
		if solid {
			rock |= 1 << k
		}
	}
	if rock == 0 {
		return
	}
	c.cliff, c.rock, c.rockLow = true, rock, int16(rockLow)
	c.top = int16(rockLow) + int16(bits.Len64(rock)) - 1
	if int32(c.top) != top {
		c.plant = world.Air
	}
	if world.Blocks[c.cover].Falls || world.Blocks[c.soil].Falls {
		c.cover, c.soil, c.plant = world.Sandstone, world.Sandstone, world.Air
	}
	if c.water == int16(dry) {
		c.ceiling = min(c.ceiling, c.top)
	}
	if half := halves[c.cover]; half != world.Air && c.plant == half && int32(c.top) != top {
		c.plant = world.Air
	}
}

// mix4 interpolates between four lattice points of a level.
func mix4(p []int16, fx, fz int64) int64 {
	a, b, c, d := int64(p[0]), int64(p[1]), int64(p[cliffSide]), int64(p[cliffSide+1])
	return ((a*(4-fx)+b*fx)*(4-fz) + (c*(4-fx)+d*fx)*fz) >> 4
}
