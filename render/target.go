package render

import "github.com/go-gl/gl/v4.1-core/gl"

// target is a smaller picture that the world is drawn into where the resolution scale is below 1.
type target struct {
	frame, colour, depth uint32
	width, height        int
}

// scaleLeast is the smallest resolution scale.
const scaleLeast = 0.25

// begin chooses what the world is drawn into and returns its size.
func (r *Renderer) begin(width, height int) (w, h int) {
	s := r.Scale()
	if s == 1 {
		return width, height
	}
	w, h = max(1, int(float32(width)*s)), max(1, int(float32(height)*s))
	r.scaled.size(w, h)
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.scaled.frame)
	return w, h
}

// end brings the smaller picture to the screen.
func (r *Renderer) end(w, h, width, height int) {
	if r.Scale() == 1 {
		return
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.scaled.frame)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(w), int32(h), 0, 0, int32(width), int32(height), gl.COLOR_BUFFER_BIT, gl.LINEAR)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

// size makes the buffers of a size.
func (t *target) size(w, h int) {
	if t.width == w && t.height == h {
		return
	}
	t.free()
	t.width, t.height = w, h
	gl.GenFramebuffers(1, &t.frame)
	gl.GenRenderbuffers(1, &t.colour)
	gl.GenRenderbuffers(1, &t.depth)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.frame)
	gl.BindRenderbuffer(gl.RENDERBUFFER, t.colour)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, int32(w), int32(h))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, t.colour)
	gl.BindRenderbuffer(gl.RENDERBUFFER, t.depth)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, int32(w), int32(h))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, t.depth)
}

func (t *target) free() {
	if t.frame != 0 {
		gl.DeleteFramebuffers(1, &t.frame)
		gl.DeleteRenderbuffers(1, &t.colour)
		gl.DeleteRenderbuffers(1, &t.depth)
	}
	*t = target{}
}
