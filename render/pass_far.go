package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/farcluster"
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
	covered  uint32  // texture of scene.Far.Covered
	version  uint64  // of it, plus 1; 0: it holds nothing yet
	edge     farPiece
	edgeOf   *scene.FarMesh // that was copied into edge
	frame    uint64
	offset   mgl32.Vec4 // uniforms that are handed to C
	bounds   mgl32.Vec4
	columns  []bool   // of a tile: sections are drawn there
	indices  []uint16 // that are not hidden
	runs     []farcluster.Run
}

// farPiece is a mesh on the GPU.
type farPiece struct {
	vao, vbo  uint32
	all       triangles
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
func (t *triangles) fill(m *scene.FarMesh, indices []uint16, own int, usage uint32) {
	t.ground, t.own, t.clusters = len(indices)-own, own, farcluster.Clusters{}
	if len(indices) == 0 {
		return
	}
	if t.ibo == 0 {
		gl.GenBuffers(1, &t.ibo)
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, t.ibo) // the other target belongs to the vertex array that is bound
	gl.BufferData(gl.ARRAY_BUFFER, len(indices)*2, unsafe.Pointer(&indices[0]), usage)
	t.clusters = farcluster.New(m, indices)
}

// uncovered is the part of a piece in which no sections are drawn, but for columns at its edges: triangles that are left out cost nothing,
// and pixels that are discarded cost as much as others.
type uncovered struct {
	triangles
	version uint64   // of scene.Far.Covered for which it was made, plus 1; 0: for none
	eye     [2]int32 // the column of the eye
	view    float32
}

// farLayout is that of scene.FarMesh.
var farLayout = []glutil.Attribute{{Size: scene.FarVertexWords, Kind: gl.UNSIGNED_INT, Integer: true}}

func (p *farPiece) fill(m *scene.FarMesh, usage uint32) {
	if p.vao == 0 {
		gl.GenVertexArrays(1, &p.vao)
		gl.GenBuffers(1, &p.vbo)
		glutil.SetLayout(p.vao, p.vbo, 0, scene.FarVertexWords*4, farLayout)
	}
	p.bytes = len(m.Vertices)*4 + len(m.Indices)*2
	if p.all.fill(m, m.Indices, m.Own, usage); len(m.Indices) == 0 {
		return
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, p.vbo)
	gl.BufferData(gl.ARRAY_BUFFER, len(m.Vertices)*4, unsafe.Pointer(&m.Vertices[0]), usage)
}

func (p *farPiece) free() {
	glutil.DeleteBuffer(&p.vbo)
	glutil.DeleteBuffer(&p.all.ibo)
	glutil.DeleteBuffer(&p.uncovered.ibo)
	if p.vao != 0 {
		gl.DeleteVertexArrays(1, &p.vao)
		p.vao = 0
	}
}

// update copies what a scene offers, and forgets what it does not offer any more.
func (p *farPass) update(far *scene.Far) {
	p.frame++
	if far == nil { // another session may count its versions from the beginning
		p.version, p.edgeOf = 0, nil
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
	if far.Covered != nil && far.CoveredVersion+1 != p.version {
		p.version = far.CoveredVersion + 1
		glutil.BindTexture(glutil.UnitCovered, gl.TEXTURE_2D, p.covered)
		gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
		gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, scene.CoveredSide, scene.CoveredSide, gl.RED, gl.UNSIGNED_BYTE, unsafe.Pointer(far.Covered))
		gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
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
	gl.GenTextures(1, &p.covered)
	glutil.BindTexture(glutil.UnitCovered, gl.TEXTURE_2D, p.covered)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, scene.CoveredSide, scene.CoveredSide, 0, gl.RED, gl.UNSIGNED_BYTE, nil)
	glutil.SetNearest(gl.TEXTURE_2D)
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
	glutil.BindTexture(glutil.UnitCovered, gl.TEXTURE_2D, p.covered)
	view := f.camera.ViewDistance + 1
	p.bounds = mgl32.Vec4{view * view}
	for _, n := range [...]int{progFarCovered, progFarOwnCovered} {
		f.programs[n].Use()
		gl.Uniform4fv(f.programs[n].bounds, 1, &p.bounds[0])
	}
	if far.Edge != nil { // what is near first: it hides what is far
		p.drawPiece(f, &farDraw{&p.edge, far.Edge, &p.edge.all, progFar, progFarOwn})
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
			if !near || far.Covered == nil {
				p.drawPiece(f, &farDraw{piece, m, &piece.all, progFar, progFarOwn})
				continue
			}
			p.uncover(f, piece, m)
			p.drawPiece(f, &farDraw{piece, m, &piece.uncovered.triangles, progFarCovered, progFarOwnCovered})
		}
	}
}

