// Package terrain makes the small, varied land of the laboratory: a function of a seed.
//
// Owner: nobody; a Terrain is read only, and each section that it makes is a copy.
package terrain

import (
	"voxtide/internal/splitmix"
	"voxtide/world"
)

// Terrain is the laboratory's land, a function of its seed: hills with steps, jumps and falls; ponds; beaches of sand
// and fields of gravel, some with hollows under them; slabs and stairs on slopes; trees; pillars with a ladder.
// Blocks lie between y -16 and 48; below is bedrock, above is air.
type Terrain struct {
	seed       uint64
	reservoirs bool // see NewReservoirs
	perils     bool // see NewPerils
}

const (
	terrainLow   = -16 // lowest block that is not bedrock, and the first y of its section
	terrainHigh  = 48  // nothing but air from here
	waterLevel   = 9
	treeCell     = 9 // at most one tree or pillar in each square of this width
	hollowCell   = 6 // at most one hollow in each square of this width
	treeHeight   = 5
	pillarHeight = 6
)

// New returns the land of a seed.
func New(seed uint64) *Terrain { return &Terrain{seed: seed} }

func (t *Terrain) hash(what uint64, x, z int32) uint64 {
	return splitmix.Mix(t.seed + what*0x9e3779b97f4a7c15 ^ uint64(uint32(x))<<32 ^ uint64(uint32(z))*0xff51afd7ed558ccd)
}

// noise is smooth noise of 0 to 1023 on a lattice of the given width.
func (t *Terrain) noise(what uint64, x, z, width int32) int32 {
	cx, cz := cellOf(x, width), cellOf(z, width)
	fx, fz := smooth(x-cx*width, width), smooth(z-cz*width, width)
	a, b := int32(t.hash(what, cx, cz)&1023), int32(t.hash(what, cx+1, cz)&1023)
	c, d := int32(t.hash(what, cx, cz+1)&1023), int32(t.hash(what, cx+1, cz+1)&1023)
	n, s := a+(b-a)*fx/1024, c+(d-c)*fx/1024
	return n + (s-n)*fz/1024
}

// smooth maps 0..width to 0..1024 with a soft start and end.
func smooth(d, width int32) int32 {
	f := d * 1024 / width
	return int32(int64(f) * int64(f) * int64(3*1024-2*f) >> 20)
}

// cellOf returns the index of the square, of the given width, that a coordinate lies in.
func cellOf(x, width int32) int32 { return int32(world.FloorDiv(int64(x), int64(width))) }

// column describes one column of blocks.
type column struct {
	top        int32       // y of the highest block of the ground
	cover      world.Block // the top block of the ground
	soil       world.Block // the three blocks below it
	decoration world.Block // on the ground, at top+1
	hollow     bool        // air from top-5 to top-3
	stem       int32       // height of a tree or pillar that stands here, 0 for none
	pillar     bool
	ladder     int32 // height of a ladder that leans against a pillar in the west
	crown      int32 // lowest y of leaves here, 0 for none; they reach two blocks up
}

// ground returns the height of the ground, and its blocks.
func (t *Terrain) ground(x, z int32) (top int32, cover, soil world.Block) {
	top = 4 + t.noise(1, x, z, 29)*14/1024 + t.noise(2, x, z, 9)*5/1024
	kind := t.noise(3, x, z, 23)
	switch {
	case kind < 330 || top <= waterLevel:
		return top, world.Sand, world.Sand
	case kind < 430:
		return top, world.Gravel, world.Gravel
	case kind > 860:
		return top, world.Stone, world.Stone
	}
	return top, world.Grass, world.Dirt
}

func (t *Terrain) column(x, z int32) (c column) {
	c.top, c.cover, c.soil = t.ground(x, z)
	hx, hz := cellOf(x, hollowCell), cellOf(z, hollowCell)
	c.hollow = world.Blocks[c.soil].Falls && c.top > waterLevel && t.hash(4, hx, hz)&3 == 0 &&
		x-hx*hollowCell < 3 && z-hz*hollowCell < 3
	t.growth(&c, x, z)
	if c.stem == 0 && c.ladder == 0 && c.top >= waterLevel {
		c.decoration = t.decoration(x, z, &c)
	}
	return c
}

// growth adds the parts of the trees or pillars of this square that lie in the column.
func (t *Terrain) growth(c *column, x, z int32) {
	gx, gz := cellOf(x, treeCell), cellOf(z, treeCell)
	h := t.hash(5, gx, gz)
	// stems stand at least two blocks from the border of the square, so crowns stay within it
	sx, sz := gx*treeCell+2+int32(h>>8%5), gz*treeCell+2+int32(h>>16%5)
	top, cover, _ := t.ground(sx, sz)
	if top < waterLevel || h%3 == 0 {
		return
	}
	dx, dz := x-sx, z-sz
	switch {
	case h%7 == 0:
		if dx == 0 && dz == 0 {
			c.stem, c.pillar = pillarHeight, true
		} else if dx == 1 && dz == 0 && c.top < top+pillarHeight {
			c.ladder = top + pillarHeight - c.top
		}
	case cover == world.Grass:
		if dx == 0 && dz == 0 {
			c.stem = treeHeight
		}
		if dx >= -2 && dx <= 2 && dz >= -2 && dz <= 2 {
			c.crown = top + treeHeight - 1
		}
	}
}

