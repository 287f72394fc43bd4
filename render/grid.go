package render

// grid finds sections by their coordinates without a map: a box of cells in which coordinates wrap around. Two sections
// that are loaded at the same time never share a cell: it grows before they do.
type grid struct {
	wide, high int32 // powers of two
	cells      []int32
}

const noSection = -1

// gridMax bounds the spread of the sections held at a time, in sections: 4096 blocks.
const gridMax = 256

func (g *grid) init(wide, high int32) {
	g.wide, g.high = wide, high
	g.cells = make([]int32, wide*wide*high)
	for i := range g.cells {
		g.cells[i] = noSection
	}
}

// at returns the cell of a section.
func (g *grid) at(key [3]int32) int32 {
	return ((key[1]&(g.high-1))*g.wide+(key[2]&(g.wide-1)))*g.wide + (key[0] & (g.wide - 1))
}

// set enters a section; it returns false if another one is there.
func (g *grid) set(key [3]int32, i int32) bool {
	c := g.at(key)
	if g.cells[c] != noSection && g.cells[c] != i {
		return false
	}
	g.cells[c] = i
	return true
}

// clear takes a section out.
func (g *grid) clear(key [3]int32, i int32) {
	if c := g.at(key); g.cells[c] == i {
		g.cells[c] = noSection
	}
}

// grow makes the grid larger than the spread of the sections, so that all fit. It returns false, and leaves the grid as
// it is, if that would pass gridMax.
func (g *grid) grow(sections []section) bool {
	low, high := [3]int32{1 << 30, 1 << 30, 1 << 30}, [3]int32{-1 << 30, -1 << 30, -1 << 30}
	for i := range sections {
		if sections[i].live {
			for a, v := range sections[i].key {
				low[a], high[a] = min(low[a], v), max(high[a], v)
			}
		}
	}
	wide, tall := g.wide, g.high
	for wide <= max(high[0]-low[0], high[2]-low[2]) && wide <= gridMax {
		wide *= 2
	}
	for tall <= high[1]-low[1] && tall <= gridMax {
		tall *= 2
	}
	if wide > gridMax || tall > gridMax {
		return false
	}
	g.fill(wide, tall, sections)
	return true
}

// fill makes the grid anew in a size that holds the sections.
func (g *grid) fill(wide, high int32, sections []section) {
	g.init(wide, high)
	for i := range sections {
		if sections[i].live {
			g.set(sections[i].key, int32(i))
		}
	}
}

// cover makes the grid wide enough that a walk of so many sections in each direction meets no cell twice.
func (g *grid) cover(reach int32, sections []section) {
	wide := g.wide
	for wide/2-1 < reach && wide < gridMax {
		wide *= 2
	}
	if wide == g.wide {
		return
	}
	g.fill(wide, g.high, sections)
}
