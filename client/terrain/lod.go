package terrain

import "voxtide/world"

// levelOfDetail decides which sections are meshed coarse, as groups of 2x2x2 blocks, so that the driver draws fewer faces.
// One section of hysteresis keeps a walk to and fro over the border from meshing anything.
type levelOfDetail struct {
	distance int32 // sections from the camera from which meshes are coarse; 0 for none
}

// sectionsOf converts a distance in blocks to sections, rounded up.
func sectionsOf(blocks int) int32 {
	return int32(max(blocks, 0)+world.SectionSize-1) / world.SectionSize
}

// isFar reports whether a section is to be meshed coarse, as seen from the section of the camera. coarse is how it is
// meshed now.
func (l *levelOfDetail) isFar(eye, p world.SectionPos, coarse bool) bool {
	if l.distance == 0 {
		return false
	}
	x, y, z := int64(p.X-eye.X), int64(p.Y-eye.Y), int64(p.Z-eye.Z)
	d, c := x*x+y*y+z*z, int64(l.distance)
	if coarse {
		return d >= c*c
	}
	return d >= (c+1)*(c+1)
}
