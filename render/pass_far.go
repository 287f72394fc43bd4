package render

import (
	"slices"
	"time"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/farcluster"
	"voxtide/render/farcut"
	"voxtide/render/farlist"
	"voxtide/render/glutil"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// Bounds of far land on the GPU.
const (
	farLayers   = 320 // tiles with a texture
	farPerFrame = 2   // tiles that are copied in a short frame
)

// farPass draws the land beyond the sections.
type farPass struct {
	pieces   map[*scene.FarMesh]*farPiece
	free     []int32 // layers
	textures uint32  // 0 until the first tile
	plain    bool    // colours are not blended between cells
	edge     farPart
	edgeOf   *scene.FarMesh // whose triangles edge has
	frame    uint64
	version  uint64 // counts up with each change of what there is to draw
	columns  []bool // of a tile: sections are drawn there
	cutter   farcut.Cutter
	list     farList
}

// farPiece is a mesh that the GPU has the texture of.
type farPiece struct {
	all       farPart
	layer     int32
	wanted    uint64 // the last frame that wanted it
	uncovered uncovered
}

// uncovered is the part of a piece over columns in which no sections are drawn.
type uncovered struct {
	farPart
	columns []bool // for which it was made; nil: it was not
}

// farPart are triangles that are drawn together, with what drawing them takes.
type farPart struct {
	vertices []uint32
	scene.FarTriangles
	buffer    glutil.IndexedBuffer // that full quality draws
	copied    bool                 // into it
	clusters  farcluster.Clusters  // that reduced quality chooses from
	clustered bool                 // they are those of the triangles
}

// farLayout is that of scene.FarMesh.
var farLayout = []glutil.Attribute{{Size: scene.FarVertexWords, Kind: gl.UNSIGNED_INT, Integer: true}}

// set replaces the triangles.
func (t *farPart) set(vertices []uint32, triangles scene.FarTriangles) {
	t.vertices, t.FarTriangles, t.copied, t.clustered = vertices, triangles, false, false
}

// ready makes what a quality takes to draw them, unless it was made.
func (t *farPart) ready(reduced bool) {
	switch {
	case len(t.Indices) == 0:
	case reduced && !t.clustered:
		t.clustered, t.clusters = true, farcluster.New(t.vertices, t.Indices)
	case !reduced && !t.copied:
		t.copied = true
		t.buffer.Fill(t.vertices, scene.FarVertexWords, farLayout, t.Indices, gl.STATIC_DRAW)
	}
}

func (p *farPiece) free() {
	p.all.buffer.Free()
	p.uncovered.buffer.Free()
}

// update copies what a scene offers, and forgets what it does not offer any more. frame is how long the last frame took, reduced that the next is drawn at reduced quality.
func (p *farPass) update(far *scene.Far, frame time.Duration, reduced bool) {
	p.frame++
	if far == nil { // another session may count its versions from the beginning
		p.edgeOf = nil
		p.forget()
		return
	}
	if p.textures == 0 {
		p.init()
	}
	for _, m := range far.Load {
		if piece := p.pieces[m]; piece != nil {
			piece.wanted = p.frame
		}
	}
	p.forget()
	budget := sections.InFrame(farPerFrame, frame)
	for _, m := range far.Load {
		if budget == 0 || len(p.free) == 0 {
			break
		}
		if p.pieces[m] == nil {
			p.load(m, reduced)
			budget--
		}
	}
	if far.Edge != p.edgeOf {
		p.version++
		if p.edgeOf = far.Edge; far.Edge != nil {
			p.edge.set(far.Edge.Vertices, far.Edge.FarTriangles)
		}
	}
}

func (p *farPass) init() {
	p.pieces = map[*scene.FarMesh]*farPiece{}
	for i := range int32(farLayers) {
		p.free = append(p.free, farLayers-1-i)
	}
	gl.GenTextures(1, &p.textures)
	glutil.BindTexture(glutil.UnitFarLand, gl.TEXTURE_2D_ARRAY, p.textures)
	gl.TexImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RGBA8, scene.FarPixels, scene.FarPixels, farLayers, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	glutil.SetNearest(gl.TEXTURE_2D_ARRAY)
	p.plain = true
}

// setFilter says whether colours are blended between cells, for the texture that is bound.
func (p *farPass) setFilter(plain bool) {
	if plain == p.plain {
		return
	}
	filter := int32(gl.LINEAR)
	if p.plain = plain; plain {
		filter = gl.NEAREST
	}
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, filter)
	gl.TexParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, filter)
}

