package gen3

import (
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// tileSide is the side of the square of tiles that a generator caches, by the lower bits of their coordinates: 256 tiles, about 3 MB. It
// grows to four times the side after Widen, where many places are asked for by turns.
const tileSide = 16

// The lattice of broad features around a tile: from -4 to 20.
const (
	latticeStep = 4
	latticeSide = 7
	surveyRim   = 2 // columns around a tile: banks are known one column out, and what stands beside them
	surveySide  = 16 + 2*surveyRim
)

// surveyGrid holds what survey computes for the columns of a tile and surveyRim more on each side.
type surveyGrid struct {
	fine   [surveySide * surveySide]int32 // height above the sea, 1/256 block
	height [surveySide * surveySide]int32 // y of the highest block
	water  [surveySide * surveySide]int32 // y of the highest still water, or dry
	rough  [surveySide * surveySide]int32 // the noise of small hills
	river  [surveySide * surveySide]bool  // the water is that of a river or a lake
	far    [surveySide * surveySide]int16 // distance to its bank in blocks, 0 in it, riverReach where there is none
	join   [surveySide * surveySide]int16 // share of the land that is joined
}

// sides are the steps to the four columns beside one in a surveyGrid.
var sides = [4]int{-1, 1, -surveySide, surveySide}

// survey surveys the ground of a tile.
func (g *Generator) survey(t *tile) {
	var lattice [latticeSide * latticeSide]landform
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	wild := int64(0)
	for i := range lattice {
		lx, lz := int64(i%latticeSide)-1, int64(i/latticeSide)-1
		lattice[i] = g.fields.landformAt(x0+lx*latticeStep, z0+lz*latticeStep)
		wild = max(wild, lattice[i].wild)
	}
	s := &g.grid
	g.surveyHeights(t, &lattice, s)
	for i := range t.columns {
		dx, dz := i&15, i>>4
		b := interpolateLandform(&lattice, int64(dx), int64(dz), true)
		g.surveyColumn(&t.columns[i], &b, s, (dz+surveyRim)*surveySide+dx+surveyRim, x0+int64(dx), z0+int64(dz))
	}
	if wild > wildLeast {
		g.carveCliffs(t, &lattice, s)
	}
	t.low, t.high = landTop, landscape.SeaLevel
	for i := range t.columns {
		c := &t.columns[i]
		t.low = min(t.low, int32(c.top)-int32(c.depth)-subDepth, landscape.SeaLevel)
		if c.cliff {
			t.low = min(t.low, int32(c.rockLow))
		}
		t.high = max(t.high, int32(c.top), int32(c.fall))
		if c.plant != world.Air {
			t.high = max(t.high, int32(c.top)+1)
		}
	}
}

// surveyHeights fills heights and water of a surveyGrid.
func (g *Generator) surveyHeights(t *tile, lattice *[latticeSide * latticeSide]landform, s *surveyGrid) {
	x0, z0 := int64(t.x)*16, int64(t.z)*16
	near := g.stretchesNear(x0-surveyRim, z0-surveyRim, x0+15+surveyRim, z0+15+surveyRim)
	joins := g.join != nil && g.join.Near(t.x, t.z)
	for i := range s.height {
		dx, dz := int64(i%surveySide)-surveyRim, int64(i/surveySide)-surveyRim
		b := interpolateLandform(lattice, dx, dz, false)
		rough := g.fields.rough.At(x0+dx, z0+dz)
		h := min(b.ground(rough), (landTop-treeHigh-40)*block)
		bank := g.fields.bankAt(near, x0+dx, z0+dz, rough)
		share := int64(0)
		if joins {
			h, share = g.joinHeight(h, &bank, x0+dx, z0+dz)
		}
		h, s.water[i] = bank.shape(h, rough)
		s.rough[i], s.fine[i], s.join[i] = int32(rough), int32(h), int16(share)
		s.height[i] = landscape.SeaLevel + int32(h>>8)
		s.river[i], s.far[i] = bank.near && bank.beyond < 0, riverReach
		if bank.near {
			s.far[i] = int16(max(bank.beyond>>4, 0))
		}
	}
	// Land beside water that stands higher than it is raised to the water: a bank.
	for z := 1; z < surveySide-1; z++ {
		for x := 1; x < surveySide-1; x++ {
			k := z*surveySide + x
			if s.water[k] != dry {
				continue
			}
			for _, d := range sides {
				if w := s.water[k+d]; w > s.height[k] {
					s.height[k], s.fine[k] = w, (w-landscape.SeaLevel)<<8
				}
			}
		}
	}
}

// joinHeight bends the height of a column to the land that it joins; rivers end before it.
func (g *Generator) joinHeight(h int64, b *bank, x, z int64) (int64, int64) {
	old, share := g.join.At(int32(x), int32(z))
	if share == 0 {
		return h, 0
	}
	if share > one/8 {
		*b = bank{}
	}
	return noise.Lerp(h, int64(old-landscape.SeaLevel)*block+block/2, share), share
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
	b.terrace = mix(nw.terrace, ne.terrace, sw.terrace, se.terrace)
	b.rough = mix(nw.rough, ne.rough, sw.rough, se.rough)
	if climate {
		b.coast = mix(nw.coast, ne.coast, sw.coast, se.coast)
		b.temperature = mix(nw.temperature, ne.temperature, sw.temperature, se.temperature)
		b.humidity = mix(nw.humidity, ne.humidity, sw.humidity, se.humidity)
		b.wild = mix(nw.wild, ne.wild, sw.wild, se.wild)
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
		height: up, coast: b.coast, river: s.river[k], wet: b.wet, humidity: b.humidity,
		temperature: b.temperature - max(up-12, 0)*14,
	}
	*c = column{top: int16(top), biome: p.chooseBiome(), water: int16(s.water[k]), fall: int16(s.water[k]), joined: s.join[k] > joinedLeast, cliffs: b.wild > one/3 && b.coast > -500 && b.coast < 60 && s.join[k] == 0}
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
	steep, level := int32(0), dry
	wall := int32(landTop) // the lowest floor of the water beside
	for _, d := range sides {
		n := k + d
		steep = max(steep, top-s.height[n])
		if w := s.water[n]; w != dry {
			wall = min(wall, s.height[n])
			level = max(level, w)
		}
	}
	patch := g.fields.patch.At(x, z)
	if s.water[k] != dry {
		c.setSeabed(int64(top-s.water[k]), patch)
		if level > s.water[k] { // water falls into it
			c.fall = int16(level)
		}
	} else {
		if s.far[k] > 3 || steep > 5 { // banks are of earth
			c.exposeRock(int64(steep), up, h, int64(s.rough[k]))
		}
		c.layShore(up, int64(s.far[k]), level, h, patch)
	}
	g.setCaveCeilings(c, wall, x, z)
	c.caves, c.wet = g.caves.caveKindAt(x, z)
	if s.water[k] == dry {
		c.choosePlant(info, s, k, h, patch, level)
	}
}

// joinedLeast is the share of the land that is joined above which a column is so near to it that no tree stands there.
const joinedLeast = 4000

// layShore lays what lies where water was: gravel, sand and wet stone in a band at the coast, pebbles and mud at rivers.
func (c *column) layShore(up, river int64, level int32, h uint64, patch int64) {
	switch {
	case c.cover == world.Sand && up <= 2 && patch < shingle:
		c.cover, c.soil = world.Gravel, world.Gravel // flint, not far from where a player begins
	case c.cover == world.Stone && up <= 2 && h>>50&3 != 0:
		c.cover = world.MossyCobblestone // what the tide reaches
	case river <= 1 && level != dry && c.cover == world.Grass && patch > 700:
		c.cover, c.soil = world.Sand, world.Sand
	case river <= 2 && c.cover == world.Grass && patch < -500 && level != dry:
		c.cover, c.soil = world.Gravel, world.Gravel
	case river <= 1 && c.cover == world.Grass && h>>50&3 == 0:
		c.cover = world.Dirt
	}
}

// choosePlant decides what is on the ground of a dry column: half a block where the slope goes on, else a plant. level is that of the water
// beside, or dry.
func (c *column) choosePlant(info *biomeInfo, s *surveyGrid, k int, h uint64, patch int64, level int32) {
	if half := halves[c.cover]; half != world.Air && s.fine[k]&255 >= 112 {
		higher := false
		for _, d := range sides {
			up := s.height[k+d] - int32(c.top)
			higher = higher || up == 1 && s.water[k+d] == dry
		}
		if higher {
			c.plant = half
			return
		}
	}
	switch {
	case c.cover == world.Grass:
		c.plant = info.plants.choose(int64(h>>40&4095), patch, s.rough[k], h)
	case c.cover == world.Sand && c.top > int16(landscape.SeaLevel)+1 && h>>40&511 == 0:
		c.plant = world.TallGrass
	case c.cover == world.Gravel && h>>40&31 == 0:
		c.plant = pebble
	}
	if level == int32(c.top) && !c.cold && (c.cover == world.Grass || c.cover == world.Sand) && patch > -400 && h>>40&3 != 0 {
		c.plant = reed
	}
}

// shingle is the noise of patches below which a shore is gravel.
const shingle = -900

// choose picks one of the plants; patch is noise that makes some places lush and others bare. Flowers stand in drifts: each of them where
// another part of the noise of small hills is.
func (p plants) choose(roll, patch int64, drift int32, h uint64) world.Block {
	roll = roll * (one - patch/2) >> 12
	for i := range p {
		share := int64(p[i].share)
		if p[i].drifts {
			if int(drift>>9+8)%5 != i%5 || h>>52&7 == 0 {
				continue
			}
			share *= 5
		}
		if roll -= share; roll < 0 {
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
func (g *Generator) setCaveCeilings(c *column, wall int32, x, z int64) {
	top := int32(c.top)
	ceiling := top - int32(c.depth) - 4
	falls := world.Blocks[c.cover].Falls || world.Blocks[c.soil].Falls
	if !falls && top > landscape.SeaLevel+1 && c.water == int16(dry) && g.caves.mouth.At(x, z) > mouthShare {
		ceiling = top
	}
	if c.water != int16(dry) {
		ceiling = top - 8
	}
	c.ceiling = int16(min(ceiling, wall-4))
}
