package render

import "github.com/go-gl/gl/v4.1-core/gl"

// target is a picture of its own that the world is drawn into.
type target struct {
	frame         uint32
	colour, depth uint32 // renderbuffers
	texture       uint32 // instead of both: depth that shaders read
	width, height int
	each          int // bytes of a pixel
}

// bytes returns what it takes.
func (t *target) bytes() int { return t.width * t.height * t.each }

// scaleLeast is the smallest resolution scale.
const scaleLeast = 0.25

// fineSamples is how many samples a pixel has, unless plain: edges far away are steps otherwise, that crawl as the camera
// moves.
const fineSamples = 4

// samples returns how many samples a pixel has; 0 for one in the window's own picture.
func (r *Renderer) samples() int {
	if r.plain() {
		return 0
	}
	return max(1, min(fineSamples, r.driver.samples))
}

// begin chooses what the world is drawn into and returns its size.
func (r *Renderer) begin(width, height int) (w, h int) {
	s, n := r.Scale(), r.samples()
	w, h = max(1, int(float32(width)*s)), max(1, int(float32(height)*s))
	for ; n > 0; n /= 2 {
		if r.fine.size(w, h, n) {
			gl.BindFramebuffer(gl.FRAMEBUFFER, r.fine.frame)
			return w, h
		}
		r.driver.samples = n / 2 // fewer, from now on
	}
	if s < 1 {
		r.scaled.size(w, h, 0)
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.scaled.frame)
	}
	return w, h
}

// end brings what was drawn to the screen. Samples become pixels of the same size first: only pixels can be stretched.
func (r *Renderer) end(w, h, width, height int) {
	from := r.fine.frame
	if r.Scale() < 1 {
		if from != 0 {
			r.scaled.size(w, h, 0)
			blit(from, r.scaled.frame, w, h, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
		}
		blit(r.scaled.frame, 0, w, h, width, height, gl.COLOR_BUFFER_BIT, gl.LINEAR)
	} else if from != 0 {
		blit(from, 0, w, h, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

// blit copies from a frame to another one, and to another size.
func blit(from, to uint32, w, h, width, height int, what, filter uint32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to)
	gl.BlitFramebuffer(0, 0, int32(w), int32(h), 0, 0, int32(width), int32(height), what, filter)
}

// keepDepth copies the depth of all that was drawn, for the shader of water: what is drawn into cannot be read.
func (r *Renderer) keepDepth() {
	f := &r.fine
	if f.frame == 0 || !r.list.has(passWater) {
		return
	}
	r.under.sizeDepth(f.width, f.height)
	blit(f.frame, r.under.frame, f.width, f.height, f.width, f.height, gl.DEPTH_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.frame)
	bindTexture(unitUnder, gl.TEXTURE_2D, r.under.texture)
}

// size makes the buffers of a size, with so many samples a pixel if any, and tells whether the driver draws into them.
func (t *target) size(w, h, samples int) bool {
	if t.width == w && t.height == h {
		return true
	}
	t.free()
	t.width, t.height, t.each = w, h, 8*max(1, samples)
	gl.GenFramebuffers(1, &t.frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.frame)
	part := func(buffer *uint32, format, at uint32) {
		gl.GenRenderbuffers(1, buffer)
		gl.BindRenderbuffer(gl.RENDERBUFFER, *buffer)
		if samples > 1 {
			gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, int32(samples), format, int32(w), int32(h))
		} else {
			gl.RenderbufferStorage(gl.RENDERBUFFER, format, int32(w), int32(h))
		}
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, at, gl.RENDERBUFFER, *buffer)
	}
	part(&t.colour, gl.RGBA8, gl.COLOR_ATTACHMENT0)
	part(&t.depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT)
	if gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE {
		return true
	}
	t.free()
	return false
}

// sizeDepth makes a depth of a size that shaders can read.
func (t *target) sizeDepth(w, h int) {
	if t.width == w && t.height == h {
		return
	}
	t.free()
	t.width, t.height, t.each = w, h, 4
	gl.GenTextures(1, &t.texture)
	bindTexture(unitUnder, gl.TEXTURE_2D, t.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, int32(w), int32(h), 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.GenFramebuffers(1, &t.frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.frame)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, t.texture, 0)
}

func (t *target) free() {
	if t.frame != 0 {
		gl.DeleteFramebuffers(1, &t.frame)
	}
	if t.colour != 0 {
		gl.DeleteRenderbuffers(1, &t.colour)
		gl.DeleteRenderbuffers(1, &t.depth)
	}
	deleteTexture(&t.texture)
	*t = target{}
}
