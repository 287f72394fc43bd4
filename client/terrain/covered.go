package terrain

import (
	"math"

	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// covered is which columns are drawn whole, seen from above, so that nothing else has to be drawn there. It is looked at in turns, a few
// columns with each frame; a column that goes is uncovered at once.
type covered struct {
	columns *scene.Columns // apart, as memory that is handed to C may hold no Go pointer
	version uint64
	reach   int32 // how far columns are looked at from the eye, in columns; 0: none are
	cursor  int32
	left    int32    // columns to look at before nothing can have changed any more
	around  [3]int32 // the corner of what was looked at last, and the lowest layer
}

// coveredPerFrame is how many columns are looked at with a frame.
const coveredPerFrame = 160

func (c *covered) set(x, z int32, whole bool) {
	if c.columns.Set(x, z, whole) {
		c.version++
	}
}

func (c *covered) reset() {
	*c.columns = scene.Columns{}
	c.version++
}

// follow looks at some columns around the eye, until all have been looked at since something changed last.
func (c *covered) follow(g *grid, eye [3]float64, changes bool) {
	if c.reach == 0 {
		return
	}
	x0, z0 := int32(math.Floor(eye[0]))>>4-c.reach, int32(math.Floor(eye[2]))>>4-c.reach
	side := 2*c.reach + 1
	lowest, _ := protocol.ViewBounds(int32(math.Floor(eye[1]))>>4, protocol.ViewHeight)
	if at := [3]int32{x0, z0, lowest}; changes || at != c.around {
		c.left, c.around = side*side, at
	}
	n := min(coveredPerFrame, c.left)
	c.left -= n
	for range n {
		c.cursor = (c.cursor + 1) % (side * side)
		x, z := x0+c.cursor%side, z0+c.cursor/side
		c.set(x, z, g.wholeColumn(x, z, lowest))
	}
}

// wholeColumn reports whether all that can be seen of a column from above is meshed and on the graphics card, down to the lowest layer that is sent.
func (g *grid) wholeColumn(x, z, lowest int32) bool {
	c := g.columns[[2]int32{x, z}]
	if c == nil {
		return false
	}
	low, high := c.span()
	// Where no ground is known the sea may be deeper than what is sent: then all that can be meshed has to be, which the lowest layer cannot
	// without neighbours. Above the highest block, or the sea, there is one more section, or else there may be more that has not come.
	for y := max(low>>4, lowest+1); y <= min(max(high, landscape.SeaLevel)>>4+1, world.MaxY>>4); y++ {
		s := g.sections[world.SectionPos{X: x, Y: y, Z: z}]
		if s == nil || !(s.drawn && s.copied) && !s.drawsNothing() {
			return false
		}
	}
	return true
}

// Watch says how far from the eye columns are looked at for Covered, in sections; 0 for not at all.
func (v *View) Watch(sections int) { v.covered.reach = int32(min(sections, scene.CoveredSide/2-1)) }

// Covered returns which columns are drawn whole: see scene.Far. Valid until the next Update, and the version counts up with each change.
func (v *View) Covered() (columns *scene.Columns, version uint64) {
	return v.covered.columns, v.covered.version
}
