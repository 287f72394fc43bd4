package sections

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
	"voxtide/render/scene"
)

// Sizes of a page.
const (
	quadBytes    = 4 * scene.QuadWords * 4
	modelBytes   = 4 * scene.ModelWords * 4
	slotBytes    = 16
	pageQuads    = PageBytes / quadBytes
	pageModels   = PageBytes / 2 / modelBytes // four times what woods and meadows have beside their quads, but all of a section is in one page
	slotsPerPage = 8192                       // as many as 13 bits can name
)

// sectionPage is memory on the GPU for many sections. It is made once and never grows: vertices, light cells, and the table
// of slots by which vertices name their section.
type sectionPage struct {
	quads, models, cells, slots allocator

	quadVBO, quadVAO   uint32
	modelVBO, modelVAO uint32
	cellBuf, cellTex   uint32 // no buffer where light cells are in a texture
	slotBuf, slotTex   uint32
}

// allocation is the memory of a section within a page.
type allocation struct{ quads, models, cells, slot extent }

func newPage(ibo uint32, light LightStorage, texels int) *sectionPage {
	p := &sectionPage{}
	cells := pageCells
	if light == LightStorageBuffer {
		cells = min(pageCells, texels)
	}
	p.quads.init(pageQuads)
	p.models.init(pageModels)
	p.cells.init(uint32(cells))
	p.slots.init(slotsPerPage)
	gl.GenBuffers(1, &p.quadVBO)
	gl.GenVertexArrays(1, &p.quadVAO)
	gl.GenBuffers(1, &p.modelVBO)
	gl.GenVertexArrays(1, &p.modelVAO)
	allocBuffer(p.quadVBO, pageQuads*quadBytes)
	allocBuffer(p.modelVBO, pageModels*modelBytes)
	glutil.SetLayout(p.quadVAO, p.quadVBO, ibo, scene.QuadWords*4, []glutil.Attribute{{Size: scene.QuadWords, Kind: gl.UNSIGNED_INT, Integer: true}})
	glutil.SetLayout(p.modelVAO, p.modelVBO, ibo, scene.ModelWords*4, []glutil.Attribute{{Size: scene.ModelWords, Kind: gl.UNSIGNED_INT, Integer: true}})
	if light == LightStorageTexture {
		p.cellTex = newLightTexture()
	} else {
		p.cellBuf, p.cellTex = newTextureBuffer(gl.RG32UI, cells*cellBytes)
	}
	p.slotBuf, p.slotTex = newTextureBuffer(gl.RGBA32I, slotsPerPage*slotBytes)
	return p
}

// allocBuffer gives a vertex buffer its memory.
func allocBuffer(buffer uint32, bytes int) {
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	gl.BufferData(gl.ARRAY_BUFFER, bytes, nil, gl.STATIC_DRAW)
}

// newTextureBuffer makes a buffer that shaders read texel by texel.
func newTextureBuffer(format uint32, bytes int) (buffer, texture uint32) {
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(gl.TEXTURE_BUFFER, buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, bytes, nil, gl.STATIC_DRAW)
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_BUFFER, texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, buffer)
	return buffer, texture
}

// alloc finds room for a mesh, for all of it or none.
func (p *sectionPage) alloc(quads, models, cells uint32) (at allocation, ok bool) {
	if at.slot, ok = p.slots.alloc(1); !ok {
		return allocation{}, false
	}
	if at.quads, ok = p.quads.alloc(quads); ok {
		if at.models, ok = p.models.alloc(models); ok {
			if at.cells, ok = p.cells.alloc(cells); ok {
				return at, true
			}
			p.models.release(at.models)
		}
		p.quads.release(at.quads)
	}
	p.slots.release(at.slot)
	return allocation{}, false
}

// release takes back an allocation.
func (p *sectionPage) release(at allocation) {
	p.quads.release(at.quads)
	p.models.release(at.models)
	p.cells.release(at.cells)
	p.slots.release(at.slot)
}

// write copies a mesh to its allocation, which no frame in flight reads. The stamp is the section's, see fade.go.
func (p *sectionPage) write(at allocation, m *scene.Mesh, stamp uint8) {
	slot := at.slot.start
	if d := mapForWrite(gl.ARRAY_BUFFER, p.quadVBO, at.quads, quadBytes); d != nil {
		for i := 0; i+2 < len(d); i += scene.QuadWords {
			v := m.Quads[i : i+3 : i+3]
			d[i], d[i+1], d[i+2] = v[0], v[1], v[2]|slot
		}
		gl.UnmapBuffer(gl.ARRAY_BUFFER)
	}
	if d := mapForWrite(gl.ARRAY_BUFFER, p.modelVBO, at.models, modelBytes); d != nil {
		for i := 0; i+3 < len(d); i += scene.ModelWords {
			v := m.Models[i : i+4 : i+4]
			d[i], d[i+1], d[i+2], d[i+3] = v[0], v[1], v[2]|slot, v[3]
		}
		gl.UnmapBuffer(gl.ARRAY_BUFFER)
	}
	if p.cellBuf == 0 {
		writeLightTexture(p.cellTex, at.cells, m.Cells)
	} else if d := mapForWrite(gl.TEXTURE_BUFFER, p.cellBuf, at.cells, cellBytes); d != nil {
		copy(d, m.Cells)
		gl.UnmapBuffer(gl.TEXTURE_BUFFER)
	}
	p.writeSlot(at, m.Section, stamp)
}

// writeSlot fills the slot of a section: its origin in blocks, its first light cell and its fade stamp.
func (p *sectionPage) writeSlot(at allocation, key [3]int32, stamp uint8) {
	if d := mapForWrite(gl.TEXTURE_BUFFER, p.slotBuf, at.slot, slotBytes); d != nil {
		for i, c := range key {
			d[i] = uint32(c * Side)
		}
		d[3] = at.cells.start | uint32(stamp)<<24
		gl.UnmapBuffer(gl.TEXTURE_BUFFER)
	}
}

// mapForWrite returns the words of a run of units, to be written without waiting for the GPU, nil for a run of none.
func mapForWrite(target, buffer uint32, s extent, unit int) []uint32 {
	if s.count == 0 {
		return nil
	}
	gl.BindBuffer(target, buffer)
	const access = gl.MAP_WRITE_BIT | gl.MAP_INVALIDATE_RANGE_BIT | gl.MAP_UNSYNCHRONIZED_BIT
	m := gl.MapBufferRange(target, int(s.start)*unit, int(s.count)*unit, access)
	if m == nil {
		panic("render: the driver maps no buffer")
	}
	return unsafe.Slice((*uint32)(m), int(s.count)*unit/4)
}

// memory returns the bytes that sections use, and all bytes of the page.
func (p *sectionPage) memory() (used, reserved int) {
	used = int(p.quads.used)*quadBytes + int(p.models.used)*modelBytes + int(p.cells.used)*cellBytes + int(p.slots.used)*slotBytes
	reserved = int(p.quads.size)*quadBytes + int(p.models.size)*modelBytes + int(p.cells.size)*cellBytes + int(p.slots.size)*slotBytes
	return used, reserved
}

func (p *sectionPage) free() {
	glutil.DeleteTexture(&p.cellTex)
	glutil.DeleteTexture(&p.slotTex)
	for _, b := range []*uint32{&p.quadVBO, &p.modelVBO, &p.cellBuf, &p.slotBuf} {
		glutil.DeleteBuffer(b)
	}
	gl.DeleteVertexArrays(1, &p.quadVAO)
	gl.DeleteVertexArrays(1, &p.modelVAO)
}
