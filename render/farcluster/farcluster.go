// Package farcluster finds which triangles of far land may be seen, by clusters of some that follow each other.
//
// Job: New finds the boxes around the clusters of a mesh, Find which of them may be seen, and Runs lists their indices. The triangles of a tile
// that follow each other are near each other (client/far), so a cluster is compact. Owner: who made it; one goroutine uses it. Invariant: each triangle is in
// one cluster, and within its box.
package farcluster

import "voxtide/render/scene"

// Triangles is the number of triangles of a cluster; the last has the rest.
const Triangles = 16

// Clusters are those of a mesh.
type Clusters struct {
	boxes []box
	seen  []bool // by the last Find
}

// box is around the triangles of a cluster, in blocks: x and z from the mesh's corner.
type box struct{ low, high [3]int16 }

// Run is a run of indices.
type Run struct{ First, Count int32 }

// New finds the clusters of some triangles, by their indices; the vertices are those of a scene.FarMesh.
func New(vertices []uint32, indices []uint16) Clusters {
	c := Clusters{boxes: make([]box, 0, len(indices)/(3*Triangles)+1)}
	for i, n := range indices {
		w := vertices[int(n)*scene.FarVertexWords:]
		y := int16(w[1]&0xFFFF) >> 3 // down to blocks: FarHeightUnits
		low := [3]int16{int16(w[0] & 0xFFFF), y, int16(w[0] >> 16)}
		high := [3]int16{low[0], y + 1, low[2]}
		if i%(3*Triangles) == 0 {
			c.boxes = append(c.boxes, box{low, high})
			continue
		}
		b := &c.boxes[len(c.boxes)-1]
		for k := range low {
			b.low[k], b.high[k] = min(b.low[k], low[k]), max(b.high[k], high[k])
		}
	}
	c.seen = make([]bool, len(c.boxes))
	return c
}

// Runs appends the runs of indices, of total in all, of the clusters that the last Find left.
func (c *Clusters) Runs(runs []Run, total int) []Run {
	const size = 3 * Triangles
	before := false
	for i, seen := range c.seen {
		if seen {
			first := int32(i * size)
			count := int32(min(size, total-i*size))
			if before {
				runs[len(runs)-1].Count += count
			} else {
				runs = append(runs, Run{first, count})
			}
		}
		before = seen
	}
	return runs
}

// Find finds what may be seen; base is the mesh's corner, at a height of 0, relative to the eye. seen reports whether a box may be.
func (c *Clusters) Find(base [3]float32, seen func(low, high [3]float32) bool) {
	for i := range c.boxes {
		b := &c.boxes[i]
		var low, high [3]float32
		for k := range base {
			low[k], high[k] = base[k]+float32(b.low[k]), base[k]+float32(b.high[k])
		}
		c.seen[i] = seen(low, high)
	}
}
