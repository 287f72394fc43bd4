package far

import (
	"math"
	"slices"
	"sync"

	"voxtide/protocol"
	"voxtide/render/scene"
)

// mesher makes meshes on a goroutine of its own. Its methods are for the client's goroutine.
type mesher struct {
	detail   Detail
	mu       sync.Mutex // over what follows
	cond     sync.Cond  // something is to be made, or closed
	todo     []*protocol.FarTile
	finished []finished
	epoch    int // meshes of tiles before a reset are dropped
	closed   bool
	done     sync.WaitGroup
}

// finished is a mesh with the tile that it was made of.
type finished struct {
	tile    *protocol.FarTile
	mesh    *scene.FarMesh
	heights *[side * side]float32 // of its right triangles at the corners
	edges   edges
}

func newMesher(d Detail) *mesher {
	m := &mesher{detail: d}
	m.cond.L = &m.mu
	m.done.Go(m.work)
	return m
}

// make has a mesh made of a copy of a tile; of two of the same place the later one counts.
func (m *mesher) make(t *protocol.FarTile) {
	c := *t
	c.Covers, c.Boxes = slices.Clone(t.Covers), slices.Clone(t.Boxes)
	m.mu.Lock()
	m.todo = append(m.todo, &c)
	m.mu.Unlock()
	m.cond.Signal()
}

// take calls f for each mesh that was finished since the last call.
func (m *mesher) take(f func(*finished)) {
	m.mu.Lock()
	list := m.finished
	m.finished = nil
	m.mu.Unlock()
	for i := range list {
		f(&list[i])
	}
}

// made reports whether nothing is to be made any more.
func (m *mesher) made() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.todo) == 0
}

// reset drops everything.
func (m *mesher) reset() {
	m.mu.Lock()
	m.todo, m.finished = nil, nil
	m.epoch++
	m.mu.Unlock()
}

func (m *mesher) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.cond.Signal()
	m.done.Wait()
}

func (m *mesher) work() {
	b := meshBuilder{detail: m.detail}
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		for len(m.todo) == 0 && !m.closed {
			m.cond.Wait()
		}
		if m.closed {
			return
		}
		t, epoch := m.todo[0], m.epoch
		m.mu.Unlock()
		mesh, heights := b.build(t)
		m.mu.Lock()
		if epoch == m.epoch { // else todo is another one by now
			m.todo = m.todo[1:]
			m.finished = append(m.finished, finished{t, mesh, heights, b.edges})
		}
	}
}

// newMesh returns the mesh of a tile before anything is added.
func newMesh(t *protocol.FarTile) *scene.FarMesh {
	x, z := t.Place.Corner()
	return &scene.FarMesh{Origin: [2]int32{x, z}, Width: t.Place.Width(), Low: math.MaxInt16, High: math.MinInt16}
}

// build returns the mesh of a tile, and the heights of its surface at the corners.
func (b *meshBuilder) build(t *protocol.FarTile) (*scene.FarMesh, *[side * side]float32) {
	b.t, b.out = t, newMesh(t)
	for i := range b.heights {
		b.heights[i] = surfaceAt(t, i)
	}
	clear(b.number[:])
	b.paintSea()
	b.boxes.clear()
	b.to = &b.boxes
	b.addBoxes()
	b.measureAll()
	b.cutCoasts()
	b.cutAll()
	b.addSkirts()
	b.out.Right = b.triangles()
	edges := b.edges
	b.addNet()
	if b.out.FarTriangles = b.triangles(); len(b.out.Indices) > len(b.out.Right.Indices) {
		b.out.FarTriangles, b.edges = b.out.Right, edges
	}
	b.paint()
	return b.out, b.drawn
}
