package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// indexQuads is how many quads one draw may have; indicesPerQuad says how each is made of two triangles.
const (
	indexQuads     = 65536
	indicesPerQuad = 6
	indexBytes     = 4
)

// newQuadIndices makes the index buffer that all quads share.
func newQuadIndices() (ibo uint32) {
	gl.GenBuffers(1, &ibo)
	fillQuadIndices(ibo, indexQuads)
	return ibo
}

// fillQuadIndices fills the index buffer for so many quads: 0,1,2, 2,1,3, and so on.
func fillQuadIndices(ibo uint32, quads uint32) {
	idx := make([]uint32, quads*indicesPerQuad)
	for q := range quads {
		b := idx[q*indicesPerQuad:]
		b[0], b[1], b[2], b[3], b[4], b[5] = q*4, q*4+1, q*4+2, q*4+2, q*4+1, q*4+3
	}
	gl.BindVertexArray(0)
	gl.BindBuffer(gl.ARRAY_BUFFER, ibo)
	gl.BufferData(gl.ARRAY_BUFFER, len(idx)*indexBytes, gl.Ptr(idx), gl.STATIC_DRAW)
}

// attribute is a row of a vertex layout.
type attribute struct {
	size    int32
	kind    uint32
	integer bool // an integer in the shader
	unit    bool // 0 to 1 in the shader
	offset  uintptr
}

// stream is a vertex buffer that is filled anew by whoever owns it, with its layout.
type stream struct {
	vao, vbo uint32
	stride   int
}

// init makes the buffer and its layout; quads take their indices from ibo.
func (s *stream) init(ibo uint32, stride int, layout []attribute) {
	s.stride = stride
	gl.GenBuffers(1, &s.vbo)
	gl.GenVertexArrays(1, &s.vao)
	setLayout(s.vao, s.vbo, ibo, stride, layout)
}

func setLayout(vao, vbo, ibo uint32, stride int, layout []attribute) {
	gl.BindVertexArray(vao)
	gl.BindBuffer(gl.ARRAY_BUFFER, vbo)
	for i, a := range layout {
		gl.EnableVertexAttribArray(uint32(i))
		if a.integer {
			gl.VertexAttribIPointerWithOffset(uint32(i), a.size, a.kind, int32(stride), a.offset)
		} else {
			gl.VertexAttribPointerWithOffset(uint32(i), a.size, a.kind, a.unit, int32(stride), a.offset)
		}
	}
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, ibo)
	gl.BindVertexArray(0)
}

// fill replaces what the buffer holds; the driver gives it new memory, so nothing waits.
func (s *stream) fill(bytes int, data unsafe.Pointer, usage uint32) {
	gl.BindBuffer(gl.ARRAY_BUFFER, s.vbo)
	gl.BufferData(gl.ARRAY_BUFFER, bytes, data, usage)
}

// draw draws quads of the buffer in as many calls as the index buffer needs. Only beyond it are base vertices needed, which
// some drivers get wrong.
func (s *stream) draw(first, count int) {
	gl.BindVertexArray(s.vao)
	if first+count <= indexQuads {
		if count > 0 {
			gl.DrawElementsWithOffset(gl.TRIANGLES, int32(count*indicesPerQuad), gl.UNSIGNED_INT, uintptr(first)*indicesPerQuad*indexBytes)
		}
		return
	}
	for count > 0 {
		n := min(count, indexQuads)
		gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, int32(n*indicesPerQuad), gl.UNSIGNED_INT, 0, int32(first*4))
		first, count = first+n, count-n
	}
}

func (s *stream) free() {
	deleteBuffer(&s.vbo)
	if s.vao != 0 {
		gl.DeleteVertexArrays(1, &s.vao)
		s.vao = 0
	}
}

func deleteBuffer(b *uint32) {
	if *b != 0 {
		gl.DeleteBuffers(1, b)
		*b = 0
	}
}

func deleteTexture(t *uint32) {
	if *t != 0 {
		gl.DeleteTextures(1, t)
		*t = 0
	}
}

// setBlock fills a uniform buffer anew.
func setBlock(buffer uint32, bytes int, data unsafe.Pointer) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, bytes, data, gl.STREAM_DRAW)
}

// bindTexture binds a texture to a unit.
func bindTexture(unit, target, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(target, texture)
}
