// Package farlist lists which triangles of far land a driver on the CPU draws, in buffers that one call each draws: such a driver pays for each call, and for each triangle
// beside the frame nearly as much as for a small one in it.
//
// Data flow: Begin for a frustum; Add for each piece in sight, what is nearest first; Join; Batches. Clusters of triangles that are not in sight are left out first (farcluster), then triangles that
// are turned away or hidden by nearer far land (farhorizon), and those that lie outside a plane of the frustum.
// Owner: who made it; one goroutine uses it. Invariants: each other triangle of a piece is in one batch, with its corners and their place, after those of pieces that were added before;
// pieces that do not change allocate nothing after the first time.
package farlist

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/farcluster"
	"voxtide/render/farhorizon"
	"voxtide/render/scene"
)

// Piece is a part of far land.
type Piece struct {
	Place              mgl32.Vec4 // what the program of far land takes of it
	Base               [3]float32 // where its vertices are at 0: relative to the eye, in blocks
	Vertices           []uint32   // as of a scene.FarMesh
	scene.FarTriangles            // with those vertices
	Clusters           *farcluster.Clusters
	Mesh               *scene.FarMesh // whose triangles they are: the horizon may leave some out; nil: they are not asked about
}

// List chooses triangles. The zero value is ready.
type List struct {
	frustum camera.Frustum
	horizon farhorizon.Horizon
	pieces  []piece
	runs    []farcluster.Run
	left    []uint16 // what the horizon leaves of a piece
	joiner  joiner
}

// piece is one of which some may be seen.
type piece struct {
	Piece
	from, to int // of the runs
}

// Begin begins a list for a frustum. turned says that it is from the same place as the last one: pieces with the same Mesh have the same Base.
func (l *List) Begin(frustum camera.Frustum, turned bool) {
	l.frustum = frustum
	if turned {
		l.horizon.Turn()
	} else {
		l.horizon.Begin()
	}
	clear(l.pieces) // no piece is kept that is not drawn any more
	l.pieces, l.runs = l.pieces[:0], l.runs[:0]
}

// Add adds those clusters of a piece that may be seen; seen reports whether a box may be. What the piece has is not changed before Join.
func (l *List) Add(p Piece, seen func(low, high [3]float32) bool) {
	from := len(l.runs)
	p.Clusters.Find(p.Base, seen)
	l.runs = p.Clusters.Runs(l.runs, len(p.Indices))
	if len(l.runs) == from {
		return
	}
	l.pieces = append(l.pieces, piece{p, from, len(l.runs)})
	if p.Mesh != nil {
		l.horizon.Add(p.Mesh, p.Base, l.runs[from:])
	}
}

// Join makes the batches.
func (l *List) Join() {
	l.joiner.begin()
	asked := 0
	for i := range l.pieces {
		p := &l.pieces[i]
		ground := len(p.Indices) - p.Own
		l.joiner.beginPiece(p.Place, p.Base, p.Vertices)
		if p.Mesh != nil {
			if asked == 0 {
				l.horizon.Find()
			}
			l.left, ground = l.horizon.Left(l.left[:0], asked)
			asked++
			l.joiner.add(&l.frustum, l.left, ground)
			continue
		}
		for _, r := range l.runs[p.from:p.to] {
			l.joiner.add(&l.frustum, p.Indices[r.First:r.First+r.Count], ground-int(r.First))
		}
	}
	l.joiner.end()
}

// Batches returns what Join made. It is valid until the next Join.
func (l *List) Batches() []Batch { return l.joiner.batches }
