package mesh

import "voxtide/world"

// Levels of detail: from afar leaves are closed (crowns.go), and farther away a section is meshed from groups of 2x2x2 blocks. A group becomes its topmost block that fills space. A
// solid block that a neighbouring section touches never becomes air, and becomes leaves only where these are closed (crowns.go).
// So a neighbour that is meshed in full, and whose faces are hidden behind that block, shows no hole; and a face of the section
// may be left out where the full cell of a neighbour hides it.

// Level is a level of detail, the finest first.
type Level uint8

// The levels.
const (
	LevelFull   Level = iota
	LevelClosed       // all blocks, and leaves are closed
	LevelGroups       // groups of 2x2x2 blocks, and leaves are closed
	LevelCrowns       // the same, and leaves in groups of 4x2x4 blocks
	LevelCount
)

// lodBlocks holds the block that stands for each block in a coarse mesh: the block itself if it fills its cell, a full block of
// its material if one of its faces hides its neighbour, and air if it is small.
var lodBlocks = func() (out [tableBlocks]world.Block) {
	for b := range blockKinds {
		k := &blockKinds[b]
		switch {
		case !k.model && k.shape != world.ShapeEmpty || k.liquid:
			out[b] = world.Block(b)
		case k.covers != 0:
			out[b] = fullBlockOf(world.Block(b))
		}
	}
	return out
}()

// fullBlockOf returns the full block with the textures of a block, stone if there is none.
func fullBlockOf(b world.Block) world.Block {
	for _, k := range world.Kinds {
		if c, _ := world.KindNamed(k.Name); blockKinds[c.Block()].opaque && k.Faces == b.Info().Faces {
			return c.Block()
		}
	}
	return world.Stone
}

// lodRanks orders the blocks of a group: the group becomes the block of the highest rank.
var lodRanks = func() (out [tableBlocks]uint8) {
	for b := range blockKinds {
		switch k := &blockKinds[lodBlocks[b]]; {
		case lodBlocks[b] == world.Air:
		case k.opaque:
			out[b] = 4
		case k.pass == passTranslucent:
			out[b] = 3
		case k.pass == passCutout:
			out[b] = 2
		default:
			out[b] = 1
		}
	}
	return out
}()

// Coarsen makes a filled and lit section coarser, to a level. The light stays.
func (p *Padded) Coarsen(to Level) {
	if p.invisible || to == LevelFull {
		return
	}
	if p.closed = p.closable(); to == LevelClosed {
		return
	}
	for y := 0; y < size; y += 2 {
		for z := 0; z < size; z += 2 {
			for x := 0; x < size; x += 2 {
				p.mergeGroup(x, y, z)
			}
		}
	}
	if p.closed && to == LevelCrowns {
		p.mergeCrowns()
	}
}

// groupCells are the cells of a group, relative to its lowest cell. The upper cells come first, because the first of several
// blocks of the same rank counts.
var groupCells = [...]struct{ step, x, y, z int }{
	{stepY, 0, 1, 0}, {stepY + stepX, 1, 1, 0}, {stepY + stepZ, 0, 1, 1}, {stepY + stepZ + stepX, 1, 1, 1},
	{0, 0, 0, 0}, {stepX, 1, 0, 0}, {stepZ, 0, 0, 1}, {stepZ + stepX, 1, 0, 1},
}

// mergeGroup makes the eight cells from (x, y, z) on equal. Trunks within leaves become leaves, except where a neighbouring
// section may touch them and the leaves are not closed.
func (p *Padded) mergeGroup(x, y, z int) {
	i := CellIndex(x, y, z)
	best, rank := world.Air, uint8(0)
	leaves, leafy, solid, touched := 0, world.Air, 0, false
	for k := range groupCells {
		c := &groupCells[k]
		b := p.Blocks[i+c.step]
		r := lodRanks[b&blockMask]
		if r > rank {
			best, rank = lodBlocks[b&blockMask], r
		}
		switch r {
		case 4:
			solid++
			touched = touched || atBorder(x+c.x) || atBorder(y+c.y) || atBorder(z+c.z)
		case 2:
			leaves, leafy = leaves+1, b
		}
	}
	if leaves > solid && (p.closed || !touched) {
		best = leafy
	}
	for k := range groupCells {
		p.Blocks[i+groupCells[k].step] = best
	}
}

// atBorder reports whether a neighbouring section touches the cells of a coordinate.
func atBorder(x int) bool { return x == 0 || x == size-1 }
