package render

import (
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/farcluster"
	"voxtide/render/farcut"
	"voxtide/render/glutil"
	"voxtide/render/scene"
	"voxtide/render/sections"
)

// Bounds of far land on the GPU.
const (
	farLayers   = 320 // tiles with a texture
	farPerFrame = 2   // tiles that are copied in a frame
)

// farPass draws the land beyond the sections.
type farPass struct {
	pieces   map[*scene.FarMesh]*farPiece
	free     []int32 // layers
	textures uint32  // 0 until the first tile
	plain    bool    // colours are not blended between cells
	edge     farPiece
	edgeOf   *scene.FarMesh // that was copied into edge
	frame    uint64
	offset   mgl32.Vec4 // uniforms that are handed to C
	columns  []bool     // of a tile: sections are drawn there
	cutter   farcut.Cutter
	runs     []farcluster.Run
}

// farPiece is a mesh on the GPU.
type farPiece struct {
	all       buffers
	layer     int32
	wanted    uint64 // the last frame that wanted it
	bytes     int
	uncovered uncovered
}

// triangles are an index buffer: the ground first, then what has colours of its own.
type triangles struct {
	ibo         uint32
	ground, own int // indices
	clusters    farcluster.Clusters
}

// fill copies indices, the last of which have colours of their own.
func (t *triangles) fill(vertices []uint32, indices []uint16, own int, usage uint32) {
	t.ground, t.own, t.clusters = len(indices)-own, own, farcluster.Clusters{}
	if len(indices) == 0 {
		return
	}
	if t.ibo == 0 {
		gl.GenBuffers(1, &t.ibo)
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, t.ibo) // the other target belongs to the vertex array that is bound
	gl.BufferData(gl.ARRAY_BUFFER, len(indices)*2, unsafe.Pointer(&indices[0]), usage)
	t.clusters = farcluster.New(vertices, indices)
}

// uncovered is the part of a piece over columns in which no sections are drawn.
type uncovered struct {
	buffers
	columns []bool // for which it was made; nil: it was not
}

// buffers are vertices and triangles of them.
type buffers struct {
	triangles
	vao, vbo uint32
}

// farLayout is that of scene.FarMesh.
var farLayout = []glutil.Attribute{{Size: scene.FarVertexWords, Kind: gl.UNSIGNED_INT, Integer: true}}

func (b *buffers) fill(vertices []uint32, indices []uint16, own int, usage uint32) {
	if b.vao == 0 {
		gl.GenVertexArrays(1, &b.vao)
		gl.GenBuffers(1, &b.vbo)
		glutil.SetLayout(b.vao, b.vbo, 0, scene.FarVertexWords*4, farLayout)
	}
	if b.triangles.fill(vertices, indices, own, usage); len(indices) == 0 {
		return
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, b.vbo)
	gl.BufferData(gl.ARRAY_BUFFER, len(vertices)*4, unsafe.Pointer(&vertices[0]), usage)
}

func (b *buffers) free() {
	glutil.DeleteBuffer(&b.vbo)
	glutil.DeleteBuffer(&b.ibo)
	if b.vao != 0 {
		gl.DeleteVertexArrays(1, &b.vao)
		b.vao = 0
	}
}

func (p *farPiece) fill(m *scene.FarMesh, usage uint32) {
	p.bytes = len(m.Vertices)*4 + len(m.Indices)*2
	p.all.fill(m.Vertices, m.Indices, m.Own, usage)
}

func (p *farPiece) free() {
	p.all.free()
	p.uncovered.free()
	p.uncovered.columns = nil
}

