package worldgen

import "voxtide/world"

// landTop is a y that no ground and no tree reaches.
const landTop = 320

// treeHigh is how far above the ground a tree may reach, and treeWide how far to the side, in blocks.
const (
	treeHigh = 26
	treeWide = 8
)

// tileSlots is the number of tiles remembered: a square of 16, by the lower bits of their coordinates.
const tileSlots = 256

// column is what is known of the ground at one place seen from above.
type column struct {
	top     int16 // y of the highest block
	ceiling int16 // highest y at which a cave may cut into it
	depth   uint8 // blocks of cover and soil
	biome   Biome
	cover   world.Block
	soil    world.Block
	sub     world.Block // the two blocks below the soil
	plant   world.Block // on top of it, or air
	cold    bool        // water freezes here
}

// tile is what is known of 16 x 16 columns.
type tile struct {
	x, z    int32 // in sections
	low     int32 // below it there is rock, ore and cave and nothing else
	high    int32 // y of the highest ground or water
	columns [256]column
	trees   []tree // those that stand here
	crown   int32  // y of the highest block of a tree, or low
}

// The lattice of broad features around a tile: from -4 to 20.
const (
	latticeStep = 4
	latticeSide = 7
	skirtSide   = 18 // columns from -1 to 16: slopes are known at the edges, too
)

// tile returns what is known of 16 x 16 columns; it is valid until the next call with the same lower bits.
func (g *Generator) tile(x, z int32) *tile {
	slot := &g.tiles[x&15|z&15<<4]
	t := *slot
	if t != nil && t.x == x && t.z == z {
		return t
	}
	if t == nil {
		t = &tile{}
		*slot = t
	}
	t.x, t.z = x, z
	g.survey(t)
	g.plant(t)
	return t
}

// skirt is what survey works out for the columns of a tile and one more on each side.
type skirt struct {
	height [skirtSide * skirtSide]int32
	rough  [skirtSide * skirtSide]int32
}

// survey works out the ground of a tile.
func (g *Generator) survey(t *tile) {
	var lattice [latticeSide * latticeSide]broad
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	for i := range lattice {
		lx, lz := int64(i%latticeSide)-1, int64(i/latticeSide)-1
		lattice[i] = g.fields.broad(x0+lx*latticeStep, z0+lz*latticeStep)
	}
	var s skirt
	for i := range s.height {
		dx, dz := int64(i%skirtSide)-1, int64(i/skirtSide)-1
		b := between(&lattice, dx, dz, false)
		rough := g.fields.rough.at(x0+dx, z0+dz)
		s.rough[i] = int32(rough)
		s.height[i] = SeaLevel + int32(min(b.carve(rough), (landTop-treeHigh-40)*block)>>8)
	}
	t.low, t.high = landTop, SeaLevel
	for i := range t.columns {
		dx, dz := i&15, i>>4
		b := between(&lattice, int64(dx), int64(dz), true)
		c := &t.columns[i]
		g.ground(c, &b, &s, (dz+1)*skirtSide+dx+1, x0+int64(dx), z0+int64(dz))
		t.low = min(t.low, int32(c.top)-int32(c.depth)-subDepth, SeaLevel)
		t.high = max(t.high, int32(c.top))
	}
}

