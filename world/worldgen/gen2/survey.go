package gen2

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// tileSide is the side of the square of tiles that a generator caches, by the lower bits of their coordinates: 256 tiles, about 1.5 MB. It
// grows to four times the side after Widen, where many places are asked for by turns.
const tileSide = 16

// The lattice of broad features around a tile: from -4 to 20.
const (
	latticeStep = 4
	latticeSide = 7
	surveySide  = 18 // columns from -1 to 16: slopes are known at the edges, too
)

// surveyGrid holds the heights that survey computes for the columns of a tile and one more on each side.
type surveyGrid struct {
	fine   [surveySide * surveySide]int32 // height above the sea, 1/256 block
	height [surveySide * surveySide]int32 // y of the highest block
	rough  [surveySide * surveySide]int32 // the noise of small hills
}

// survey surveys the ground of a tile.
func (g *Generator) survey(t *tile) {
	var lattice [latticeSide * latticeSide]landform
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	for i := range lattice {
		lx, lz := int64(i%latticeSide)-1, int64(i/latticeSide)-1
		lattice[i] = g.fields.landformAt(x0+lx*latticeStep, z0+lz*latticeStep)
	}
	var s surveyGrid
	for i := range s.height {
		dx, dz := int64(i%surveySide)-1, int64(i/surveySide)-1
		b := interpolateLandform(&lattice, dx, dz, false)
		rough := g.fields.rough.At(x0+dx, z0+dz)
		s.rough[i] = int32(rough)
		s.fine[i] = int32(min(b.carveRivers(rough), (landTop-treeHigh-40)*block))
		s.height[i] = landscape.SeaLevel + s.fine[i]>>8
	}
	t.low, t.high = landTop, landscape.SeaLevel
	for i := range t.columns {
		dx, dz := i&15, i>>4
		b := interpolateLandform(&lattice, int64(dx), int64(dz), true)
		c := &t.columns[i]
		g.surveyColumn(c, &b, &s, (dz+1)*surveySide+dx+1, x0+int64(dx), z0+int64(dz))
		t.low = min(t.low, int32(c.top)-int32(c.depth)-subDepth, landscape.SeaLevel)
		t.high = max(t.high, int32(c.top))
		if c.plant != world.Air {
			t.high = max(t.high, int32(c.top)+1)
		}
	}
}

// interpolateLandform interpolates the broad features of a column; without climate only the features that heights need.
func interpolateLandform(l *[latticeSide * latticeSide]landform, x, z int64, climate bool) (b landform) {
	i := (z/latticeStep+1)*latticeSide + x/latticeStep + 1
	if x < 0 {
		i, x = i-1, x+latticeStep
	}
	if z < 0 {
		i, z = i-latticeSide, z+latticeStep
	}
	fx, fz := x&3, z&3
	nw, ne, sw, se := &l[i], &l[i+1], &l[i+latticeSide], &l[i+latticeSide+1]
	mix := func(a, b, c, d int64) int64 { return ((a*(4-fx)+b*fx)*(4-fz) + (c*(4-fx)+d*fx)*fz) >> 4 }
	b.land = mix(nw.land, ne.land, sw.land, se.land)
	b.river = mix(nw.river, ne.river, sw.river, se.river)
	b.valley = mix(nw.valley, ne.valley, sw.valley, se.valley)
	b.terrace = mix(nw.terrace, ne.terrace, sw.terrace, se.terrace)
	b.rough = mix(nw.rough, ne.rough, sw.rough, se.rough)
	if climate {
		b.coast = mix(nw.coast, ne.coast, sw.coast, se.coast)
		b.temperature = mix(nw.temperature, ne.temperature, sw.temperature, se.temperature)
		b.humidity = mix(nw.humidity, ne.humidity, sw.humidity, se.humidity)
		b.wet = mix(nw.wet, ne.wet, sw.wet, se.wet)
	}
	return b
}

