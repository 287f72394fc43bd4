package protocol

import "voxtide/world"

// What a player sees, as a server gives it and as a laboratory expects it: an upright cylinder of sections around the avatar's own.

// ViewHeight is how far players see up and down, in sections.
const ViewHeight = 8

// InView reports whether a section lies within a view distance of another one, seen from above; both are told by their distance along
// X and Z, in sections.
func InView(x, z int32, view int) bool {
	dx, dz, v := int64(x), int64(z), int64(view)
	return max(dx, -dx) <= v && max(dz, -dz) <= v && dx*dx+dz*dz <= v*(v+1)
}

// ViewBounds returns the lowest and the highest layer of sections that somebody sees whose avatar is in a layer, within the height of
// the world.
func ViewBounds(layer int32, height int) (low, high int32) {
	return max(layer-int32(height), world.MinY/world.SectionSize), min(layer+int32(height), (world.MaxY+1)/world.SectionSize-1)
}
