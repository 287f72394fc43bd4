package sections

// sectionGrid finds sections by their coordinates without a map: a box of cells in which coordinates wrap around. Two
// sections that are loaded at the same time never share a cell: the store makes the grid larger before they would.
type sectionGrid struct {
	width, height int32 // powers of two
	cells         []int32
}

const emptyCell = -1

// gridSideMax bounds the spread of the sections that are loaded at a time, in sections: 4096 blocks.
const gridSideMax = 256

func (g *sectionGrid) init(width, height int32) {
	g.width, g.height = width, height
	g.cells = make([]int32, width*width*height)
	for i := range g.cells {
		g.cells[i] = emptyCell
	}
}

// index returns the cell of a section.
func (g *sectionGrid) index(key [3]int32) int32 {
	return ((key[1]&(g.height-1))*g.width+(key[2]&(g.width-1)))*g.width + (key[0] & (g.width - 1))
}

// insert enters a section. It returns false if another section has the cell.
func (g *sectionGrid) insert(key [3]int32, i int32) bool {
	c := g.index(key)
	if g.cells[c] != emptyCell && g.cells[c] != i {
		return false
	}
	g.cells[c] = i
	return true
}

// remove takes a section out.
func (g *sectionGrid) remove(key [3]int32, i int32) {
	if c := g.index(key); g.cells[c] == i {
		g.cells[c] = emptyCell
	}
}

// sizeFor returns the size of a grid that holds sections from low to high without sharing a cell; false if that is beyond
// gridSideMax.
func (g *sectionGrid) sizeFor(low, high [3]int32) (width, height int32, ok bool) {
	width, height = g.width, g.height
	for width <= max(high[0]-low[0], high[2]-low[2]) && width <= gridSideMax {
		width *= 2
	}
	for height <= high[1]-low[1] && height <= gridSideMax {
		height *= 2
	}
	return width, height, width <= gridSideMax && height <= gridSideMax
}

// widthFor returns the width of a grid in which a walk of reach sections in each direction meets no cell twice.
func (g *sectionGrid) widthFor(reach int32) int32 {
	width := g.width
	for width/2-1 < reach && width < gridSideMax {
		width *= 2
	}
	return width
}
