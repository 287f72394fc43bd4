// Package farhorizon finds which triangles of far land are not seen: those that are turned away, and those that nearer far land hides.
//
// Data flow: Begin for an eye, or Turn where it only looks elsewhere; Add for each mesh, with the triangles that may be seen otherwise; Find; Left for each mesh. Far land is a surface without
// holes, solid below, so what lies lower than an edge of it, seen from the eye, and farther away, is hidden, even where other parts are between. The horizon is kept by
// direction, at lines that are less than a pixel apart. Edges raise it, the nearest first; a triangle is asked about before any edge that is not nearer than all of it.
// Only near edges of what the eye is behind do: a line of sight that land hides comes out of it through such a triangle, and what is highest on its way is where it gets below one.
// What hides what does not depend on where the eye looks. So after Turn all that was found stays, and the horizon is found again only in sectors into which triangles were added.
// Owner: who made it; one goroutine uses it. Invariants: what is left out looks away from the eye, or lies below the horizon at all lines that it touches and at one more on each side, by
// slack at least; the order of the meshes does not count, and what was added before a Turn hides nothing that is seen; meshes that do not change allocate nothing after the first time.
package farhorizon

import (
	"math"

	"voxtide/render/farcluster"
	"voxtide/render/scene"
)

const (
	// lines is the number of lines of each of four upright faces of a cube around the eye: two for a pixel of a frame of 1280 at 70 degrees.
	lines = 2048

	// sectorLines is the number of lines of a sector.
	sectorLines = lines / 16

	// slack is by how much hidden triangles lie below the horizon: a pixel of such a frame.
	slack = 0.002

	// rings is the number of distances that are told apart, and ringWide the blocks from one to the next.
	rings    = 1024
	ringWide = 4
)

// Horizon finds hidden triangles. The zero value is ready.
type Horizon struct {
	height  [4][lines]float32 // by face and line: how high the edges so far reach, in parts of the distance ahead
	stale   [4]sectors        // something was added there since it was found
	corners []corner
	faces   []triangle
	edges   []edge
	meshes  []mesh
	numbers map[*scene.FarMesh]int32 // of meshes
	states  []int32                  // of the triangles of meshes: unknown, turned, or one of faces
	tests   [rings + 1][]int32       // triangles by the ring of their nearest point
	raises  [rings + 1][]int32       // edges by the ring of their farthest point
	looks   []look
	runs    []farcluster.Run // of looks
}

// mesh is one that was added since Begin.
type mesh struct {
	of              *scene.FarMesh
	corners, states int32 // the first ones
}

// look is what was added since Turn, of one mesh.
type look struct {
	mesh     int32
	from, to int // of the runs
}

// States of a triangle besides its number.
const (
	unknown = -1 // it was not added; the face of a corner that no triangle has needed: of a mesh at the side of the frame most are never needed
	turned  = -2 // it is turned away, or its mesh hides it
)

// Begin begins another eye, or other meshes.
func (h *Horizon) Begin() {
	h.corners, h.faces, h.edges, h.meshes, h.states = h.corners[:0], h.faces[:0], h.edges[:0], h.meshes[:0], h.states[:0]
	clear(h.numbers)
	for i := range h.tests {
		h.tests[i], h.raises[i] = h.tests[i][:0], h.raises[i][:0]
	}
	h.stale = [4]sectors{allSectors, allSectors, allSectors, allSectors}
	h.Turn()
}

// Turn begins another direction from the same place: meshes that were added before have the same base.
func (h *Horizon) Turn() { h.looks, h.runs = h.looks[:0], h.runs[:0] }

// Add adds the triangles of a mesh in some runs of its indices. base is the mesh's corner, at a height of 0, relative to the eye.
func (h *Horizon) Add(m *scene.FarMesh, base [3]float32, runs []farcluster.Run) {
	n := h.numberOf(m)
	from, of := len(h.runs), &h.meshes[n]
	h.runs = append(h.runs, runs...)
	h.looks = append(h.looks, look{n, from, len(h.runs)})
	ground := int32(len(m.Indices) - m.Own)
	for _, r := range runs {
		for i := r.First; i < r.First+r.Count; i += 3 {
			state := &h.states[of.states+i/3]
			if *state != unknown {
				continue
			}
			if m.Hides(i / 3) {
				*state = turned
				continue
			}
			var n [3]int32
			for k := range n {
				v := int32(m.Indices[i+int32(k)])
				n[k] = of.corners + v
				if c := &h.corners[n[k]]; c.face == unknown {
					w := m.Vertices[v*scene.FarVertexWords:]
					*c = cornerAt(base[0]+float32(w[0]&0xFFFF), base[1]+float32(int16(w[1]))/scene.FarHeightUnits, base[2]+float32(w[0]>>16))
				}
			}
			behind := false
			if *state, behind = h.addTriangle(n); behind && i < ground {
				h.addEdges(n)
			}
		}
	}
}

// numberOf returns the number of a mesh, which is added if it is not there.
func (h *Horizon) numberOf(m *scene.FarMesh) int32 {
	if n, ok := h.numbers[m]; ok {
		return n
	}
	if h.numbers == nil {
		h.numbers = map[*scene.FarMesh]int32{}
	}
	n := int32(len(h.meshes))
	h.numbers[m] = n
	h.meshes = append(h.meshes, mesh{m, int32(len(h.corners)), int32(len(h.states))})
	for range len(m.Vertices) / scene.FarVertexWords {
		h.corners = append(h.corners, corner{face: unknown})
	}
	for range len(m.Indices) / 3 {
		h.states = append(h.states, unknown)
	}
	return n
}

