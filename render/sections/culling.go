package sections

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/occlusion"
	"voxtide/render/scene"
)

// sectionWalk finds the sections that may be seen, in order of distance (cave culling): it walks from the camera's section
// outwards, from section to section through faces that see each other. A section that is not loaded hides nothing.
//
// With a panorama it leaves out what nearer opaque blocks hide. All sections that a line of sight passes on its way to another are fewer steps away than that one,
// and were added before it; those of as many steps are on other lines of sight. Within a section the panorama keeps the order.
type sectionWalk struct {
	queue      []walkStep
	visits     []visit // by cell of the grid
	generation uint32
	visible    []int32                     // sections to draw, the nearest first
	found      func(i int32, sec *section) // called for each of them, and may see which of its quads are hidden; nil for nothing

	panorama *occlusion.Panorama // what the sections so far hide; nil if hidden sections are to be found, too
	sector   occlusion.Sector    // which part of it is walked
	hiding   bool                // the panorama counts in this walk
	land     occlusion.Section   // the section that was found
	added    bool                // its blocks are in the panorama
}

// walkStep is a section in the queue.
type walkStep struct {
	key  [3]int32
	cell int32
}

// visit is the walk's record of a cell.
type visit struct {
	generation uint32
	entered    uint8 // faces through which the walk came in
}

const enteredByCamera = 1 << 7 // in entered: the camera's own section, which the walk may leave through any face

// canLeave reports whether a walk that entered through a set of faces may leave through a face.
func canLeave(entered uint8, connected uint16, face int) bool {
	if entered&enteredByCamera != 0 {
		return true
	}
	for e := range scene.MeshFaces {
		if entered&(1<<e) != 0 && connected&scene.FacePairBit(e, face) != 0 {
			return true
		}
	}
	return false
}

