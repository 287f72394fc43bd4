package farlist

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// Places is the number of pieces that a batch has at most: the program of far land takes no more. placeShift is the lowest bit of a vertex's word 1 that holds the number of its piece's place.
const (
	Places     = 128
	placeShift = 24
)

// verticesMax is how many vertices indices can name.
const verticesMax = 1 << 16

// Batch is what one call draws.
type Batch struct {
	Places   []mgl32.Vec4 // of its pieces
	Vertices []uint32     // as of a scene.FarMesh, from bit 24 of word 1 on with the number of their place
	scene.FarTriangles
	own []uint16 // the indices that come last
}

func (b *Batch) clear() {
	b.Places, b.Vertices, b.Indices, b.Own, b.own = b.Places[:0], b.Vertices[:0], b.Indices[:0], 0, b.own[:0]
}

// joiner fills batches.
type joiner struct {
	batches  []Batch
	base     [3]float32 // of the piece that is added
	vertices []uint32
	corners  []corner // of those vertices
}

// corner is a vertex of a piece.
type corner struct {
	number  int32 // in the batch, or one of those below
	outside uint8 // of which planes it lies outside
}

// Numbers of a corner that is not in the batch.
const (
	unknown = -2 // and no triangle has asked about it
	notYet  = -1
)

func (j *joiner) begin() {
	for i := range j.batches {
		j.batches[i].clear()
	}
	j.batches = j.batches[:0]
	j.more()
}

// more begins another batch, with the memory of an earlier one if there was one.
func (j *joiner) more() {
	if len(j.batches) < cap(j.batches) {
		j.batches = j.batches[:len(j.batches)+1]
	} else {
		j.batches = append(j.batches, Batch{})
	}
}

func (j *joiner) last() *Batch { return &j.batches[len(j.batches)-1] }

// beginPiece begins a piece, in another batch if the last one could not hold all of it. base is where its vertices are at 0, relative to the eye.
func (j *joiner) beginPiece(place mgl32.Vec4, base [3]float32, vertices []uint32) {
	if b := j.last(); len(b.Places) == Places || (len(b.Vertices)+len(vertices))/scene.FarVertexWords > verticesMax {
		j.more()
	}
	b := j.last()
	b.Places = append(b.Places, place)
	j.base, j.vertices, j.corners = base, vertices, j.corners[:0]
	for range len(vertices) / scene.FarVertexWords {
		j.corners = append(j.corners, corner{number: unknown})
	}
}

// add adds those of some triangles of the piece that are not outside the frustum. Those from the index ground on have colours of their own.
func (j *joiner) add(frustum *camera.Frustum, indices []uint16, ground int) {
	b := j.last()
	for i := 0; i+2 < len(indices); i += 3 {
		t := indices[i : i+3]
		outside := ^uint8(0)
		for _, v := range t {
			c := &j.corners[v]
			if c.number == unknown {
				w := j.vertices[int(v)*scene.FarVertexWords:]
				*c = corner{notYet, frustum.Outside(mgl32.Vec3{j.base[0] + float32(w[0]&0xFFFF), j.base[1] + float32(int16(w[1]))/scene.FarHeightUnits, j.base[2] + float32(w[0]>>16)})}
			}
			outside &= c.outside
		}
		if outside != 0 {
			continue
		}
		to := &b.Indices
		if i >= ground {
			to = &b.own
		}
		for _, v := range t {
			c := &j.corners[v]
			if c.number == notYet {
				c.number = int32(len(b.Vertices) / scene.FarVertexWords)
				w := j.vertices[int(v)*scene.FarVertexWords:]
				b.Vertices = append(b.Vertices, w[0], w[1]|uint32(len(b.Places)-1)<<placeShift, w[2])
			}
			*to = append(*to, uint16(c.number))
		}
	}
}

func (j *joiner) end() {
	j.vertices = nil
	for i := range j.batches {
		b := &j.batches[i]
		b.Indices, b.Own = append(b.Indices, b.own...), len(b.own)
	}
}
