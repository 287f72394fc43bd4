// Package farhorizon finds which triangles of far land are not seen: those that are turned away, and those that nearer far land hides.
//
// Data flow: Begin; Add for each mesh, with the triangles that may be seen otherwise; Find; Left for each mesh. Far land is a surface without
// holes, solid below, so what lies lower than an edge of it, seen from the eye, and farther away, is hidden, even where other parts are between. The horizon is kept by
// direction, at lines that are less than a pixel apart. Edges raise it, the nearest first; a triangle is asked about before any edge that is not nearer than all of it.
// Only edges of what the eye is behind do: a line of sight that land hides comes out of it through such a triangle, and what is highest on it is an edge of one.
// Owner: who made it; one goroutine uses it. Invariants: what is left out looks away from the eye, or lies below the horizon at all lines that it touches and at one more on each side, by
// slack at least; the order of the meshes does not count; meshes that do not change allocate nothing after the first time.
package farhorizon

import (
	"math"

	"voxtide/render/farcluster"
	"voxtide/render/scene"
)

const (
	// lines is the number of lines of each of four upright faces of a cube around the eye: two for a pixel of a frame of 1280 at 70 degrees.
	lines = 2048

	// slack is by how much hidden triangles lie below the horizon: a pixel of such a frame.
	slack = 0.002

	// rings is the number of distances that are told apart, and ringWide the blocks from one to the next.
	rings    = 1024
	ringWide = 4
)

// Horizon finds hidden triangles. The zero value is ready.
type Horizon struct {
	height  [4][lines]float32 // by face and line: how high the edges so far reach, in parts of the distance ahead
	corners []corner
	faces   []triangle
	edges   []edge
	meshes  []mesh
	tests   [rings + 1][]int32 // triangles by the ring of their nearest point
	raises  [rings + 1][]int32 // edges by the ring of their farthest point
}

// corner is a vertex as it is seen from the eye.
type corner struct {
	face    int8
	u, v    float32 // across and up, in parts of the distance ahead
	away    float32 // horizontally, in blocks
	x, z, y float32 // from the eye, in blocks
}

// triangle is one that is asked about.
type triangle struct {
	index         int32 // of its first index in the mesh
	hidden        bool
	face          int8
	from, to, top float32
}

// edge is a part of the horizon: two corners of the same face.
type edge struct{ a, b int32 }

// mesh is one that was added.
type mesh struct {
	indices  []uint16
	ground   int // indices
	from, to int // of the triangles
}

// Begin begins another eye.
func (h *Horizon) Begin() {
	h.corners, h.faces, h.edges, h.meshes = h.corners[:0], h.faces[:0], h.edges[:0], h.meshes[:0]
	for i := range h.tests {
		h.tests[i], h.raises[i] = h.tests[i][:0], h.raises[i][:0]
	}
	low := float32(math.Inf(-1))
	for f := range h.height {
		for i := range h.height[f] {
			h.height[f][i] = low
		}
	}
}

// Add adds the triangles of a mesh in some runs of its indices. base is the mesh's corner, at a height of 0, relative to the eye.
func (h *Horizon) Add(m *scene.FarMesh, base [3]float32, runs []farcluster.Run) {
	first := int32(len(h.corners))
	for range len(m.Vertices) / scene.FarVertexWords {
		h.corners = append(h.corners, corner{face: unknown})
	}
	of := mesh{indices: m.Indices, ground: len(m.Indices) - m.Own, from: len(h.faces)}
	for _, r := range runs {
		for i := r.First; i < r.First+r.Count; i += 3 {
			n := [3]int32{int32(m.Indices[i]), int32(m.Indices[i+1]), int32(m.Indices[i+2])}
			for _, v := range n {
				if c := &h.corners[first+v]; c.face == unknown {
					w := m.Vertices[v*scene.FarVertexWords:]
					*c = cornerAt(base[0]+float32(w[0]&0xFFFF), base[1]+float32(int16(w[1]))/scene.FarHeightUnits, base[2]+float32(w[0]>>16))
				}
			}
			if behind := h.addTriangle(i, first+n[0], first+n[1], first+n[2]); !behind || int(i) >= of.ground {
				continue
			}
			for k, a := range n {
				h.addEdge(first+a, first+n[(k+1)%3])
			}
		}
	}
	of.to = len(h.faces)
	h.meshes = append(h.meshes, of)
}

// unknown is the face of a corner that no triangle has needed yet: of a mesh at the side of the frame most are never needed.
const unknown = -1

