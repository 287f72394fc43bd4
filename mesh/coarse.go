package mesh

import "voxtide/world"

// Coarse meshes are of sections that are far: two blocks of each axis are one. A group of eight is as its topmost block that
// fills space; nothing solid that a neighbour touches becomes air or leaves, so one that is meshed in full, and hides its sides
// behind it, shows no hole. For the same reason a section's own sides may be left out where the cell of a neighbour, as it is in
// full, hides them.

// bulks is what a block is in a coarse mesh, by block: itself if it fills its cell, a full block of its material if one of its
// sides hides what it lies before, and air for what is small.
var bulks = func() (out [byteBlocks]world.Block) {
	for b := range kinds {
		k := &kinds[b]
		switch {
		case !k.model && world.Blocks[b].Shape != world.ShapeEmpty || k.liquid:
			out[b] = world.Block(b)
		case k.covers != 0:
			out[b] = bulkOf(world.Block(b))
		}
	}
	return out
}()

// bulkOf returns the full block whose textures another has; stone if there is none.
func bulkOf(b world.Block) world.Block {
	for c := range kinds {
		if kinds[c].opaque && world.Blocks[c].Faces == world.Blocks[b].Faces {
			return world.Block(c)
		}
	}
	return world.Stone
}

// rank orders the blocks of a group: the greatest is what it becomes.
var ranks = func() (out [byteBlocks]uint8) {
	for b := range kinds {
		switch k := &kinds[bulks[b]]; {
		case bulks[b] == world.Air:
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

// Coarsen makes a section that was filled in and lit one of groups of 2x2x2 blocks. Its light stays.
func (p *Padded) Coarsen() {
	if p.dull {
		return
	}
	for y := 0; y < size; y += 2 {
		for z := 0; z < size; z += 2 {
			for x := 0; x < size; x += 2 {
				p.group(x, y, z)
			}
		}
	}
}

// corners are the cells of a group, from its lowest: those above first, because of equals the first counts.
var corners = [...]struct{ step, x, y, z int }{
	{stepY, 0, 1, 0}, {stepY + stepX, 1, 1, 0}, {stepY + stepZ, 0, 1, 1}, {stepY + stepZ + stepX, 1, 1, 1},
	{0, 0, 0, 0}, {stepX, 1, 0, 0}, {stepZ, 0, 0, 1}, {stepZ + stepX, 1, 0, 1},
}

// group makes the eight cells from (x, y, z) on equal. Trunks within leaves are leaves, but where a neighbour may touch them.
func (p *Padded) group(x, y, z int) {
	i := At(x, y, z)
	best, rank := world.Air, uint8(0)
	leaves, leafy, solid, touched := 0, world.Air, 0, false
	for k := range corners {
		c := &corners[k]
		b := p.Blocks[i+c.step]
		r := ranks[uint8(b)]
		if r > rank {
			best, rank = bulks[uint8(b)], r
		}
		switch r {
		case 4:
			solid++
			touched = touched || outer(x+c.x) || outer(y+c.y) || outer(z+c.z)
		case 2:
			leaves, leafy = leaves+1, b
		}
	}
	if leaves > solid && !touched {
		best = leafy
	}
	for k := range corners {
		p.Blocks[i+corners[k].step] = best
	}
}

// outer tells whether a coordinate is that of a cell which a neighbouring section touches.
func outer(x int) bool { return x == 0 || x == size-1 }