// load copies the texture of a mesh, and makes what drawing it takes: by and by, not when the eye turns to many.
func (p *farPass) load(m *scene.FarMesh, reduced bool) {
	piece := &farPiece{layer: p.free[len(p.free)-1], wanted: p.frame}
	p.free = p.free[:len(p.free)-1]
	piece.all.set(m.Vertices, m.FarTriangles)
	piece.all.ready(reduced)
	glutil.BindTexture(glutil.UnitFarLand, gl.TEXTURE_2D_ARRAY, p.textures)
	gl.TexSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, piece.layer, scene.FarPixels, scene.FarPixels, 1, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&m.Pixels[0]))
	p.pieces[m] = piece
	p.version++
	m.Loaded = true
}

// forget frees the pieces that this frame does not want.
func (p *farPass) forget() {
	for m, piece := range p.pieces {
		if piece.wanted != p.frame {
			piece.free()
			p.version++
			p.free = append(p.free, piece.layer)
			delete(p.pieces, m)
			m.Loaded = false
		}
	}
}

// draw draws the pieces in sight.
func (p *farPass) draw(f *frameState) {
	far := f.scene.Far
	if far == nil || len(far.Draw) == 0 || f.scene.Camera.Submerged {
		return
	}
	glutil.BindTexture(glutil.UnitFarLand, gl.TEXTURE_2D_ARRAY, p.textures)
	p.setFilter(f.reduced)
	p.list.update(f, p)
	p.list.draw(&f.programs[progFarOwn], true) // the wall first, which is nearest, and the sea, below which skirts hang
	p.list.draw(&f.programs[progFar], false)
}

// farList is what is drawn: near pieces before far ones. It is made again when the camera moves, or turns by more than it is made for, or what is there changes.
type farList struct {
	frustum camera.Frustum // that it is made for
	turn    float32        // by which that is wider than the frame, in radians
	last    camera.View    // of the last frame
	key     farKey
	whole   []farWhole             // at full quality
	chosen  farlist.List           // at reduced quality
	batches []glutil.IndexedBuffer // of those chosen
}

// farWhole is a part that is drawn whole.
type farWhole struct {
	vao         uint32
	place       mgl32.Vec4
	ground, own int // indices: of the ground first, then those that have colours of their own
}

// farSlackTurn is by how much a list is made for a wider frame while the camera turns, in radians: to make one takes longer than to draw what it has beside the frame. Once
// the camera stands still it is made for little more than the frame.
const farSlackTurn = 0.2

// update makes the list again if it does not hold any more.
func (l *farList) update(f *frameState, p *farPass) {
	key := farKeyOf(f, p.version)
	turn := float32(farSlackTurn)
	if f.camera == l.last {
		turn = camera.SlackTurn
	}
	l.last = f.camera
	if key.from == l.key.from && l.key.camera.TurnedWithin(&key.camera, l.turn) && l.turn <= turn {
		return
	}
	l.turn, l.frustum = turn, f.camera.WideFrustum(float64(turn))
	l.whole = l.whole[:0]
	l.chosen.Begin(l.frustum, key.from == l.key.from)
	l.key = key
	if far := f.scene.Far; far.Edge != nil { // what is near first: it hides what is far
		l.add(f, &p.edge, far.Edge, 0, false)
	}
	l.addPieces(f, p, true)
	l.addPieces(f, p, false)
	l.chosen.Join()
	l.fill()
}

// addPieces adds the pieces in sight, those near sections or the others.
func (l *farList) addPieces(f *frameState, p *farPass, near bool) {
	far := f.scene.Far
	for _, m := range far.Draw {
		piece := p.pieces[m]
		if piece == nil || isNear(f, m) != near {
			continue
		}
		if low, high := boundsOf(f, m); !seen(f, &l.frustum, low, high) {
			continue
		}
		of := &piece.all
		if near && far.Covered != nil {
			of = p.uncover(f, piece, m)
		}
		l.add(f, of, m, piece.layer, !near && l.key.from.leaveOut)
	}
}

