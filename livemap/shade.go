package livemap

import (
	"voxtide/world"
	"voxtide/worldgen"
)

// level is the height that light falls on: that of the water, or of what hides the ground; plants have none.
func level(t *worldgen.Top) int32 {
	if t.Block == world.Water {
		return int32(t.Y)
	}
	return int32(t.Ground)
}

// shade is how bright a place is, in 1/256: by its slope towards the light, and by its height above the sea, so that
// plateaus and valleys differ.
func shade(slope, height int32) int32 {
	up := min(max(height-worldgen.SeaLevel, -8), 120)
	return 238 + min(max(slope, -8), 8)*10 + up/4
}
