package render

import (
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/scene"
)

// Sizes of a page and how many there may be.
const (
	PageBytes = 16 << 20 // of merged quads; the same of light cells; a quarter of it of models
	MaxPages  = 48

	quadBytes    = 4 * scene.QuadWords * 4
	modelBytes   = 4 * scene.ModelWords * 4
	cellBytes    = scene.CellWords * 4
	slotBytes    = 16
	pageQuads    = PageBytes / quadBytes
	pageModels   = PageBytes / 4 / modelBytes
	pageCells    = PageBytes / cellBytes
	slotsPerPage = 8192 // as many as 13 bits can name
)

// page is memory on the GPU for many sections, made once and never grown: vertices, light cells and the table of slots
// that vertices name their section by.
type page struct {
	quads, models, cells, slots arena

	quadVBO, quadVAO   uint32
	modelVBO, modelVAO uint32
	cellBuf, cellTex   uint32 // no buffer where cells are in a texture
	slotBuf, slotTex   uint32
}

// place is where a section lies within a page.
type place struct{ quads, models, cells, slot span }

func newPage(ibo uint32, where Cells, texels int) *page {
	p := &page{}
	cells := pageCells
	if where == CellsBuffer {
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
	reserve(p.quadVBO, pageQuads*quadBytes)
	reserve(p.modelVBO, pageModels*modelBytes)
	setLayout(p.quadVAO, p.quadVBO, ibo, scene.QuadWords*4, []attribute{{size: scene.QuadWords, kind: gl.UNSIGNED_INT, integer: true}})
	setLayout(p.modelVAO, p.modelVBO, ibo, scene.ModelWords*4, []attribute{{size: scene.ModelWords, kind: gl.UNSIGNED_INT, integer: true}})
	if where == CellsTexture {
		p.cellTex = newCellTexture()
	} else {
		p.cellBuf, p.cellTex = newTexels(gl.RG32UI, cells*cellBytes)
	}
	p.slotBuf, p.slotTex = newTexels(gl.RGBA32I, slotsPerPage*slotBytes)
	return p
}

// reserve makes the memory of a buffer.
func reserve(buffer uint32, bytes int) {
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	gl.BufferData(gl.ARRAY_BUFFER, bytes, nil, gl.STATIC_DRAW)
}

// newTexels makes a buffer that shaders read texel by texel.
func newTexels(format uint32, bytes int) (buffer, texture uint32) {
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(gl.TEXTURE_BUFFER, buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, bytes, nil, gl.STATIC_DRAW)
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_BUFFER, texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, buffer)
	return buffer, texture
}

// take finds room for a mesh, all of it or none.
func (p *page) take(quads, models, cells uint32) (at place, ok bool) {
	if at.slot, ok = p.slots.take(1); !ok {
		return place{}, false
	}
	if at.quads, ok = p.quads.take(quads); ok {
		if at.models, ok = p.models.take(models); ok {
			if at.cells, ok = p.cells.take(cells); ok {
				return at, true
			}
			p.models.give(at.models)
		}
		p.quads.give(at.quads)
	}
	p.slots.give(at.slot)
	return place{}, false
}

// give takes back what take returned.
func (p *page) give(at place) {
	p.quads.give(at.quads)
	p.models.give(at.models)
	p.cells.give(at.cells)
	p.slots.give(at.slot)
}

// write copies a mesh to its place, which no picture under way reads. Born is of its section, see fade.go.
func (p *page) write(at place, m *scene.Mesh, born uint8) {
	slot := at.slot.start
	if d := mapped(gl.ARRAY_BUFFER, p.quadVBO, at.quads, quadBytes); d != nil {
		for i := 0; i+2 < len(d); i += scene.QuadWords {
			v := m.Quads[i : i+3 : i+3]
			d[i], d[i+1], d[i+2] = v[0], v[1], v[2]|slot
		}
		gl.UnmapBuffer(gl.ARRAY_BUFFER)
	}
	if d := mapped(gl.ARRAY_BUFFER, p.modelVBO, at.models, modelBytes); d != nil {
		for i := 0; i+3 < len(d); i += scene.ModelWords {
			v := m.Models[i : i+4 : i+4]
			d[i], d[i+1], d[i+2], d[i+3] = v[0], v[1], v[2]|slot, v[3]
		}
		gl.UnmapBuffer(gl.ARRAY_BUFFER)
	}
	if p.cellBuf == 0 {
		writeCells(p.cellTex, at.cells, m.Cells)
	} else if d := mapped(gl.TEXTURE_BUFFER, p.cellBuf, at.cells, cellBytes); d != nil {
		copy(d, m.Cells)
		gl.UnmapBuffer(gl.TEXTURE_BUFFER)
	}
	if d := mapped(gl.TEXTURE_BUFFER, p.slotBuf, at.slot, slotBytes); d != nil {
		for i, c := range m.Section {
			d[i] = uint32(c * sectionSide)
		}
		d[3] = at.cells.start | uint32(born)<<24
		gl.UnmapBuffer(gl.TEXTURE_BUFFER)
	}
}

// mapped returns the words of a run of units, to be written without waiting for the GPU, or nil if there are none.
func mapped(target, buffer uint32, s span, unit int) []uint32 {
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

func (p *page) free() {
	deleteTexture(&p.cellTex)
	deleteTexture(&p.slotTex)
	for _, b := range []*uint32{&p.quadVBO, &p.modelVBO, &p.cellBuf, &p.slotBuf} {
		deleteBuffer(b)
	}
	gl.DeleteVertexArrays(1, &p.quadVAO)
	gl.DeleteVertexArrays(1, &p.modelVAO)
}
