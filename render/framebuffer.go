package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// framebuffer is a framebuffer of our own.
type framebuffer struct {
	id            uint32
	colour, depth uint32 // renderbuffers
	texture       uint32 // instead of both: depth that shaders read
	width, height int
	bytesPerPixel int
}

// bytes returns the memory of the framebuffer.
func (t *framebuffer) bytes() int { return t.width * t.height * t.bytesPerPixel }

// blit copies from one framebuffer to another, of another size if need be.
func blit(from, to uint32, w, h, width, height int, buffers, filter uint32) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to)
	gl.BlitFramebuffer(0, 0, int32(w), int32(h), 0, 0, int32(width), int32(height), buffers, filter)
}

// resize makes colour and depth of a size, with a number of samples a pixel if it is above 0. It reports whether the driver
// draws into them, and leaves the framebuffer bound.
func (t *framebuffer) resize(w, h, samples int) bool {
	if t.width == w && t.height == h {
		return true
	}
	t.free()
	t.width, t.height, t.bytesPerPixel = w, h, 8*max(1, samples)
	gl.GenFramebuffers(1, &t.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	attach := func(buffer *uint32, format, at uint32) {
		gl.GenRenderbuffers(1, buffer)
		gl.BindRenderbuffer(gl.RENDERBUFFER, *buffer)
		if samples > 1 {
			gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, int32(samples), format, int32(w), int32(h))
		} else {
			gl.RenderbufferStorage(gl.RENDERBUFFER, format, int32(w), int32(h))
		}
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, at, gl.RENDERBUFFER, *buffer)
	}
	attach(&t.colour, gl.RGBA8, gl.COLOR_ATTACHMENT0)
	attach(&t.depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT)
	if gl.CheckFramebufferStatus(gl.FRAMEBUFFER) == gl.FRAMEBUFFER_COMPLETE {
		return true
	}
	t.free()
	return false
}

// resizeDepth makes a depth of a size that shaders can read, and leaves the framebuffer bound.
func (t *framebuffer) resizeDepth(w, h int) {
	if t.width == w && t.height == h {
		return
	}
	t.free()
	t.width, t.height, t.bytesPerPixel = w, h, 4
	gl.GenTextures(1, &t.texture)
	glutil.BindTexture(glutil.UnitWaterDepth, gl.TEXTURE_2D, t.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.DEPTH_COMPONENT24, int32(w), int32(h), 0, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.GenFramebuffers(1, &t.id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.id)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, t.texture, 0)
}

func (t *framebuffer) free() {
	if t.id != 0 {
		gl.DeleteFramebuffers(1, &t.id)
	}
	if t.colour != 0 {
		gl.DeleteRenderbuffers(1, &t.colour)
		gl.DeleteRenderbuffers(1, &t.depth)
	}
	glutil.DeleteTexture(&t.texture)
	*t = framebuffer{}
}

// worldTarget is the framebuffer that the world is drawn into: the window's, or one of our own where the resolution scale is
// below 1 or a pixel has several samples.
type worldTarget struct {
	scaled       framebuffer
	multisampled framebuffer
	waterDepth   framebuffer // a copy of the depth, for the shader of water
	scale        float32     // pixels drawn per pixel shown
	reduced      bool
	wanted       int // samples of a pixel at full quality
	samplesMax   int // that the driver allows
}

// configure sets the resolution scale, the quality, and the samples that a pixel has at full quality.
func (t *worldTarget) configure(scale float32, reduced bool, samples int) {
	if t.reduced != reduced || t.wanted != samples {
		t.free()
	}
	t.scale, t.reduced, t.wanted = scale, reduced, samples
}

// samples returns the number of samples a pixel has, 0 for a pixel of the window's framebuffer.
func (t *worldTarget) samples() int {
	if t.reduced {
		return 0
	}
	return max(1, min(t.wanted, t.samplesMax))
}

// begin binds the framebuffer for a window of a size, and returns its size.
func (t *worldTarget) begin(width, height int) (w, h int) {
	w, h = max(1, int(float32(width)*t.scale)), max(1, int(float32(height)*t.scale))
	for n := t.samples(); n > 0; n /= 2 {
		if t.multisampled.resize(w, h, n) {
			gl.BindFramebuffer(gl.FRAMEBUFFER, t.multisampled.id)
			return w, h
		}
		t.samplesMax = n / 2 // from now on fewer samples are tried
	}
	if t.scale < 1 {
		t.scaled.resize(w, h, 0)
		gl.BindFramebuffer(gl.FRAMEBUFFER, t.scaled.id)
	}
	return w, h
}

// resolve copies the world to the window's framebuffer and binds that. Samples are resolved into pixels of the same size
// first: only pixels can be stretched.
func (t *worldTarget) resolve(w, h, width, height int) {
	from := t.multisampled.id
	if t.scale < 1 {
		if from != 0 {
			t.scaled.resize(w, h, 0)
			blit(from, t.scaled.id, w, h, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
		}
		blit(t.scaled.id, 0, w, h, width, height, gl.COLOR_BUFFER_BIT, gl.LINEAR)
	} else if from != 0 {
		blit(from, 0, w, h, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

// copyDepth copies the depth of the multisampled framebuffer, if there is one, for the shader of water: a shader cannot
// read the framebuffer that it draws into.
func (t *worldTarget) copyDepth() {
	f := &t.multisampled
	if f.id == 0 {
		return
	}
	t.waterDepth.resizeDepth(f.width, f.height)
	blit(f.id, t.waterDepth.id, f.width, f.height, f.width, f.height, gl.DEPTH_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.id)
	glutil.BindTexture(glutil.UnitWaterDepth, gl.TEXTURE_2D, t.waterDepth.texture)
}

// bytes returns the memory that all framebuffers take.
func (t *worldTarget) bytes() int {
	return t.scaled.bytes() + t.multisampled.bytes() + t.waterDepth.bytes()
}

func (t *worldTarget) free() {
	t.scaled.free()
	t.multisampled.free()
	t.waterDepth.free()
}