// update copies what a scene offers, and forgets what it does not offer any more.
func (p *farPass) update(far *scene.Far) {
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
	budget := farPerFrame
	for _, m := range far.Load {
		if budget == 0 || len(p.free) == 0 {
			break
		}
		if p.pieces[m] == nil {
			p.load(m)
			budget--
		}
	}
	if far.Edge != p.edgeOf {
		if p.edgeOf = far.Edge; far.Edge != nil {
			p.edge.fill(far.Edge, gl.STREAM_DRAW)
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

// load copies a mesh with its texture.
func (p *farPass) load(m *scene.FarMesh) {
	piece := &farPiece{layer: p.free[len(p.free)-1], wanted: p.frame}
	p.free = p.free[:len(p.free)-1]
	piece.fill(m, gl.STATIC_DRAW)
	glutil.BindTexture(glutil.UnitFarLand, gl.TEXTURE_2D_ARRAY, p.textures)
	gl.TexSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, piece.layer, scene.FarPixels, scene.FarPixels, 1, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&m.Pixels[0]))
	p.pieces[m] = piece
	m.Loaded = true
}

// forget frees the pieces that this frame does not want.
func (p *farPass) forget() {
	for m, piece := range p.pieces {
		if piece.wanted != p.frame {
			piece.free()
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
	if far.Edge != nil { // what is near first: it hides what is far
		p.drawPiece(f, &p.edge, far.Edge, &p.edge.all)
	}
	for _, near := range [...]bool{true, false} {
		for _, m := range far.Draw {
			piece := p.pieces[m]
			if piece == nil || p.isNear(f, m) != near {
				continue
			}
			if low, high := boundsOf(f, m); !seen(f, low, high) {
				continue
			}
			of := &piece.all
			if near && far.Covered != nil {
				of = p.uncover(f, piece, m)
			}
			p.drawPiece(f, piece, m, of)
		}
	}
}

// isNear reports whether sections may be drawn in some column of a mesh.
func (p *farPass) isNear(f *frameState, m *scene.FarMesh) bool {
	v := &f.camera
	corner := cornerOf(f, m)
	x, z := corner[0], corner[2]
	w, view := float32(m.Width), v.ViewDistance+1
	dx, dz := max(x, -x-w, 0), max(z, -z-w, 0)
	return dx*dx+dz*dz <= view*view
}

// uncover returns the part of a piece over columns in which no sections are drawn.
func (p *farPass) uncover(f *frameState, piece *farPiece, m *scene.FarMesh) *buffers {
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
		u.fill(p.cutter.Vertices, p.cutter.Indices, p.cutter.Own, gl.STREAM_DRAW)
	}
	return &u.buffers
}

// boundsOf returns the box of a mesh relative to the eye.
func boundsOf(f *frameState, m *scene.FarMesh) (low, high [3]float32) {
	low = cornerOf(f, m)
	low[1] += float32(m.Low)
	return low, [3]float32{low[0] + float32(m.Width), low[1] + float32(m.High-m.Low), low[2] + float32(m.Width)}
}

// cornerOf returns the corner of a mesh, at a height of 0, relative to the eye.
func cornerOf(f *frameState, m *scene.FarMesh) [3]float32 {
	v := &f.camera
	return [3]float32{float32(m.Origin[0]-v.Origin[0]) - v.Eye[0], -float32(v.Origin[1]) - v.Eye[1], float32(m.Origin[1]-v.Origin[2]) - v.Eye[2]}
}

// seen reports whether a box may be seen: whether it is in sight, and, if it lies beyond all sections, they do not hide it.
func seen(f *frameState, low, high [3]float32) bool {
	a, b := mgl32.Vec3(low), mgl32.Vec3(high)
	if !f.frustum.Intersects(a.Add(b).Mul(0.5), b.Sub(a).Mul(0.5)) {
		return false
	}
	dx, dz := max(low[0], -high[0], 0), max(low[2], -high[2], 0)
	beyond := f.camera.ViewDistance + 1 + 1.5*sections.Side // a section may reach over the view distance by its diagonal
	return dx*dx+dz*dz <= beyond*beyond || f.sections == nil || !f.sections.Hides(low, high)
}

// drawPiece draws triangles over the vertices of a piece, at reduced quality those that may be seen.
func (p *farPass) drawPiece(f *frameState, piece *farPiece, m *scene.FarMesh, t *buffers) {
	all := t.ground + t.own
	p.runs = append(p.runs[:0], farcluster.Run{First: 0, Count: int32(all)})
	if f.reduced {
		t.clusters.Find(cornerOf(f, m), func(low, high [3]float32) bool { return seen(f, low, high) })
		p.runs = t.clusters.Runs(p.runs[:0], all)
	}
	if len(p.runs) == 0 || all == 0 {
		return
	}
	p.offset = mgl32.Vec4{float32(m.Origin[0] - f.camera.Origin[0]), float32(m.Origin[1] - f.camera.Origin[2]), 0, float32(piece.layer)}
	if m.Width > 0 {
		p.offset[2] = 1 / float32(m.Width)
	}
	gl.BindVertexArray(t.vao)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, t.ibo)
	p.drawRuns(&f.programs[progFar], 0, t.ground)
	p.drawRuns(&f.programs[progFarOwn], t.ground, all)
}

// drawRuns draws the indices of the runs from one to another.
func (p *farPass) drawRuns(prog *program, from, to int) {
	used := false
	for _, r := range p.runs {
		first, end := max(int(r.First), from), min(int(r.First+r.Count), to)
		if first >= end {
			continue
		}
		if !used {
			used = true
			prog.Use()
			gl.Uniform4fv(prog.offset, 1, &p.offset[0])
		}
		gl.DrawElementsWithOffset(gl.TRIANGLES, int32(end-first), gl.UNSIGNED_SHORT, uintptr(first)*2)
	}
}

// bytes returns the bytes on the GPU.
func (p *farPass) bytes() (n int) {
	if p.textures == 0 {
		return 0
	}
	for _, piece := range p.pieces {
		n += piece.bytes + (piece.uncovered.ground+piece.uncovered.own)*2 // of which the vertices are few
	}
	return n + p.edge.bytes + farLayers*scene.FarPixels*scene.FarPixels*4
}

func (p *farPass) freeAll() {
	p.frame++
	p.forget()
	p.edge.free()
	glutil.DeleteTexture(&p.textures)
}
