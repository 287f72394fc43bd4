package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
	"voxtide/render/sections"
)

// Driver describes the OpenGL driver and the ways chosen for it.
type Driver struct {
	Vendor, Renderer, Version string
	DrawPath                  sections.DrawPath     // the way in which sections are drawn
	LightStorage              sections.LightStorage // where their light is kept
	Software                  bool                  // it computes on the CPU
	textureBufferMax          int                   // texels that a texture buffer may hold
	anisotropy                float32               // the most that it allows; 0 without the extension
	samplesMax                int                   // that a pixel may have
}

// String returns the driver in one line.
func (d Driver) String() string {
	s := fmt.Sprintf("%s, OpenGL %s, %s", d.Renderer, d.Version, d.DrawPath)
	if d.LightStorage == sections.LightStorageTexture {
		s += ", light in textures"
	}
	return s
}

// Numbers of the anisotropy extension, for which OpenGL 4.1 has no names.
const (
	textureMaxAnisotropy    = 0x84FE
	maxTextureMaxAnisotropy = 0x84FF
)

// detect reads the driver of the current context and refuses one that is too old.
func (d *Driver) detect() error {
	var major, minor, texels, extensions, samples int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &extensions)
	d.Vendor = gl.GoStr(gl.GetString(gl.VENDOR))
	d.Renderer = gl.GoStr(gl.GetString(gl.RENDERER))
	d.Version = gl.GoStr(gl.GetString(gl.VERSION))
	gl.GetIntegerv(gl.MAX_SAMPLES, &samples)
	d.textureBufferMax, d.samplesMax = int(texels), int(samples)
	d.Software = strings.Contains(strings.ToLower(d.Renderer), "llvmpipe") || strings.Contains(strings.ToLower(d.Renderer), "softpipe")
	if major*10+minor < 41 {
		return fmt.Errorf("%w: it is OpenGL %s, and 4.1 is needed", glutil.ErrDriver, d.Version)
	}
	for i := range uint32(extensions) {
		if strings.HasSuffix(gl.GoStr(gl.GetStringi(gl.EXTENSIONS, i)), "_texture_filter_anisotropic") {
			gl.GetFloatv(maxTextureMaxAnisotropy, &d.anisotropy)
		}
	}
	return nil
}

// checkError returns the error that the driver noted since the last call, if there is one.
func checkError(doing string) error {
	if code := gl.GetError(); code != gl.NO_ERROR {
		return fmt.Errorf("%w: %s: error 0x%04x", glutil.ErrDriver, doing, code)
	}
	return nil
}