// addTriangle adds a triangle unless it is turned away, and reports whether the eye is behind it.
func (h *Horizon) addTriangle(n [3]int32) (state int32, behind bool) {
	p, q, r := &h.corners[n[0]], &h.corners[n[1]], &h.corners[n[2]]
	behind, away := turnedAway(p, q, r)
	if away {
		return turned, behind
	}
	t := triangle{touches: 1} // and it is not asked about
	state = int32(len(h.faces))
	if p.face == q.face && q.face == r.face {
		from, to := max(int(lineOf(min(p.u, q.u, r.u)))-1, 0), min(int(lineOf(max(p.u, q.u, r.u)))+2, lines-1)
		t = triangle{touches: sectorsOf(from, to), from: int16(from), to: int16(to), face: p.face, least: max(p.v, q.v, r.v) + slack}
		h.stale[t.face] |= t.touches
		x0, x1, z0, z1 := min(p.x, q.x, r.x), max(p.x, q.x, r.x), min(p.z, q.z, r.z), max(p.z, q.z, r.z)
		dx, dz := max(x0, -x1, 0), max(z0, -z1, 0)
		ring := ringOf(float32(math.Sqrt(float64(dx*dx + dz*dz))))
		h.tests[ring] = append(h.tests[ring], state)
	}
	h.faces = append(h.faces, t)
	return state, behind
}

// addEdges adds the near edges of a triangle that the eye is behind, those that are between it and the eye: on each line of sight the others are lower. Of a wall all are.
func (h *Horizon) addEdges(n [3]int32) {
	p, q, r := &h.corners[n[0]], &h.corners[n[1]], &h.corners[n[2]]
	area := (q.x-p.x)*(r.z-p.z) - (q.z-p.z)*(r.x-p.x)
	if max(area, -area) < upright {
		area = 0
	}
	for k, i := range n {
		a, b := &h.corners[i], &h.corners[n[(k+1)%3]]
		if area*(a.x*b.z-a.z*b.x) <= 0 {
			h.addEdge(i, n[(k+1)%3])
		}
	}
}

// upright is twice the area from above, in square blocks, below which a triangle is a wall: sums of float32 are not exact.
const upright = 1

func (h *Horizon) addEdge(i, k int32) {
	a, b := &h.corners[i], &h.corners[k]
	if a.face != b.face || a.u == b.u {
		return
	}
	if a.u > b.u {
		i, k, a, b = k, i, b, a
	}
	from, to := int(lineOf(a.u))+1, min(int(lineOf(b.u)), lines-1)
	if from > to {
		return
	}
	e := edge{a: i, b: k, face: a.face, touches: sectorsOf(from, to)}
	h.stale[e.face] |= e.touches
	ring := ringOf(max(a.away, b.away))
	h.raises[ring] = append(h.raises[ring], int32(len(h.edges)))
	h.edges = append(h.edges, e)
}

// Find finds what is hidden.
func (h *Horizon) Find() {
	low, some := float32(math.Inf(-1)), sectors(0)
	for f := range h.height {
		some |= h.stale[f]
		for s := h.stale[f]; s != 0; s &= s - 1 {
			from, to := s.first()
			row := h.height[f][from:to]
			for i := range row {
				row[i] = low
			}
		}
	}
	if some == 0 {
		return
	}
	for ring := range h.tests {
		for _, i := range h.tests[ring] {
			if t := &h.faces[i]; t.touches&h.stale[t.face] != 0 {
				h.test(t)
			}
		}
		for _, i := range h.raises[ring] {
			if e := &h.edges[i]; e.touches&h.stale[e.face] != 0 {
				h.raise(e)
			}
		}
	}
	h.stale = [4]sectors{}
}

// test finds in which of the stale sectors a triangle is hidden. Where it once was it is: edges that are added hide more.
func (h *Horizon) test(t *triangle) {
	row := &h.height[t.face]
	for s := t.touches & h.stale[t.face] &^ t.hidden; s != 0; s &= s - 1 {
		i, end := s.first()
		i, end = max(i, int(t.from)), min(end, int(t.to)+1)
		for i < end && row[i] >= t.least {
			i++
		}
		if i >= end {
			t.hidden |= s & -s
		}
	}
}

// raise raises the horizon to an edge in the stale sectors.
func (h *Horizon) raise(e *edge) {
	a, b := &h.corners[e.a], &h.corners[e.b]
	begin := lineOf(a.u)
	step := (b.v - a.v) / (lineOf(b.u) - begin)
	from, to := int(begin)+1, min(int(lineOf(b.u))+1, lines)
	row := &h.height[e.face]
	for s := e.touches & h.stale[e.face]; s != 0; s &= s - 1 {
		first, end := s.first()
		for i := max(first, from); i < min(end, to); i++ {
			row[i] = max(row[i], a.v+step*(float32(i)-begin))
		}
	}
}

// Left appends the indices of what is left of the triangles that were added as the n-th since Turn, and returns how many of them are ground.
func (h *Horizon) Left(to []uint16, n int) (indices []uint16, ground int) {
	l := &h.looks[n]
	m := &h.meshes[l.mesh]
	first, before := int32(len(m.of.Indices)-m.of.Own), len(to)
	for _, r := range h.runs[l.from:l.to] {
		for i := r.First; i < r.First+r.Count; i += 3 {
			state := h.states[m.states+i/3]
			if state == turned {
				continue
			}
			if t := &h.faces[state]; t.touches&^t.hidden == 0 {
				continue
			}
			to = append(to, m.of.Indices[i:i+3]...)
			if i < first {
				ground = len(to) - before
			}
		}
	}
	return to, ground
}
