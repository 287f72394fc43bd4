package client

import (
	"voxtide/world"
	"voxtide/worldgen"
)

// Playable tells whether the player stands in a world whose sections around have come.
func (c *Client) Playable() bool {
	w := c.World()
	if w == nil || c.state != Playing {
		return false
	}
	slot := w.Find(world.AvatarID(c.stream))
	return slot != world.NoSlot && w.Entity(slot).Motion.Flags&world.Still == 0
}

// Avatar returns the own body as it is shown; false while there is none.
func (c *Client) Avatar() (world.Entity, bool) {
	w := c.World()
	if w == nil {
		return world.Entity{}, false
	}
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return world.Entity{}, false
	}
	return *w.Entity(slot), true
}

// Sections returns how many sections have come.
func (c *Client) Sections() int {
	if w := c.World(); w != nil {
		return w.SectionCount()
	}
	return 0
}

// Biome returns the name of the biome at a block, empty where it is not known.
func (c *Client) Biome(p world.Pos) string {
	if c.view == nil {
		return ""
	}
	s := c.view.seen[p.Section()]
	if s == nil {
		return ""
	}
	return worldgen.Biome(s.biomes[p.X&15/4+p.Z&15/4*4]).String()
}
