package render

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// graph walks from the camera's section outwards, from section to section through the sides that see each other, and
// yields the sections that may be seen in order of distance. A section that nobody sent hides nothing.
type graph struct {
	queue []step
	marks []mark // by cell of the grid
	stamp uint32
	found []int32 // sections to draw, the nearest first
}

// step is a section in the queue.
type step struct {
	key  [3]int32
	cell int32
}

// mark is what the walk knows of a cell.
type mark struct {
	stamp   uint32
	entered uint8 // sides that the walk came in by
}

const fromCamera = 1 << 7 // in entered: the camera's own section, left by any side

// faceSteps is the way out of each face.
var faceSteps = [faceCount][3]int32{{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}

// faceAxis is the axis of each face.
var faceAxis = [faceCount]int{1, 1, 2, 2, 0, 0}

// leaves tells whether a walk that entered by a set of sides may leave by a face.
func leaves(entered uint8, open uint16, face int) bool {
	if entered&fromCamera != 0 {
		return true
	}
	for e := range faceCount {
		if entered&(1<<e) != 0 && open&scene.PairBit(e, face) != 0 {
			return true
		}
	}
	return false
}

// walk fills found for a view. Because it only goes outwards, all ways into a section are known before it is left.
func (g *graph) walk(s *store, v *view, f *frustum) {
	g.found = g.found[:0]
	s.grid.cover(int32(v.reach)/sectionSide+1, s.sections)
	if n := len(s.grid.cells); len(g.marks) != n {
		g.marks, g.stamp = make([]mark, n), 0
	}
	g.stamp++
	home := [3]int32{v.origin[0] >> 4, v.origin[1] >> 4, v.origin[2] >> 4}
	reach := min(int32(v.reach)/sectionSide+1, s.grid.wide/2-1)
	tall := min(reach, s.grid.high/2-1)
	cell := s.grid.at(home)
	g.queue = append(g.queue[:0], step{home, cell})
	g.marks[cell] = mark{g.stamp, fromCamera}
	for head := 0; head < len(g.queue); head++ {
		at := g.queue[head]
		open := uint16(scene.OpenAll)
		if i := s.grid.cells[at.cell]; i != noSection && s.sections[i].key == at.key {
			open = s.sections[i].open
			if s.sections[i].page >= 0 {
				g.found = append(g.found, i)
			}
		}
		open &^= slanted(at.key, v)
		entered := g.marks[at.cell].entered
		for face, d := range faceSteps {
			axis := faceAxis[face]
			off := at.key[axis] - home[axis]
			if off*d[axis] < 0 || !leaves(entered, open, face) {
				continue
			}
			limit := reach
			if axis == 1 {
				limit = tall
			}
			if off += d[axis]; off > limit || off < -limit {
				continue
			}
			next := [3]int32{at.key[0] + d[0], at.key[1] + d[1], at.key[2] + d[2]}
			c := s.grid.at(next)
			if m := &g.marks[c]; m.stamp == g.stamp {
				m.entered |= 1 << (face ^ 1)
				continue
			}
			if !g.sees(next, v, f) {
				continue
			}
			g.marks[c] = mark{g.stamp, 1 << (face ^ 1)}
			g.queue = append(g.queue, step{next, c})
		}
	}
}

// slanted returns the pairs of opposite faces of a section that no line of sight passes one after the other: one that is
// farther away to a side than along the axis of the pair is so slanted that it leaves by another face before.
func slanted(key [3]int32, v *view) (pairs uint16) {
	var near [3]float32 // how far it is at least, along each axis
	for a := range near {
		d := float32(key[a]*sectionSide-v.origin[a]) - v.eye[a]
		near[a] = max(d, -d-sectionSide, 0)
	}
	for a := range near {
		if max(near[(a+1)%3], near[(a+2)%3]) > near[a]+2*slackMove+slantedMore {
			pairs |= alongAxis[a]
		}
	}
	return pairs
}

// slantedMore is added to what a line may be slanted by, in blocks, against rounding.
const slantedMore = 0.01

// alongAxis holds the pair of opposite faces of each axis.
var alongAxis = [3]uint16{scene.PairBit(4, 5), scene.PairBit(0, 1), scene.PairBit(2, 3)}

// sees tells whether a section is near enough and within the frustum.
func (g *graph) sees(key [3]int32, v *view, f *frustum) bool {
	const half = sectionSide / 2
	mid := mgl32.Vec3{
		float32(key[0]*sectionSide-v.origin[0]) + half - v.eye[0],
		float32(key[1]*sectionSide-v.origin[1]) + half - v.eye[1],
		float32(key[2]*sectionSide-v.origin[2]) + half - v.eye[2],
	}
	dx, dz := max(abs(mid[0])-half, 0), max(abs(mid[2])-half, 0)
	if dx*dx+dz*dz > (v.reach+1)*(v.reach+1) {
		return false
	}
	return f.holds(mid, mgl32.Vec3{half, half, half})
}
