package terrain

import (
	"math"

	"voxtide/render/mesh"
	"voxtide/world"
)

// Detail says how finely sections far from the camera are meshed.
type Detail struct {
	LODDistance int  // in blocks: from here on groups of 2x2x2 blocks are meshed as one; 0 for nowhere
	PlainLeaves bool // far leaves are drawn without holes, as at the renderer's reduced quality, and what they cover is left out
}

// OnePlane returns from where on, in blocks, one of the two planes of a plant may be drawn: from a quarter of the distance of the first groups on; 0 for nowhere.
func (d Detail) OnePlane() float32 {
	if d.LODDistance <= 0 {
		return 0
	}
	return float32(max(d.LODDistance/4, onePlaneNearest))
}

// onePlaneNearest is the least of OnePlane: nearer than this one sees that a plant has no depth.
const onePlaneNearest = 24

// lodPixels is how small a block is on the screen, in pixels, where groups of them are meshed as one without being told.
const lodPixels = 4

// AutomaticLOD returns the LODDistance from which on a block is smaller than lodPixels ahead of the eye, in whole sections: for a picture of a height in pixels and a field
// of view from its lower to its upper edge in degrees.
func AutomaticLOD(height int, fov float64) (blocks int) {
	d := float64(height) / (2 * lodPixels * math.Tan(fov*math.Pi/360))
	return max(int(math.Round(d/world.SectionSize)), lodNearest) * world.SectionSize
}

// lodNearest is the least of AutomaticLOD, in sections: in a small window or at a low resolution land nearer than this would lose its shapes.
const lodNearest = 4

// levelOfDetail decides at which level sections are meshed, so that the driver draws fewer faces. One section of hysteresis keeps a
// walk to and fro over a border from meshing anything.
type levelOfDetail struct {
	distances [mesh.LevelCount - 1]int32 // sections from the camera from which each level after mesh.LevelFull is meshed; 0 for none
}

// How far sections are whose leaves are closed where all blocks are drawn, in sections.
const (
	closedFrom    = 4 // their middles are more than 48 blocks away, where leaves have no holes at reduced quality: closing them changes no picture
	closedNearest = 2 // with levels of detail leaves have no holes from half the distance of the first groups on, but never nearer than this
)

// levelsOf returns the levels of a detail. Leaves are in wider groups from half as far again as the first groups.
func levelsOf(d Detail) (l levelOfDetail) {
	if closed := int32(closedFrom); d.PlainLeaves {
		if d.LODDistance > 0 {
			closed = min(closed, max(sectionsOf(d.LODDistance/2), closedNearest))
		}
		l.distances[mesh.LevelClosed-1] = closed
	}
	l.distances[mesh.LevelGroups-1] = sectionsOf(d.LODDistance)
	l.distances[mesh.LevelCrowns-1] = sectionsOf(d.LODDistance * 3 / 2)
	return l
}

// none reports whether all sections are meshed in full.
func (l *levelOfDetail) none() bool { return *l == levelOfDetail{} }

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