// walk fills visible for a camera. As it only goes outwards, it knows all ways into a section before it leaves the section.
func (g *sectionWalk) walk(s *sectionStore, v *camera.View, f *camera.Frustum) {
	g.visible = g.visible[:0]
	s.growGridToReach(int32(v.ViewDistance)/Side + 1)
	if n := len(s.grid.cells); len(g.visits) != n {
		g.visits, g.generation = make([]visit, n), 0
	}
	g.generation++
	home := homeOf(v)
	reach := min(int32(v.ViewDistance)/Side+1, s.grid.width/2-1)
	tall := min(reach, s.grid.height/2-1)
	cell := s.grid.index(home)
	g.queue = append(g.queue[:0], walkStep{home, cell})
	g.visits[cell] = visit{g.generation, enteredByCamera}
	if g.hiding = g.panorama != nil && !s.touchesOpaque(home, v); g.hiding {
		g.panorama.Begin(g.sector)
	}
	for head := 0; head < len(g.queue); head++ {
		at := g.queue[head]
		connected := uint16(scene.ConnectedAll)
		if i := s.grid.cells[at.cell]; i != emptyCell && s.sections[i].key == at.key {
			sec := &s.sections[i]
			connected = sec.connected
			if g.hides(v, at.key, [3]uint8{}, [3]uint8{Side, Side, Side}) {
				continue // and so is all that is seen through it
			}
			if g.hiding {
				g.land, g.added = s.landOf(sec, v, home), false
			}
			if sec.page >= 0 && !g.hides(v, at.key, sec.min, sec.max) {
				g.visible = append(g.visible, i)
				if g.found != nil {
					g.found(i, sec)
				}
			}
			if g.hiding && !g.added {
				g.panorama.Add(&g.land)
			}
		}
		connected &^= slantedPairs(at.key, v)
		entered := g.visits[at.cell].entered
		for face, d := range scene.FaceNormals {
			axis := scene.FaceAxis[face]
			off := at.key[axis] - home[axis]
			if off*d[axis] < 0 || !canLeave(entered, connected, face) {
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
			c := s.grid.index(next)
			if m := &g.visits[c]; m.generation == g.generation {
				m.entered |= 1 << (face ^ 1)
				continue
			}
			if !g.inView(next, v, f) {
				continue
			}
			g.visits[c] = visit{g.generation, 1 << (face ^ 1)}
			g.queue = append(g.queue, walkStep{next, c})
		}
	}
}

// homeOf returns the section that the eye is in.
func homeOf(v *camera.View) [3]int32 {
	return [3]int32{v.Origin[0] >> 4, v.Origin[1] >> 4, v.Origin[2] >> 4}
}

// steps returns how many sections a line of sight passes from one section to another.
func steps(a, b [3]int32) (n int32) {
	for k := range a {
		n += max(a[k]-b[k], b[k]-a[k])
	}
	return n
}

// landOf returns what a section hides.
func (s *sectionStore) landOf(sec *section, v *camera.View, home [3]int32) occlusion.Section {
	of := occlusion.Section{Solid: sec.solid, Corner: cornerOf(sec.key, v), Away: sidesAway(sec.key, home)}
	if sec.solid == nil || sec.closed && steps(sec.key, home) < 2 || s.seenInto(sec, of.Away) {
		of.Solid = nil // of closed leaves beside the eye, which were far a moment ago, the near plane may cut one
	}
	return of
}

// see sets the bits of those quads of the section that was found that are not hidden, and adds its blocks to the panorama.
func (g *sectionWalk) see(sec *section, quads []int32, seen []uint64) {
	g.panorama.See(&g.land, &occlusion.Candidates{Boxes: sec.boxes, Around: sec.around, Asked: quads, Loose: sec.firstModel(), Margin: hiddenMargin}, seen)
	g.added = true
}

// sidesAway returns on which side of the eye's section another one lies along each axis: -1, 0 for the same, 1.
func sidesAway(key, home [3]int32) (away [3]int32) {
	for a := range away {
		away[a] = min(max(key[a]-home[a], -1), 1)
	}
	return away
}

// find returns a section, nil if it is not there.
func (s *sectionStore) find(key [3]int32) *section {
	if i := s.grid.cells[s.grid.index(key)]; i != emptyCell && s.sections[i].key == key {
		return &s.sections[i]
	}
	return nil
}

// hiddenMargin is how far what is drawn may reach out of its box, in blocks.
const hiddenMargin = 0.125

// hides reports whether a box within a section is hidden. Plants sway, and quads extend a little over their edges.
func (g *sectionWalk) hides(v *camera.View, key [3]int32, low, high [3]uint8) bool {
	if !g.hiding {
		return false
	}
	a := cornerOf(key, v)
	b := a
	for k := range a {
		a[k] += float32(low[k]) - hiddenMargin
		b[k] += float32(high[k]) + hiddenMargin
	}
	return g.panorama.Hides(a, b)
}

// cornerOf returns the corner of a section relative to the eye.
func cornerOf(key [3]int32, v *camera.View) (corner [3]float32) {
	for a := range corner {
		corner[a] = float32(key[a]*Side-v.Origin[a]) - v.Eye[a]
	}
	return corner
}

// slantedPairs returns the pairs of opposite faces of a section that no line of sight passes one after the other. If the
// section is farther away along another axis than along the axis of the pair, every line is so slanted that it leaves
// through another face first.
func slantedPairs(key [3]int32, v *camera.View) (pairs uint16) {
	var near [3]float32 // least distance along each axis
	for a := range near {
		d := float32(key[a]*Side-v.Origin[a]) - v.Eye[a]
		near[a] = max(d, -d-Side, 0)
	}
	for a := range near {
		if max(near[(a+1)%3], near[(a+2)%3]) > near[a]+2*camera.SlackMove+slantedSlack {
			pairs |= oppositePairs[a]
		}
	}
	return pairs
}

// slantedSlack is added to the distance by which a line must be slanted, in blocks, against rounding.
const slantedSlack = 0.01

// oppositePairs holds the pair of opposite faces of each axis.
var oppositePairs = [3]uint16{scene.FacePairBit(4, 5), scene.FacePairBit(0, 1), scene.FacePairBit(2, 3)}

// inView reports whether a section is within the view distance and the frustum.
func (g *sectionWalk) inView(key [3]int32, v *camera.View, f *camera.Frustum) bool {
	const half = Side / 2
	mid := mgl32.Vec3{
		float32(key[0]*Side-v.Origin[0]) + half - v.Eye[0],
		float32(key[1]*Side-v.Origin[1]) + half - v.Eye[1],
		float32(key[2]*Side-v.Origin[2]) + half - v.Eye[2],
	}
	dx, dz := max(mgl32.Abs(mid[0])-half, 0), max(mgl32.Abs(mid[2])-half, 0)
	if dx*dx+dz*dz > (v.ViewDistance+1)*(v.ViewDistance+1) {
		return false
	}
	return f.Intersects(mid, mgl32.Vec3{half, half, half})
}
