package render

import "github.com/go-gl/gl/v4.1-core/gl"

// Memory returns how many bytes on the GPU hold the sections that are known, and how many were reserved in all: pages,
// textures, indices and the pictures that are drawn before what is shown.
func (r *Renderer) Memory() (used, reserved int) {
	for _, p := range r.store.pages {
		used += int(p.quads.used)*quadBytes + int(p.models.used)*modelBytes + int(p.cells.used)*cellBytes + int(p.slots.used)*slotBytes
		reserved += int(p.quads.size)*quadBytes + int(p.models.size)*modelBytes + int(p.cells.size)*cellBytes + int(p.slots.size)*slotBytes
	}
	return used, reserved + r.textureBytes + indexQuads*indicesPerQuad*indexBytes + r.scaled.bytes() + r.fine.bytes() + r.under.bytes()
}

// Scale returns the resolution scale of the pictures: pixels drawn per pixel shown along each side.
func (r *Renderer) Scale() float32 {
	if s := r.cfg.Scale; s > 0 && s < 1 {
		return max(s, scaleLeast)
	}
	return 1
}

// Wait returns when the GPU has done all that it was given: for measurements.
func (r *Renderer) Wait() { gl.Finish() }