func cornerAt(x, y, z float32) corner {
	c := corner{x: x, y: y, z: z, away: float32(math.Sqrt(float64(x*x + z*z)))}
	ahead, across := z, x
	if max(x, -x) > max(z, -z) {
		c.face, ahead, across = 2, x, z
	}
	if ahead < 0 {
		c.face++
		ahead = -ahead
	}
	part := 1 / max(ahead, 1e-3)
	c.u, c.v = across*part, y*part
	return c
}

// ringOf returns the ring of a distance.
func ringOf(away float32) int { return min(int(away*(1./ringWide)), rings) }

// addTriangle adds a triangle unless it is turned away, and reports whether the eye is behind it.
func (h *Horizon) addTriangle(index, a, b, c int32) (behind bool) {
	p, q, r := &h.corners[a], &h.corners[b], &h.corners[c]
	behind, away := turnedAway(p, q, r)
	if away {
		return behind
	}
	t := triangle{index: index, face: p.face, from: min(p.u, q.u, r.u), to: max(p.u, q.u, r.u), top: max(p.v, q.v, r.v)}
	if p.face == q.face && q.face == r.face {
		x0, x1, z0, z1 := min(p.x, q.x, r.x), max(p.x, q.x, r.x), min(p.z, q.z, r.z), max(p.z, q.z, r.z)
		dx, dz := max(x0, -x1, 0), max(z0, -z1, 0)
		ring := ringOf(float32(math.Sqrt(float64(dx*dx + dz*dz))))
		h.tests[ring] = append(h.tests[ring], int32(len(h.faces)))
	}
	h.faces = append(h.faces, t)
	return behind
}

// thin is how thin a triangle is that is kept though the eye is behind it, in parts of the distance: a twentieth of a pixel of a frame of 1280 at 70 degrees. Where the driver rounds its corners it may look
// at the eye.
const thin = 1e-4

// turnedAway reports whether the eye is behind a triangle, and whether it is so by enough that none of it is drawn.
func turnedAway(p, q, r *corner) (behind, away bool) {
	ax, ay, az := q.x-p.x, q.y-p.y, q.z-p.z
	bx, by, bz := r.x-p.x, r.y-p.y, r.z-p.z
	volume := (ay*bz-az*by)*p.x + (az*bx-ax*bz)*p.y + (ax*by-ay*bx)*p.z
	if volume <= 0 {
		return false, false
	}
	far := max(p.away, q.away, r.away)
	least := thin * far * far
	return true, volume*volume > least*least*max(ax*ax+ay*ay+az*az, bx*bx+by*by+bz*bz) // divided by the square of the distance and by a side it is how thick it looks
}

func (h *Horizon) addEdge(a, b int32) {
	p, q := &h.corners[a], &h.corners[b]
	if p.face != q.face || p.u == q.u {
		return
	}
	ring := ringOf(max(p.away, q.away))
	h.raises[ring] = append(h.raises[ring], int32(len(h.edges)))
	h.edges = append(h.edges, edge{a, b})
}

// lineOf returns the place of a direction among the lines.
func lineOf(u float32) float32 { return (u + 1) * (lines / 2) }

// Find finds what is hidden.
func (h *Horizon) Find() {
	for ring := range h.tests {
		for _, i := range h.tests[ring] {
			h.test(&h.faces[i])
		}
		for _, i := range h.raises[ring] {
			h.raise(&h.corners[h.edges[i].a], &h.corners[h.edges[i].b])
		}
	}
}

// test finds whether a triangle is hidden.
func (h *Horizon) test(t *triangle) {
	from, to := max(int(lineOf(t.from))-1, 0), min(int(lineOf(t.to))+2, lines-1)
	row, top := &h.height[t.face], t.top+slack
	for i := from; i <= to; i++ {
		if row[i] < top {
			return
		}
	}
	t.hidden = true
}

// raise raises the horizon to an edge.
func (h *Horizon) raise(a, b *corner) {
	if a.u > b.u {
		a, b = b, a
	}
	from := lineOf(a.u)
	step := (b.v - a.v) / (lineOf(b.u) - from)
	row := &h.height[a.face]
	for i := int(from) + 1; i <= min(int(lineOf(b.u)), lines-1); i++ {
		row[i] = max(row[i], a.v+step*(float32(i)-from))
	}
}

// Left appends the indices of what is left of the mesh that was added as the n-th, and returns how many of them are ground.
func (h *Horizon) Left(to []uint16, n int) (indices []uint16, ground int) {
	m := &h.meshes[n]
	before := len(to)
	for i := m.from; i < m.to; i++ {
		t := &h.faces[i]
		if t.hidden {
			continue
		}
		to = append(to, m.indices[t.index:t.index+3]...)
		if int(t.index) < m.ground {
			ground = len(to) - before
		}
	}
	return to, ground
}
