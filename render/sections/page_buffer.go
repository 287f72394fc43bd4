package sections

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// pageSteps is in how many steps a buffer of a page grows.
const pageSteps = 8

// pageBuffer is memory on the GPU for units of one kind: quads, models, light cells or slots. It begins small and grows as units are asked for, because a software driver
// touches all memory of a buffer when it is made, and the last page is mostly empty. It never shrinks, and units never move within it.
type pageBuffer struct {
	allocator
	most   uint32 // units that it may have
	unit   int    // bytes of one
	target uint32 // to which the buffer is bound when it is written
	buffer uint32 // 0: the units are elsewhere, and all of them are there
	copied bool   // the GPU may not yet have copied into it what it held before it grew
	grown  func() // tells vertex arrays and textures of another buffer
}

// init makes the buffer with room for a number of units.
func (b *pageBuffer) init(size uint32) {
	b.allocator.init(size)
	b.buffer = newBuffer(b.target, int(size)*b.unit)
	b.grown()
}

// step is by how many units the buffer grows.
func (b *pageBuffer) step() uint32 { return max(b.most/pageSteps, 1) }

// newBuffer makes a buffer and leaves it bound.
func newBuffer(target uint32, bytes int) (buffer uint32) {
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(target, buffer)
	gl.BufferData(target, bytes, nil, gl.STATIC_DRAW)
	return buffer
}

// hasRoom reports whether take has a run of n units.
func (b *pageBuffer) hasRoom(n uint32) bool {
	if n == 0 || b.most-b.size+b.tail() >= n {
		return true
	}
	for _, f := range b.free {
		if f.count >= n {
			return true
		}
	}
	return false
}

// take returns a run of n units, for which there is room, and grows the buffer if need be.
func (b *pageBuffer) take(n uint32) extent {
	s, ok := b.alloc(n)
	if !ok {
		b.growFor(n)
		s, _ = b.alloc(n)
	}
	return s
}

// growFor makes the buffer larger, by which a run of n units lies at its end.
func (b *pageBuffer) growFor(n uint32) {
	used := b.size - b.tail()
	size := min((used+n+b.step()-1)/b.step()*b.step(), b.most)
	old := b.buffer
	b.buffer = newBuffer(b.target, int(size)*b.unit)
	if used > 0 {
		gl.BindBuffer(gl.COPY_READ_BUFFER, old)
		gl.CopyBufferSubData(gl.COPY_READ_BUFFER, b.target, 0, 0, int(used)*b.unit)
		b.copied = true
	}
	b.allocator.grow(size)
	b.grown()
	glutil.DeleteBuffer(&old)
}

// write returns the words of a run of units, to be written, nil for a run of none; done has to be called after it. It does not wait for the GPU, but once after the buffer has grown.
func (b *pageBuffer) write(s extent) []uint32 {
	if s.count == 0 {
		return nil
	}
	gl.BindBuffer(b.target, b.buffer)
	access := uint32(gl.MAP_WRITE_BIT | gl.MAP_INVALIDATE_RANGE_BIT)
	if !b.copied { // what is copied later would come over what is written now
		access |= gl.MAP_UNSYNCHRONIZED_BIT
	}
	b.copied = false
	m := gl.MapBufferRange(b.target, int(s.start)*b.unit, int(s.count)*b.unit, access)
	if m == nil {
		panic("render: the driver maps no buffer")
	}
	return unsafe.Slice((*uint32)(m), int(s.count)*b.unit/4)
}

// done ends a write.
func (b *pageBuffer) done() { gl.UnmapBuffer(b.target) }

// memory returns the bytes of the units that are in use, and of all.
func (b *pageBuffer) memory() (used, reserved int) {
	return int(b.used) * b.unit, int(b.size) * b.unit
}