// between interpolates the broad features of a column; without climate only what heights need.
func between(l *[latticeSide * latticeSide]broad, x, z int64, climate bool) (b broad) {
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

// subDepth is how many blocks of sub lie below the soil.
const subDepth = 3

// cover decides what the ground of a column is made of; k is its place in the skirt.
func (g *Generator) ground(c *column, b *broad, s *skirt, k int, x, z int64) {
	h := hash2(g.seed^saltGround, x, z)
	top := s.height[k]
	up := int64(top - SeaLevel)
	p := place{
		height: up, coast: b.coast, river: magnitude(b.river), wet: b.wet, humidity: b.humidity,
		temperature: b.temperature - max(up-12, 0)*14,
	}
	c.top, c.biome = int16(top), p.biome()
	c.cold = p.temperature < snowTemperature

	// Materials fade into each other: a little chance in the climate dithers the borders.
	p.temperature += int64(h&255) - 128
	p.humidity += int64(h>>8&255) - 128
	p.coast += int64(h>>16&127) - 64
	p.height += int64(h>>24&3) - 1
	if p.height <= 0 || up <= 0 {
		p.height = up
	}
	info := &biomes[p.biome()]
	c.cover, c.soil, c.sub, c.depth = info.cover, info.soil, info.sub, 3+uint8(h>>32&1)
	steep := int32(0)
	wall := int32(landTop) // the lowest floor of the water beside
	for _, n := range [4]int{k - 1, k + 1, k - skirtSide, k + skirtSide} {
		steep = max(steep, top-s.height[n])
		if s.height[n] < SeaLevel {
			wall = min(wall, s.height[n])
		}
	}
	if top < SeaLevel {
		g.seabed(c, &p, up, x, z)
	} else {
		c.slope(int64(steep), up, h, int64(s.rough[k]))
	}
	g.ceilings(c, int64(s.rough[k]), wall, x, z)
	c.plant = world.Air
	if c.cover == world.Grass && top >= SeaLevel {
		c.plant = info.plants.pick(int64(h>>40&4095), g.fields.patch.at(x, z))
	} else if c.cover == world.Sand && top > SeaLevel+1 && h>>40&511 == 0 {
		c.plant = world.TallGrass
	}
	if c.top == int16(SeaLevel) && c.plant != world.Air && c.biome == River {
		c.plant = world.Air
	}
}

// pick draws one of the plants; patch is noise that makes some places lush and others bare.
func (p plants) pick(roll, patch int64) world.Block {
	roll = roll * (one - patch/2) >> 12
	for i := range p {
		if roll -= int64(p[i].share); roll < 0 {
			return p[i].kind
		}
	}
	return world.Air
}

// seabed decides the ground under water.
func (g *Generator) seabed(c *column, p *place, up, x, z int64) {
	patch := g.fields.patch.at(x, z)
	switch {
	case patch > 1500 && up > -14:
		c.cover, c.soil, c.sub = world.Clay, world.Clay, world.Stone
	case patch < -1400:
		c.cover, c.soil, c.sub = world.Gravel, world.Gravel, world.Stone
	case c.biome == Swamp || c.cover == world.Grass || c.cover == world.Snow:
		c.cover, c.soil, c.sub = world.Dirt, world.Dirt, world.Stone
	}
}

// slope lays rock bare where the ground is steep or high.
func (c *column) slope(steep, up int64, h uint64, rough int64) {
	switch {
	case c.cover == world.RedSand && steep >= 2:
		c.cover, c.soil, c.depth = world.Sandstone, world.Sandstone, 8
	case c.cover == world.Sand && steep >= 3:
		c.cover, c.soil = world.Sandstone, world.Sandstone
	case c.cover == world.Snow && steep >= 4 || c.cover == world.Grass && steep >= 3+int64(h>>48&1):
		c.cover, c.soil = world.Stone, world.Stone
	case c.biome == Mountains && c.cover == world.Grass && up+rough*8>>12+int64(h>>49&3) > alpine+14:
		c.cover, c.soil = world.Stone, world.Stone
	case c.biome == Mountains && c.cover == world.Grass && rough < -1300:
		c.cover, c.soil = world.Gravel, world.Gravel
	}
}

// ceilings sets how high caves may cut: below soil that could fall, below water and its walls, and to the surface only
// here and there.
func (g *Generator) ceilings(c *column, rough int64, wall int32, x, z int64) {
	top := int32(c.top)
	ceiling := top - int32(c.depth) - 4
	falls := world.Blocks[c.cover].Falls || world.Blocks[c.soil].Falls
	if !falls && top > SeaLevel+1 && g.caves.mouth.at(x, z) > mouthShare {
		ceiling = top
	}
	if top < SeaLevel {
		ceiling = top - 8
	}
	c.ceiling = int16(min(ceiling, wall-4))
}