// decoration returns what stands on the ground: slabs and stairs on slopes, otherwise plants.
func (t *Terrain) decoration(x, z int32, c *column) world.Block {
	h := t.hash(6, x, z)
	if h&3 == 0 {
		east, _, _ := t.ground(x+1, z)
		west, _, _ := t.ground(x-1, z)
		north, _, _ := t.ground(x, z-1)
		switch {
		case east == c.top+1:
			return [...]world.Block{world.StoneSlab, world.StoneStairsEast}[h>>2&1]
		case west == c.top+1:
			return [...]world.Block{world.PlankSlab, world.StoneStairsWest}[h>>2&1]
		case north == c.top+1:
			return [...]world.Block{world.StoneSlab, world.PlankStairsNorth}[h>>2&1]
		}
	}
	switch {
	case c.cover != world.Grass || h&64 != 0:
		return world.Air
	case h>>8%9 == 0:
		return world.TallGrass
	case h>>8%31 == 1:
		return world.RedFlower
	}
	return world.Air
}

func (c *column) block(y int32) world.Block {
	switch up := y - c.top; {
	case up < -5 || up < 0 && up >= -5 && y < terrainLow+1:
		return world.Stone
	case up < -2 && c.hollow:
		return world.Air
	case up < -3:
		return world.Stone
	case up < 0:
		return c.soil
	case up == 0:
		return c.cover
	case up <= c.stem && c.pillar:
		return world.Cobblestone
	case up <= c.stem:
		return world.Log
	case up <= c.ladder:
		return world.Ladder
	case c.crown > 0 && y >= c.crown && y <= c.crown+2:
		return world.Leaves
	case up == 1 && c.decoration != world.Air:
		return c.decoration
	case y <= waterLevel:
		return world.Water
	}
	return world.Air
}

// Section generates a section.
func (t *Terrain) Section(p world.SectionPos) *world.Section {
	o := p.Origin()
	switch {
	case o.Y < terrainLow:
		return uniformBedrock.Clone()
	case o.Y < 0:
		return uniformStone.Clone()
	case o.Y >= terrainHigh:
		return world.NewSection(world.Air)
	}
	var cells [world.SectionCells]world.Block
	if t.reservoirs || t.perils {
		block := reservoirBlock
		if t.perils {
			block = perilsBlock
		}
		for i := range cells {
			cells[i] = block(p.PosAt(i))
		}
		return world.SectionOf(&cells)
	}
	for z := range int32(16) {
		for x := range int32(16) {
			c := t.column(o.X+x, o.Z+z)
			for y := range int32(16) {
				cells[x+16*z+256*y] = c.block(o.Y + y)
			}
		}
	}
	return world.SectionOf(&cells)
}

// Read only: each section that is returned is a copy.
var (
	uniformBedrock = world.NewSection(world.Bedrock)
	uniformStone   = world.NewSection(world.Stone)
)

// StandingPlace returns a place to stand near a column: on the ground, with room for an avatar, out of the water if
// there is such a place within 40 blocks.
func (t *Terrain) StandingPlace(x, z int32) world.Vec {
	for d := range int32(40) {
		for _, at := range [...][2]int32{{x + d, z}, {x - d, z}, {x, z + d}, {x, z - d}, {x + d, z + d}, {x - d, z - d}} {
			c := t.column(at[0], at[1])
			if c.top > waterLevel && c.stem == 0 && c.ladder == 0 && c.crown == 0 && c.decoration == world.Air {
				return world.BottomCentre(world.Pos{X: at[0], Y: c.top + 1, Z: at[1]})
			}
		}
	}
	c := t.column(x, z)
	return world.BottomCentre(world.Pos{X: x, Y: max(c.top+c.stem, waterLevel) + 4, Z: z})
}

// NearestSand returns the nearest place, in widening squares, whose ground falls and lies above the water. Sand
// diggers go there.
func (t *Terrain) NearestSand(x, z int32) (int32, int32) {
	for d := int32(0); d < 120; d += 3 {
		for i := -d; i <= d; i += 3 {
			for _, at := range [...][2]int32{{x + i, z + d}, {x + i, z - d}, {x + d, z + i}, {x - d, z + i}} {
				top, cover, _ := t.ground(at[0], at[1])
				if world.Blocks[cover].Falls && top > waterLevel {
					return at[0], at[1]
				}
			}
		}
	}
	return x, z
}
