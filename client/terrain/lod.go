package terrain

import (
	"voxtide/render/mesh"
	"voxtide/world"
)

// levelOfDetail decides at which level sections are meshed, so that the driver draws fewer faces. One section of hysteresis keeps a
// walk to and fro over a border from meshing anything.
type levelOfDetail struct {
	distances [mesh.LevelCount - 1]int32 // sections from the camera from which each level after mesh.LevelFull is meshed; 0 for none
}

// levelsFrom returns the levels for a distance in blocks from which groups of 2x2x2 blocks are drawn as one, 0 for none. Leaves are in wider
// groups from half as far again.
func levelsFrom(blocks int) (l levelOfDetail) {
	for i := range l.distances {
		l.distances[i] = sectionsOf(blocks * (2 + i) / 2)
	}
	return l
}

// sectionsOf converts a distance in blocks to sections, rounded up.
func sectionsOf(blocks int) int32 {
	return int32(max(blocks, 0)+world.SectionSize-1) / world.SectionSize
}

// level returns the level at which a section is to be meshed, as seen from the section of the camera. is is the level of its mesh.
func (l *levelOfDetail) level(eye, p world.SectionPos, is mesh.Level) (to mesh.Level) {
	x, y, z := int64(p.X-eye.X), int64(p.Y-eye.Y), int64(p.Z-eye.Z)
	d := x*x + y*y + z*z
	for i, from := range l.distances {
		c := int64(from)
		if is <= mesh.Level(i) {
			c++
		}
		if from > 0 && d >= c*c {
			to = mesh.Level(i + 1)
		}
	}
	return to
}