// add adds a part of a mesh, at reduced quality those triangles that may be seen: behind says that nearer land may hide some.
func (l *farList) add(f *frameState, t *farPart, m *scene.FarMesh, layer int32, behind bool) {
	if len(t.Indices) == 0 {
		return
	}
	place := mgl32.Vec4{float32(m.Origin[0] - f.camera.Origin[0]), float32(m.Origin[1] - f.camera.Origin[2]), 0, float32(layer)}
	if m.Width > 0 {
		place[2] = 1 / float32(m.Width)
	}
	t.ready(f.reduced)
	if !f.reduced {
		l.whole = append(l.whole, farWhole{t.buffer.VAO, place, len(t.Indices) - t.Own, t.Own})
		return
	}
	piece := farlist.Piece{Place: place, Base: cornerOf(f, m), Vertices: t.vertices, FarTriangles: t.FarTriangles, Clusters: &t.clusters}
	if behind {
		piece.Mesh = m
	}
	l.chosen.Add(piece, func(low, high [3]float32) bool { return seen(f, &l.frustum, low, high) })
}

// fill copies the batches.
func (l *farList) fill() {
	for i := range l.chosen.Batches() {
		b := &l.chosen.Batches()[i]
		if i == len(l.batches) {
			l.batches = append(l.batches, glutil.IndexedBuffer{})
		}
		if len(b.Indices) > 0 {
			l.batches[i].Fill(b.Vertices, scene.FarVertexWords, farLayout, b.Indices, gl.STREAM_DRAW)
		}
	}
}

// draw draws what has the colours of the texture, or those of its own. A driver on the CPU pays more for a change of the program than for a piece, so each program draws all.
func (l *farList) draw(prog *program, own bool) {
	prog.Use()
	for i := range l.whole {
		w := &l.whole[i]
		drawFar(prog, w.vao, &w.place, 1, w.ground, w.own, own)
	}
	for i := range l.chosen.Batches() {
		if b := &l.chosen.Batches()[i]; len(b.Indices) > 0 {
			drawFar(prog, l.batches[i].VAO, &b.Places[0], len(b.Places), len(b.Indices)-b.Own, b.Own, own)
		}
	}
}

// drawFar draws the first indices of a buffer, ground of them, or those after them. places is the first of some, memory that may be handed to C.
func drawFar(prog *program, vao uint32, places *mgl32.Vec4, count, ground, own int, last bool) {
	first, n := 0, ground
	if last {
		first, n = ground, own
	}
	if n == 0 {
		return
	}
	gl.Uniform4fv(prog.offset, int32(count), &places[0])
	gl.BindVertexArray(vao)
	gl.DrawElementsWithOffset(gl.TRIANGLES, int32(n), gl.UNSIGNED_SHORT, uintptr(first)*2)
}

// uncover returns the part of a piece over columns in which no sections are drawn.
func (p *farPass) uncover(f *frameState, piece *farPiece, m *scene.FarMesh) *farPart {
	u, v, far := &piece.uncovered, &f.camera, f.scene.Far
	p.columns = p.columns[:0]
	wide, corner, some := m.Width>>4, cornerOf(f, m), false
	for i := range wide * wide {
		x, z := corner[0]+float32(i%wide*16), corner[2]+float32(i/wide*16)
		dx, dz := max(x, -x-16, 0), max(z, -z-16, 0)
		drawn := dx*dx+dz*dz <= (v.ViewDistance+1)*(v.ViewDistance+1) && far.Covered.At(m.Origin[0]>>4+i%wide, m.Origin[1]>>4+i/wide)
		p.columns, some = append(p.columns, drawn), some || drawn
	}
	if !some {
		return &piece.all
	}
	if !slices.Equal(u.columns, p.columns) {
		u.columns = append(u.columns[:0], p.columns...)
		p.cutter.Cut(m, p.columns)
		u.set(append(u.vertices[:0], p.cutter.Vertices...), scene.FarTriangles{Indices: append(u.Indices[:0], p.cutter.Indices...), Own: p.cutter.Own})
	}
	return &u.farPart
}

// bytes returns the bytes on the GPU.
func (p *farPass) bytes() (n int) {
	if p.textures == 0 {
		return 0
	}
	for _, piece := range p.pieces {
		n += piece.all.buffer.Bytes() + piece.uncovered.buffer.Bytes()
	}
	for i := range p.list.batches {
		n += p.list.batches[i].Bytes()
	}
	return n + p.edge.buffer.Bytes() + farLayers*scene.FarPixels*scene.FarPixels*4
}

func (p *farPass) freeAll() {
	p.frame++
	p.forget()
	p.edge.buffer.Free()
	for i := range p.list.batches {
		p.list.batches[i].Free()
	}
	glutil.DeleteTexture(&p.textures)
}
