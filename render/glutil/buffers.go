// Package glutil wraps what OpenGL 4.1 core needs several calls for: vertex buffers with their layout, the index buffer that
// all quads share, uniform buffers, textures and programs. It also holds the numbers by which the shaders of package shaders
// find their uniform blocks and textures. It does not know what is drawn.
//
// Owner: the goroutine whose thread holds the context; nothing here may be called from elsewhere.
package glutil

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// IndexQuads is the number of quads that one draw may have. A quad is two triangles, so it has IndicesPerQuad indices of
// IndexBytes each.
const (
	IndexQuads     = 65536
	IndicesPerQuad = 6
	IndexBytes     = 4
)

// NewQuadIndices makes the index buffer that all quads share, for IndexQuads of them.
func NewQuadIndices() (ibo uint32) {
	gl.GenBuffers(1, &ibo)
	FillQuadIndices(ibo, IndexQuads)
	return ibo
}

// FillQuadIndices fills the index buffer for a number of quads: 0,1,2, 2,1,3, and so on.
func FillQuadIndices(ibo uint32, quads uint32) {
	idx := make([]uint32, quads*IndicesPerQuad)
	for q := range quads {
		b := idx[q*IndicesPerQuad:]
		b[0], b[1], b[2], b[3], b[4], b[5] = q*4, q*4+1, q*4+2, q*4+2, q*4+1, q*4+3
	}
	gl.BindVertexArray(0)
	gl.BindBuffer(gl.ARRAY_BUFFER, ibo)
	gl.BufferData(gl.ARRAY_BUFFER, len(idx)*IndexBytes, gl.Ptr(idx), gl.STATIC_DRAW)
}

// Attribute is a row of a vertex layout: one input of a vertex shader.
type Attribute struct {
	Size       int32   // components
	Kind       uint32  // gl.FLOAT, gl.UNSIGNED_BYTE or gl.UNSIGNED_INT
	Integer    bool    // the shader reads an integer
	Normalized bool    // the shader reads 0 to 1
	Offset     uintptr // bytes from the start of a vertex
}

// VertexBuffer is a vertex buffer with its layout. Its owner fills it whole, often once a frame.
type VertexBuffer struct {
	VAO, vbo uint32
	stride   int
}

// Init makes the buffer and its layout; the indices of quads come from ibo.
func (b *VertexBuffer) Init(ibo uint32, stride int, layout []Attribute) {
	b.stride = stride
	gl.GenBuffers(1, &b.vbo)
	gl.GenVertexArrays(1, &b.VAO)
	SetLayout(b.VAO, b.vbo, ibo, stride, layout)
}

// SetLayout attaches a vertex buffer with its layout and an index buffer to a vertex array; stride is the bytes of a vertex.
func SetLayout(vao, vbo, ibo uint32, stride int, layout []Attribute) {
	gl.BindVertexArray(vao)
	gl.BindBuffer(gl.ARRAY_BUFFER, vbo)
	for i, a := range layout {
		gl.EnableVertexAttribArray(uint32(i))
		if a.Integer {
			gl.VertexAttribIPointerWithOffset(uint32(i), a.Size, a.Kind, int32(stride), a.Offset)
		} else {
			gl.VertexAttribPointerWithOffset(uint32(i), a.Size, a.Kind, a.Normalized, int32(stride), a.Offset)
		}
	}
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, ibo)
	gl.BindVertexArray(0)
}

// Fill replaces the contents of the buffer. The driver gives it new memory, so nothing waits.
func (b *VertexBuffer) Fill(bytes int, data unsafe.Pointer, usage uint32) {
	gl.BindBuffer(gl.ARRAY_BUFFER, b.vbo)
	gl.BufferData(gl.ARRAY_BUFFER, bytes, data, usage)
}

