package terrain

import (
	"slices"

	"voxtide/world"
)

// joint finds sections that show an edit together. Where a block is changed at a section's border, those that touch it draw the faces around it and
// know it as opaque or not: if one were shown with the edit and another without, one would see into the land between them.
type joint struct {
	found []world.SectionPos
	busy  bool // a worker has one of them
}

// all returns those of some sections, and of all that touch one of them or touch one of those in turn, in which an edit waits to be shown: at most
// some of them, the given ones first. It is valid until the next call, as is what ofIdle returns.
func (c *joint) all(g *grid, from []world.SectionPos, most int) []world.SectionPos {
	c.begin(g, from, most)
	c.spread(g, most, false)
	return c.found
}

// ofIdle returns the same of one section; nil while a worker has one of them.
func (c *joint) ofIdle(g *grid, p world.SectionPos, most int) []world.SectionPos {
	c.begin(g, []world.SectionPos{p}, most)
	if c.spread(g, most, true); c.busy {
		return nil
	}
	return c.found
}

func (c *joint) begin(g *grid, from []world.SectionPos, most int) {
	c.found, c.busy = c.found[:0], false
	for _, p := range from {
		c.add(g, p, most)
	}
}

// spread adds what touches what was found, until a worker is found to have one of them if idle ones are asked for.
func (c *joint) spread(g *grid, most int, idle bool) {
	for i := 0; i < len(c.found) && len(c.found) < most && !(idle && c.busy); i++ {
		at := c.found[i]
		for n := range int32(neighboursAll + 1) {
			c.add(g, world.SectionPos{X: at.X + n%3 - 1, Y: at.Y + n/9 - 1, Z: at.Z + n/3%3 - 1}, most)
		}
	}
}

// add adds a section if an edit waits in it and there is room.
func (c *joint) add(g *grid, p world.SectionPos, most int) {
	if s := g.sections[p]; s != nil && s.editWaits() && len(c.found) < most && !slices.Contains(c.found, p) {
		c.found = append(c.found, p)
		c.busy = c.busy || s.inFlight
	}
}
