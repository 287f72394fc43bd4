package sections

import (
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

// sectionPage is memory on the GPU for many sections: vertices, light cells, and the table of slots by which vertices name their section.
type sectionPage struct {
	quads, models, cells, slots pageBuffer

	quadVAO, modelVAO, cellTex, slotTex uint32
}

// allocation is the memory of a section within a page.
type allocation struct{ quads, models, cells, slot extent }

func newPage(ibo uint32, light LightStorage, texels int) *sectionPage {
	p := &sectionPage{}
	gl.GenVertexArrays(1, &p.quadVAO)
	gl.GenVertexArrays(1, &p.modelVAO)
	p.quads = pageBuffer{most: pageQuads, unit: quadBytes, target: gl.ARRAY_BUFFER, grown: func() {
		glutil.SetLayout(p.quadVAO, p.quads.buffer, ibo, scene.QuadWords*4, []glutil.Attribute{{Size: scene.QuadWords, Kind: gl.UNSIGNED_INT, Integer: true}})
	}}
	p.models = pageBuffer{most: pageModels, unit: modelBytes, target: gl.ARRAY_BUFFER, grown: func() {
		glutil.SetLayout(p.modelVAO, p.models.buffer, ibo, scene.ModelWords*4, []glutil.Attribute{{Size: scene.ModelWords, Kind: gl.UNSIGNED_INT, Integer: true}})
	}}
	p.slots = pageBuffer{most: slotsPerPage, unit: slotBytes, target: gl.TEXTURE_BUFFER, grown: func() { setTextureBuffer(&p.slotTex, gl.RGBA32I, p.slots.buffer) }}
	p.quads.init(p.quads.step())
	p.models.init(p.models.step())
	p.slots.init(slotsPerPage)
	if p.cells = (pageBuffer{most: pageCells, unit: cellBytes, target: gl.TEXTURE_BUFFER}); light == LightStorageTexture {
		p.cellTex = newLightTexture()
		p.cells.allocator.init(pageCells)
		return p
	}
	p.cells.grown = func() { setTextureBuffer(&p.cellTex, gl.RG32UI, p.cells.buffer) }
	p.cells.most = uint32(min(pageCells, texels))
	p.cells.init(p.cells.step())
	return p
}

// setTextureBuffer has a texture read a buffer texel by texel, and makes the texture if there is none.
func setTextureBuffer(texture *uint32, format, buffer uint32) {
	if *texture == 0 {
		gl.GenTextures(1, texture)
	}
	gl.BindTexture(gl.TEXTURE_BUFFER, *texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, buffer)
}

// alloc finds room for a mesh, for all of it or none.
func (p *sectionPage) alloc(quads, models, cells uint32) (at allocation, ok bool) {
	if !p.slots.hasRoom(1) || !p.quads.hasRoom(quads) || !p.models.hasRoom(models) || !p.cells.hasRoom(cells) {
		return allocation{}, false
	}
	return allocation{quads: p.quads.take(quads), models: p.models.take(models), cells: p.cells.take(cells), slot: p.slots.take(1)}, true
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
	if d := p.quads.write(at.quads); d != nil {
		for i := 0; i+2 < len(d); i += scene.QuadWords {
			v := m.Quads[i : i+3 : i+3]
			d[i], d[i+1], d[i+2] = v[0], v[1], v[2]|slot
		}
		p.quads.done()
	}
	if d := p.models.write(at.models); d != nil {
		for i := 0; i+3 < len(d); i += scene.ModelWords {
			v := m.Models[i : i+4 : i+4]
			d[i], d[i+1], d[i+2], d[i+3] = v[0], v[1], v[2]|slot, v[3]
		}
		p.models.done()
	}
	if p.cells.buffer == 0 {
		writeLightTexture(p.cellTex, at.cells, m.Cells)
	} else if d := p.cells.write(at.cells); d != nil {
		copy(d, m.Cells)
		p.cells.done()
	}
	p.writeSlot(at, m.Section, stamp)
}

// writeSlot fills the slot of a section: its origin in blocks, its first light cell and its fade stamp.
func (p *sectionPage) writeSlot(at allocation, key [3]int32, stamp uint8) {
	if d := p.slots.write(at.slot); d != nil {
		for i, c := range key {
			d[i] = uint32(c * Side)
		}
		d[3] = at.cells.start | uint32(stamp)<<24
		p.slots.done()
	}
}

// memory returns the bytes that sections use, and all bytes of the page.
func (p *sectionPage) memory() (used, reserved int) {
	for _, b := range []*pageBuffer{&p.quads, &p.models, &p.cells, &p.slots} {
		u, r := b.memory()
		used, reserved = used+u, reserved+r
	}
	return used, reserved
}

func (p *sectionPage) free() {
	glutil.DeleteTexture(&p.cellTex)
	glutil.DeleteTexture(&p.slotTex)
	for _, b := range []*pageBuffer{&p.quads, &p.models, &p.cells, &p.slots} {
		glutil.DeleteBuffer(&b.buffer)
	}
	gl.DeleteVertexArrays(1, &p.quadVAO)
	gl.DeleteVertexArrays(1, &p.modelVAO)
}
