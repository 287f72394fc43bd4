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
	"voxtide/render/farhorizon"
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
	edge     farPiece
	edgeOf   *scene.FarMesh // that was copied into edge
	frame    uint64
	version  uint64     // counts up with each change of what is on the GPU
	offset   mgl32.Vec4 // uniforms that are handed to C
	columns  []bool     // of a tile: sections are drawn there
	cutter   farcut.Cutter
	list     farList
}

// farPiece is a mesh on the GPU.
type farPiece struct {
	all       buffers
	layer     int32
	wanted    uint64 // the last frame that wanted it
	bytes     int
	uncovered uncovered
}

// uncovered is the part of a piece over columns in which no sections are drawn.
type uncovered struct {
	buffers
	columns []bool // for which it was made; nil: it was not
}

// buffers are vertices and triangles of them: of the ground first, then those that have colours of their own.
type buffers struct {
	glutil.IndexedBuffer
	ground, own int // indices
	clusters    farcluster.Clusters
}

// farLayout is that of scene.FarMesh.
var farLayout = []glutil.Attribute{{Size: scene.FarVertexWords, Kind: gl.UNSIGNED_INT, Integer: true}}

// fill copies vertices and indices, the last of which have colours of their own.
func (b *buffers) fill(vertices []uint32, indices []uint16, own int, usage uint32) {
	b.ground, b.own, b.clusters = len(indices)-own, own, farcluster.Clusters{}
	if len(indices) > 0 {
		b.Fill(vertices, scene.FarVertexWords, farLayout, indices, usage)
		b.clusters = farcluster.New(vertices, indices)
	}
}

func (p *farPiece) fill(m *scene.FarMesh, usage uint32) {
	p.bytes = len(m.Vertices)*4 + len(m.Indices)*2
	p.all.fill(m.Vertices, m.Indices, m.Own, usage)
}

func (p *farPiece) free() {
	p.all.Free()
	p.uncovered.Free()
	p.uncovered.columns = nil
}

// update copies what a scene offers, and forgets what it does not offer any more. frame is how long the last frame took.
func (p *farPass) update(far *scene.Far, frame time.Duration) {
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
			p.load(m)
			budget--
		}
	}
	if far.Edge != p.edgeOf {
		p.version++
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
	p.list.draw(&f.programs[progFarOwn], &p.offset, true) // the wall first, which is nearest, and the sea, below which skirts hang
	p.list.draw(&f.programs[progFar], &p.offset, false)
}

// farList is which triangles are drawn: near pieces before far ones. It is made again when the camera moves, or turns by more than it is made for, or what is there changes.
// While the camera only turns, the horizon is kept.
type farList struct {
	frustum camera.Frustum // that it is made for
	turn    float32        // by which that is wider than the frame, in radians
	last    camera.View    // of the last frame
	key     farKey
	seen    []farSeen
	runs    []farcluster.Run
	horizon farhorizon.Horizon
	indices []uint16 // those that the horizon leaves
	ibo     uint32   // of them
}

// farSeen is a piece of which something may be seen.
type farSeen struct {
	vao, ibo uint32
	offset   mgl32.Vec4
	from, to int // of the runs
	own      int // the first index of those with colours of their own
}

// farSlackTurn is by how much a list is made for a wider frame while the camera turns, in radians: to make one takes longer than to draw what it has beside the frame. Once
// the camera stands still it is made for little more than the frame.
const farSlackTurn = 0.2

// update makes the list again if it does not hold any more.
func (l *farList) update(f *frameState, p *farPass) {
	far := f.scene.Far
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
	if key.from == l.key.from {
		l.horizon.Turn()
	} else {
		l.horizon.Begin()
	}
	l.key = key
	l.runs, l.seen, l.indices = l.runs[:0], l.seen[:0], l.indices[:0]
	if far.Edge != nil { // what is near first: it hides what is far
		l.add(f, &p.edge, far.Edge, &p.edge.all)
	}
	l.addPieces(f, p, true)
	first := len(l.seen)
	if l.addPieces(f, p, false); key.from.leaveOut {
		l.leaveOut(l.seen[first:])
	}
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
		if l.add(f, piece, m, of) && !near && l.key.from.leaveOut {
			s := &l.seen[len(l.seen)-1]
			l.horizon.Add(m, cornerOf(f, m), l.runs[s.from:s.to])
		}
	}
}

// add adds triangles over the vertices of a piece, at reduced quality those that may be seen, and reports whether there are any.
func (l *farList) add(f *frameState, piece *farPiece, m *scene.FarMesh, t *buffers) bool {
	from, all := len(l.runs), t.ground+t.own
	switch {
	case all == 0:
	case f.reduced:
		t.clusters.Find(cornerOf(f, m), func(low, high [3]float32) bool { return seen(f, &l.frustum, low, high) })
		l.runs = t.clusters.Runs(l.runs, all)
	default:
		l.runs = append(l.runs, farcluster.Run{First: 0, Count: int32(all)})
	}
	if len(l.runs) == from {
		return false
	}
	offset := mgl32.Vec4{float32(m.Origin[0] - f.camera.Origin[0]), float32(m.Origin[1] - f.camera.Origin[2]), 0, float32(piece.layer)}
	if m.Width > 0 {
		offset[2] = 1 / float32(m.Width)
	}
	l.seen = append(l.seen, farSeen{t.VAO, t.IBO, offset, from, len(l.runs), t.ground})
	return true
}

// leaveOut replaces the runs of the pieces that were added to the horizon by what it leaves of them.
func (l *farList) leaveOut(pieces []farSeen) {
	if len(pieces) == 0 {
		return
	}
	l.horizon.Find()
	if l.ibo == 0 {
		gl.GenBuffers(1, &l.ibo)
	}
	l.runs = l.runs[:pieces[0].from]
	for i := range pieces {
		s, from, ground := &pieces[i], len(l.indices), 0
		l.indices, ground = l.horizon.Left(l.indices, i)
		s.ibo, s.from, s.own = l.ibo, len(l.runs), from+ground
		if len(l.indices) > from {
			l.runs = append(l.runs, farcluster.Run{First: int32(from), Count: int32(len(l.indices) - from)})
		}
		s.to = len(l.runs)
	}
	if len(l.indices) > 0 {
		gl.BindBuffer(gl.ARRAY_BUFFER, l.ibo)
		gl.BufferData(gl.ARRAY_BUFFER, len(l.indices)*2, unsafe.Pointer(&l.indices[0]), gl.STREAM_DRAW)
	}
}

// draw draws what has the colours of the texture, or those of its own. A driver on the CPU pays more for a change of the program than for a piece, so each program draws all.
// offset is memory that may be handed to C.
func (l *farList) draw(prog *program, offset *mgl32.Vec4, own bool) {
	prog.Use()
	for i := range l.seen {
		s, bound := &l.seen[i], false
		for _, r := range l.runs[s.from:s.to] {
			first, end := int(r.First), int(r.First+r.Count)
			if own {
				first = max(first, s.own)
			} else {
				end = min(end, s.own)
			}
			if first >= end {
				continue
			}
			if !bound {
				bound, *offset = true, s.offset
				gl.Uniform4fv(prog.offset, 1, &offset[0])
				gl.BindVertexArray(s.vao)
				gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, s.ibo)
			}
			gl.DrawElementsWithOffset(gl.TRIANGLES, int32(end-first), gl.UNSIGNED_SHORT, uintptr(first)*2)
		}
	}
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
	glutil.DeleteBuffer(&p.list.ibo)
	glutil.DeleteTexture(&p.textures)
}
