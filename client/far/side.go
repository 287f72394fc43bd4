package far

import (
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// edgeShade is the brightness of the walls: that of sides of blocks in a wood.
const edgeShade = 0.78

// edgeUnder is how far walls go into the ground of the last column, in which somebody may dig, in blocks.
const edgeUnder = 1

// columnSide is a side of a column: where its wall begins, in blocks from the column's corner, the direction of the wall, seen from within the
// column from left to right, and the direction out.
type columnSide struct{ x, z, dx, dz, outX, outZ int32 }

var sides = [...]columnSide{{0, 0, 1, 0, 0, -1}, {16, 0, 0, 1, 1, 0}, {16, 16, -1, 0, 0, 1}, {0, 16, 0, -1, -1, 0}}

// ground returns the lowest top of the ground in the last blocks of a column along a part of a side, within two heights.
func (s *columnSide) ground(c *Covered, x, z int32, part, heights [2]int32) float32 {
	lowest := heights[1]
	for i := part[0]; i < part[1]; i++ {
		atX, atZ := x+s.x+s.dx*i+min(s.dx, 0)-max(s.outX, 0), z+s.z+s.dz*i+min(s.dz, 0)-max(s.outZ, 0)
		lowest = min(lowest, c.Ground.Ground(atX, atZ, heights[1], heights[0]))
	}
	return float32(lowest)
}

// placeAt returns the place of a level that a block, by x and z, lies in.
func placeAt(block [2]int32, level uint8) protocol.FarPlace {
	p := protocol.FarPlace{Level: level}
	w := int64(p.Width())
	p.X, p.Z = int32(world.FloorDiv(int64(block[0]), w)), int32(world.FloorDiv(int64(block[1]), w))
	return p
}

// at returns the finest tile that is drawn at a block, nil if there is none, and the place in it.
func (v *View) at(x, z int32) (t *tile, dx, dz int32) {
	for level := range uint8(protocol.FarLevels) {
		p := placeAt([2]int32{x, z}, level)
		if of := v.tiles[p]; of != nil && of.mesh != nil && of.drawn() == of.mesh {
			cx, cz := p.Corner()
			return of, x - cx, z - cz
		}
	}
	return nil, 0, 0
}

// surface returns the height of a drawn tile at a corner of blocks, in blocks from the tile's corner, 0 to its width.
func (t *tile) surface(x, z int32) float32 {
	c := t.land.Place.Cell()
	i, k := min(x/c, protocol.FarCells-1), min(z/c, protocol.FarCells-1)
	fx, fz := float32(x-i*c)/float32(c), float32(z-k*c)/float32(c)
	h := func(i, k int32) float32 { return t.heights[i+k*side] }
	low, high := h(i, k)*(1-fx)+h(i+1, k)*fx, h(i, k+1)*(1-fx)+h(i+1, k+1)*fx
	return low*(1-fz) + high*fz
}

// isStraight reports whether three corners of blocks on a line along X or Z lie on one in the surface of a drawn tile, too.
func (t *tile) isStraight(ax, az, bx, bz, cx, cz int32) bool {
	const most = 0.25 / scene.FarHeightUnits
	a, c := t.surface(ax, az), t.surface(cx, cz)
	off := t.surface(bx, bz) - a - (c-a)*float32(bx-ax+bz-az)/float32(cx-ax+cz-az)
	return max(off, -off) < most
}

// coverLook is what a tile looks like at a block: its colour, and that of the water there, below ice if there is some.
type coverLook struct {
	colour, water rgb
	wet, frozen   bool
}

// lookAt returns what a tile looks like at a block, in blocks from its corner.
func (t *tile) lookAt(x, z int32) (l coverLook) {
	c := t.land.Covers[t.land.Cells[x/t.land.Place.Cell()+z/t.land.Place.Cell()*protocol.FarCells]]
	l.colour = colourOf(c.Block, c.Biome)
	switch c.Block {
	case world.Water:
		l.wet, l.water = true, l.colour
	case world.Ice:
		l.wet, l.frozen, l.water = true, true, colourOf(world.Water, c.Biome)
	}
	return l
}
