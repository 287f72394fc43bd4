package terrain

import (
	"slices"

	"voxtide/world"
)

// joint finds sections that show an edit together. Where a block is changed at a section's border, those that touch it draw the faces around it and
// know it as opaque or not: if one were shown with the edit and another without, one would see into the land between them.
type joint struct {
	found []world.SectionPos
}

// find returns those of some sections, and of all that touch one of them or touch one of those in turn, in which an edit waits to be shown: at most
// some of them, the given ones first. It is valid until the next call.
func (c *joint) find(g *grid, from []world.SectionPos, most int) []world.SectionPos {
	c.found = c.found[:0]
	for _, p := range from {
		c.add(g, p, most)
	}
	for i := 0; i < len(c.found) && len(c.found) < most; i++ {
		at := c.found[i]
		for n := range int32(neighboursAll + 1) {
			c.add(g, world.SectionPos{X: at.X + n%3 - 1, Y: at.Y + n/9 - 1, Z: at.Z + n/3%3 - 1}, most)
		}
	}
	return c.found
}

// add adds a section if an edit waits in it and there is room.
func (c *joint) add(g *grid, p world.SectionPos, most int) {
	if s := g.sections[p]; s != nil && s.editWaits() && len(c.found) < most && !slices.Contains(c.found, p) {
		c.found = append(c.found, p)
	}
}