// farDraw are triangles in sight.
type farDraw struct {
	piece       *farPiece
	mesh        *scene.FarMesh
	of          *triangles
	ground, own int // programs
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

// uncover finds the triangles of a piece that are not all over columns in which sections are drawn, unless it knows them.
func (p *farPass) uncover(f *frameState, piece *farPiece, m *scene.FarMesh) {
	u, v, far := &piece.uncovered, &f.camera, f.scene.Far
	eye := [2]int32{v.Origin[0] >> 4, v.Origin[2] >> 4}
	if u.version == far.CoveredVersion+1 && u.eye == eye && u.view == v.ViewDistance {
		return
	}
	u.version, u.eye, u.view = far.CoveredVersion+1, eye, v.ViewDistance
	p.columns = p.columns[:0]
	wide := m.Width >> 4
	for i := range wide * wide {
		cx, cz := m.Origin[0]>>4+i%wide, m.Origin[1]>>4+i/wide
		dx, dz := float32(max(cx-eye[0], eye[0]-cx)+1)*16, float32(max(cz-eye[1], eye[1]-cz)+1)*16 // at most, wherever in its column the eye is
		p.columns = append(p.columns, dx*dx+dz*dz <= v.ViewDistance*v.ViewDistance && far.Covered.At(cx, cz))
	}
	p.indices = p.indices[:0]
	own := 0
	for i := 0; i+2 < len(m.Indices); i += 3 {
		t := m.Indices[i : i+3]
		if !p.hidden(m, t, wide) {
			p.indices = append(p.indices, t...)
			if i >= len(m.Indices)-m.Own {
				own += 3
			}
		}
	}
	u.fill(m, p.indices, own, gl.STREAM_DRAW)
}

// hidden reports whether a triangle lies over columns alone in which sections are drawn.
func (p *farPass) hidden(m *scene.FarMesh, t []uint16, wide int32) bool {
	x0, z0, x1, z1 := m.Width, m.Width, int32(0), int32(0)
	for _, n := range t {
		w := m.Vertices[int(n)*scene.FarVertexWords]
		x, z := int32(w&0xFFFF), int32(w>>16)
		x0, z0, x1, z1 = min(x0, x), min(z0, z), max(x1, x), max(z1, z)
	}
	// A wall on the last edge stands on the last columns: those beyond are another mesh's.
	last := m.Width - 1
	x0, z0, x1, z1 = min(x0, last), min(z0, last), min(max(x1-1, x0), last), min(max(z1-1, z0), last)
	for z := z0 >> 4; z <= z1>>4; z++ {
		for x := x0 >> 4; x <= x1>>4; x++ {
			if !p.columns[x+z*wide] {
				return false
			}
		}
	}
	return true
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
func (p *farPass) drawPiece(f *frameState, d *farDraw) {
	t, all := d.of, d.of.ground+d.of.own
	p.runs = append(p.runs[:0], farcluster.Run{First: 0, Count: int32(all)})
	if f.reduced {
		t.clusters.Find(cornerOf(f, d.mesh), func(low, high [3]float32) bool { return seen(f, low, high) })
		p.runs = t.clusters.Runs(p.runs[:0], all)
	}
	if len(p.runs) == 0 || all == 0 {
		return
	}
	p.offset = mgl32.Vec4{float32(d.mesh.Origin[0] - f.camera.Origin[0]), float32(d.mesh.Origin[1] - f.camera.Origin[2]), 0, float32(d.piece.layer)}
	if d.mesh.Width > 0 {
		p.offset[2] = 1 / float32(d.mesh.Width)
	}
	gl.BindVertexArray(d.piece.vao)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, t.ibo)
	p.drawRuns(&f.programs[d.ground], 0, t.ground)
	p.drawRuns(&f.programs[d.own], t.ground, all)
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
		n += piece.bytes + (piece.uncovered.ground+piece.uncovered.own)*2
	}
	return n + p.edge.bytes + farLayers*scene.FarPixels*scene.FarPixels*4 + scene.CoveredSide*scene.CoveredSide
}

func (p *farPass) freeAll() {
	p.frame++
	p.forget()
	p.edge.free()
	glutil.DeleteTexture(&p.textures)
	glutil.DeleteTexture(&p.covered)
}
