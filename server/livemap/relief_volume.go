package livemap

import (
	"runtime"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

const (
	// patchColumns is the edge of a patch in columns of sections, with one more on each side.
	patchColumns = reliefSize/16 + 2
	// volumeRow is the same in blocks.
	volumeRow = patchColumns * 16
	// asideMax is how far under something one sees from aside, in blocks.
	asideMax = 7
	// slantMax is how far a look into a pit has to be free, in blocks.
	slantMax = 8
)

// skyVolume is the blocks of a patch and of the columns around it, as far down as anything of them is seen.
//
// A cell is open if it can be seen through, and lies under the sky, or if a straight line of at most asideMax such cells leads from it to
// one under the sky, along one of the four sides. Below the natural ground, as in a cave or a mine, the line counts only if a look comes
// in at a slant of one to one: a shaft does not show the tunnels at its foot. Only what borders on open cells is told.
type skyVolume struct {
	near     nearView // surfaces, side patchColumns
	x0, z0   int32    // of the first block
	low, top int32    // y of the lowest layer, and above the highest
	cells    []world.Block
	open     []bool
	natural  [volumeRow * volumeRow]int16 // y of the natural ground
	lowest   [volumeRow * volumeRow]int16 // y of the lowest open cell
	from, to [patchColumns * patchColumns]int32
}

func (v *skyVolume) index(x, y, z int32) int32 { return ((y-v.low)*volumeRow+z)*volumeRow + x }

// ground returns the y of the highest opaque block.
func (v *skyVolume) ground(x, z int32) int32 { return int32(v.near.at(x, z).Ground) }

// load reads the blocks for a patch, whose first block is x, z; at is the time as in Tile.
func (v *skyVolume) load(b *surfaceReader, x, z int32, at int64) error {
	v.x0, v.z0 = x-16, z-16
	v.near.x0, v.near.z0, v.near.side = v.x0, v.z0, patchColumns
	first := column{v.x0 >> 4, v.z0 >> 4}
	kept, err := b.storedColumns(first, column{first.x + patchColumns - 1, first.z + patchColumns - 1})
	if err != nil {
		return err
	}
	for i := range int32(patchColumns * patchColumns) {
		c := column{first.x + i%patchColumns, first.z + i/patchColumns}
		if v.near.surfaces[i], err = b.surface(c, at, kept[c]); err != nil {
			return err
		}
		runtime.Gosched()
	}
	if err := v.measure(b, kept); err != nil {
		return err
	}
	for i := range v.natural {
		v.natural[i] = int16(b.gen.Top(v.x0+int32(i%volumeRow), v.z0+int32(i/volumeRow)))
	}
	n := int((v.top - v.low) * volumeRow * volumeRow)
	if cap(v.cells) < n {
		v.cells, v.open = make([]world.Block, n), make([]bool, n)
	}
	v.cells, v.open = v.cells[:n], v.open[:n]
	clear(v.open)
	for i := range int32(patchColumns * patchColumns) {
		c := column{first.x + i%patchColumns, first.z + i/patchColumns}
		if err := v.loadColumn(b, c, i, at, kept[c]); err != nil {
			return err
		}
		runtime.Gosched()
	}
	return nil
}

// measure finds the range of sections that each column has to give: down to the ground of those around it.
func (v *skyVolume) measure(b *surfaceReader, kept map[column]bool) error {
	var least, most [patchColumns * patchColumns]int32
	for i, s := range v.near.surfaces[:patchColumns*patchColumns] {
		least[i], most[i] = world.MaxY, world.MinY
		for k := range s {
			least[i] = min(least[i], max(int32(s[k].Ground), world.MinY))
			most[i] = max(most[i], int32(max(s[k].Y, s[k].Ground)))
		}
	}
	v.low, v.top = world.MaxY, world.MinY
	for i := range int32(patchColumns * patchColumns) {
		v.from[i] = least[i]
		for k := range int32(9) {
			x, z := i%patchColumns+k%3-1, i/patchColumns+k/3-1
			if x >= 0 && x < patchColumns && z >= 0 && z < patchColumns {
				v.from[i] = min(v.from[i], least[x+z*patchColumns])
			}
		}
		v.from[i], v.to[i] = v.from[i]>>4, most[i]>>4
		c := column{v.x0>>4 + i%patchColumns, v.z0>>4 + i/patchColumns}
		high, err := b.highest(c, kept[c], v.to[i])
		if err != nil {
			return err
		}
		v.to[i] = high
		v.low, v.top = min(v.low, v.from[i]<<4), max(v.top, (v.to[i]+1)<<4)
	}
	return nil
}

// highest returns the highest section of a column in which there is something, at least least: what hangs over water, as glass does, is
// above the highest block of the view from above.
func (b *surfaceReader) highest(c column, kept bool, least int32) (int32, error) {
	changes := b.ground.pendingOf(c)
	if !kept && len(changes) == 0 {
		return least, nil
	}
	for y := int32(world.MaxY >> 4); y > least; y-- {
		some, err := b.fillCells(world.SectionPos{X: c.x, Y: y, Z: c.z}, changes, world.MinY)
		if err != nil || some {
			return y, err
		}
	}
	return least, nil
}

// loadColumn fills the cells of a column: what is below them counts as stone, what is above as air.
func (v *skyVolume) loadColumn(b *surfaceReader, c column, i int32, at int64, kept bool) error {
	changes := b.ground.pendingOf(c)
	read := kept || len(changes) > 0
	natural := int32(world.MaxY)
	if at != 0 {
		changes = nil
	}
	if read {
		natural = b.naturalTop(c)
	}
	for y := v.low >> 4; y < v.top>>4; y++ {
		p := world.SectionPos{X: c.x, Y: y, Z: c.z}
		switch {
		case y > v.to[i]:
			clear(b.cells[:])
		case y < v.from[i]:
			for k := range b.cells {
				b.cells[k] = world.Stone
			}
		case !read:
			b.gen.Section(p).Cells(&b.cells)
		default:
			if _, err := b.fillCells(p, changes, natural); err != nil {
				return err
			}
		}
		x, z := i%patchColumns<<4, i/patchColumns<<4
		for k := range int32(world.SectionCells) {
			v.cells[v.index(x+k&15, y<<4+k>>8, z+k>>4&15)] = hideOre[b.cells[k]]
		}
	}
	if at == 0 || !read {
		return nil
	}
	if err := b.readBefore(c, at); err != nil { // after the blocks, so that a change in between is undone too
		return err
	}
	for p, block := range b.blocksBefore {
		if p.Y >= v.low && p.Y < v.top && p.Y>>4 >= v.from[i] {
			v.cells[v.index(p.X-v.x0, p.Y, p.Z-v.z0)] = hideOre[block]
		}
	}
	return nil
}

// under reports whether a cell lies under the sky.
func (v *skyVolume) under(x, y, z int32) bool { return y > v.ground(x, z) }

// findOpen finds the open cells.
func (v *skyVolume) findOpen() {
	for i := range v.lowest {
		v.lowest[i] = int16(v.top)
	}
	for y := v.top - 1; y >= v.low; y-- {
		for line := range int32(volumeRow) {
			v.scan(0, y, line, 1, 0)
			v.scan(volumeRow-1, y, line, -1, 0)
			v.scan(line, y, 0, 0, 1)
			v.scan(line, y, volumeRow-1, 0, -1)
		}
	}
}

// scan goes along a line of cells, and opens those that are seen against its direction.
func (v *skyVolume) scan(x, y, z, dx, dz int32) {
	left := int32(0)             // cells that are still seen from the last one under the sky
	var sx, sz int32             // that one
	slant, known := false, false // whether a look comes in there
	for range volumeRow {
		i, col := v.index(x, y, z), z*volumeRow+x
		switch b := v.cells[i]; {
		case !clearBlocks[b]:
			left = 0
		case v.under(x, y, z):
			v.open[i], v.lowest[col] = true, min(v.lowest[col], int16(y))
			left, sx, sz, known = asideMax, x, z, false
		case left > 0:
			left--
			if y <= int32(v.natural[col]) {
				if !known {
					slant, known = v.slant(sx, y, sz, -dx, -dz), true
				}
				if !slant {
					left = 0
					break
				}
			}
			v.open[i], v.lowest[col] = true, min(v.lowest[col], int16(y))
		}
		x, z = x+dx, z+dz
	}
}

// slant reports whether a look comes down to a cell under the sky from a side, one block lower for each one along.
func (v *skyVolume) slant(x, y, z, dx, dz int32) bool {
	for range slantMax {
		x, y, z = x+dx, y+1, z+dz
		if x < 0 || z < 0 || x >= volumeRow || z >= volumeRow {
			return true
		}
		if !v.under(x, y, z) {
			return false
		}
	}
	return true
}

// isOpen reports whether a cell is open; cells beyond the volume are only above it.
func (v *skyVolume) isOpen(x, y, z int32) bool {
	if y >= v.top {
		return true
	}
	return y >= v.low && v.open[v.index(x, y, z)]
}

// surfaceAt returns the column of a position from above.
func (v *skyVolume) surfaceAt(x, z int32) *landscape.SurfaceColumn { return v.near.at(x, z) }