// Draw draws count quads from the quad first on, in as many calls as the index buffer needs. Base vertices, which some
// drivers get wrong, are used only beyond the index buffer.
func (b *VertexBuffer) Draw(first, count int) {
	gl.BindVertexArray(b.VAO)
	if first+count <= IndexQuads {
		if count > 0 {
			gl.DrawElementsWithOffset(gl.TRIANGLES, int32(count*IndicesPerQuad), gl.UNSIGNED_INT, uintptr(first)*IndicesPerQuad*IndexBytes)
		}
		return
	}
	for count > 0 {
		n := min(count, IndexQuads)
		gl.DrawElementsBaseVertexWithOffset(gl.TRIANGLES, int32(n*IndicesPerQuad), gl.UNSIGNED_INT, 0, int32(first*4))
		first, count = first+n, count-n
	}
}

// Runs are runs of quads of a vertex buffer, within the first IndexQuads of them, that one call draws.
type Runs struct {
	counts  []int32   // of indices
	offsets []uintptr // in the index buffer, in bytes; no pointers for the collector to look at
	next    int       // the quad after the last run
}

// Reset empties the list.
func (r *Runs) Reset() { r.counts, r.offsets, r.next = r.counts[:0], r.offsets[:0], -1 }

// Add adds a quad. One that follows the last is of its run.
func (r *Runs) Add(quad int) {
	if quad == r.next {
		r.counts[len(r.counts)-1] += IndicesPerQuad
	} else {
		r.counts = append(r.counts, IndicesPerQuad)
		r.offsets = append(r.offsets, uintptr(quad)*IndicesPerQuad*IndexBytes)
	}
	r.next = quad + 1
}

// DrawRuns draws the quads of a list.
func (b *VertexBuffer) DrawRuns(r *Runs) {
	if len(r.counts) > 0 {
		gl.BindVertexArray(b.VAO)
		gl.MultiDrawElements(gl.TRIANGLES, &r.counts[0], gl.UNSIGNED_INT, (*unsafe.Pointer)(unsafe.Pointer(&r.offsets[0])), int32(len(r.counts)))
	}
}

// Free deletes the buffer. It does nothing the second time.
func (b *VertexBuffer) Free() {
	DeleteBuffer(&b.vbo)
	if b.VAO != 0 {
		gl.DeleteVertexArrays(1, &b.VAO)
		b.VAO = 0
	}
}

// IndexedBuffer is a vertex buffer with indices of its own, of 16 bits. Its zero value is empty.
type IndexedBuffer struct {
	VAO      uint32
	vbo, ibo uint32
	bytes    int
}

// Fill replaces vertices, of a number of words each and with a layout that stays the same, and indices. There is at least one of each.
func (b *IndexedBuffer) Fill(vertices []uint32, words int, layout []Attribute, indices []uint16, usage uint32) {
	if b.VAO == 0 {
		gl.GenVertexArrays(1, &b.VAO)
		gl.GenBuffers(1, &b.vbo)
		gl.GenBuffers(1, &b.ibo)
		SetLayout(b.VAO, b.vbo, b.ibo, words*4, layout)
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, b.ibo) // the other target belongs to the vertex array that is bound
	gl.BufferData(gl.ARRAY_BUFFER, len(indices)*2, unsafe.Pointer(&indices[0]), usage)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.vbo)
	gl.BufferData(gl.ARRAY_BUFFER, len(vertices)*4, unsafe.Pointer(&vertices[0]), usage)
	b.bytes = len(vertices)*4 + len(indices)*2
}

// Bytes returns the bytes that it has.
func (b *IndexedBuffer) Bytes() int { return b.bytes }

// Free deletes the buffer. It does nothing the second time.
func (b *IndexedBuffer) Free() {
	DeleteBuffer(&b.vbo)
	DeleteBuffer(&b.ibo)
	if b.VAO != 0 {
		gl.DeleteVertexArrays(1, &b.VAO)
		b.VAO = 0
	}
	b.bytes = 0
}

// DeleteBuffer deletes a buffer and sets its name to 0. It does nothing to 0.
func DeleteBuffer(b *uint32) {
	if *b != 0 {
		gl.DeleteBuffers(1, b)
		*b = 0
	}
}

// FillUniformBuffer replaces the contents of a uniform buffer.
func FillUniformBuffer(buffer uint32, bytes int, data unsafe.Pointer) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, bytes, data, gl.STREAM_DRAW)
}