// surveyColumn decides what the ground of a column is made of; k is its index in the surveyGrid.
func (g *Generator) surveyColumn(c *column, b *landform, s *surveyGrid, k int, x, z int64) {
	h := noise.Hash2(g.seed^saltGround, x, z)
	top := s.height[k]
	up := int64(top - landscape.SeaLevel)
	p := site{
		height: up, coast: b.coast, river: noise.Magnitude(b.river), wet: b.wet, humidity: b.humidity,
		temperature: b.temperature - max(up-12, 0)*14,
	}
	c.top, c.biome = int16(top), p.chooseBiome()
	c.cold = p.temperature < snowTemperature

	// Materials fade into each other: some randomness in the climate dithers the borders.
	p.temperature += int64(h&255) - 128
	p.humidity += int64(h>>8&255) - 128
	p.coast += int64(h>>16&127) - 64
	p.height = (int64(s.fine[k]) + int64(h>>24&127) - 64) >> 8
	if p.height <= 0 || up <= 0 { // but not the border of the water
		p.height = up
	}
	info := &biomes[p.chooseBiome()]
	c.cover, c.soil, c.sub, c.depth = info.cover, info.soil, info.sub, 3+uint8(h>>32&1)
	steep := int32(0)
	wall := int32(landTop) // the lowest floor of the water beside
	for _, n := range [4]int{k - 1, k + 1, k - surveySide, k + surveySide} {
		steep = max(steep, top-s.height[n])
		if s.height[n] < landscape.SeaLevel {
			wall = min(wall, s.height[n])
		}
	}
	if top < landscape.SeaLevel {
		c.setSeabed(up, g.fields.patch.At(x, z))
	} else {
		c.exposeRock(int64(steep), up, h, int64(s.rough[k]))
		if g.number > 1 && c.cover == world.Sand && up <= 2 && g.fields.patch.At(x, z) < shingle {
			c.cover, c.soil = world.Gravel, world.Gravel // flint, not far from where a player begins
		}
	}
	g.setCaveCeilings(c, int64(s.rough[k]), wall, x, z)
	switch c.plant = world.Air; {
	case c.cover == world.Grass:
		c.plant = info.plants.choose(int64(h>>40&4095), g.fields.patch.At(x, z))
		if g.number == 1 && (c.plant == flax || c.plant == berries || c.plant == blueFlower || c.plant == whiteFlower) {
			c.plant = world.Air // they are the last ones of each biome, which generator 1 did not have
		}
	case c.cover == world.Sand && top > landscape.SeaLevel+1 && h>>40&511 == 0:
		c.plant = world.TallGrass
	}
	if g.number > 1 && wall < landscape.SeaLevel && top == landscape.SeaLevel && !c.cold && (c.cover == world.Grass || c.cover == world.Sand) && g.fields.patch.At(x, z) > 0 && h>>40&3 == 0 {
		c.plant = reed
	}
}

// shingle is the noise of patches below which a shore is gravel.
const shingle = -900

// choose picks one of the plants; patch is noise that makes some places lush and others bare.
func (p plants) choose(roll, patch int64) world.Block {
	roll = roll * (noise.One - patch/2) >> 12
	for i := range p {
		if roll -= int64(p[i].share); roll < 0 {
			return p[i].kind
		}
	}
	return world.Air
}

// setSeabed sets the ground under water; patch is noise.
func (c *column) setSeabed(up, patch int64) {
	switch {
	case patch > 1500 && up > -14:
		c.cover, c.soil, c.sub = world.Clay, world.Clay, world.Stone
	case patch < -1400:
		c.cover, c.soil, c.sub = world.Gravel, world.Gravel, world.Stone
	case c.biome == landscape.Swamp || c.cover == world.Grass || c.cover == world.Snow:
		c.cover, c.soil, c.sub = world.Dirt, world.Dirt, world.Stone
	}
}

// exposeRock replaces the ground by rock where it is steep or high.
func (c *column) exposeRock(steep, up int64, h uint64, rough int64) {
	switch {
	case c.cover == world.RedSand && steep >= 2:
		c.cover, c.soil, c.depth = world.Sandstone, world.Sandstone, 8
	case c.cover == world.Sand && steep >= 3:
		c.cover, c.soil = world.Sandstone, world.Sandstone
	case c.cover == world.Snow && steep >= 4 || c.cover == world.Grass && steep >= 3+int64(h>>48&1):
		c.cover, c.soil = world.Stone, world.Stone
	case c.biome == landscape.Mountains && c.cover == world.Grass && up+rough*8>>12+int64(h>>49&3) > alpine+14:
		c.cover, c.soil = world.Stone, world.Stone
	case c.biome == landscape.Mountains && c.cover == world.Grass && rough < -1300:
		c.cover, c.soil = world.Gravel, world.Gravel
	}
}

// setCaveCeilings sets how high caves may cut: below soil that could fall, below water and its walls, and up to the
// surface only at some places.
func (g *Generator) setCaveCeilings(c *column, rough int64, wall int32, x, z int64) {
	top := int32(c.top)
	ceiling := top - int32(c.depth) - 4
	falls := world.Blocks[c.cover].Falls || world.Blocks[c.soil].Falls
	if !falls && top > landscape.SeaLevel+1 && g.caves.mouth.At(x, z) > mouthShare {
		ceiling = top
	}
	if top < landscape.SeaLevel {
		ceiling = top - 8
	}
	c.ceiling = int16(min(ceiling, wall-4))
}
