package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Driver tells what draws.
type Driver struct {
	Vendor, Renderer, Version string
	Path                      Path  // how sections are drawn
	Cells                     Cells // where their light is kept
	Software                  bool  // it computes on the CPU
	texels                    int   // what a texture buffer may hold
	anisotropy                float32
	samples                   int // a pixel may have
}

// String returns the driver in one line.
func (d Driver) String() string {
	s := fmt.Sprintf("%s, OpenGL %s, %s", d.Renderer, d.Version, d.Path)
	if d.Cells == CellsTexture {
		s += ", light in textures"
	}
	return s
}

// Numbers of the anisotropy extension, which 4.1 does not know by name.
const (
	textureMaxAnisotropy    = 0x84FE
	maxTextureMaxAnisotropy = 0x84FF
)

// read asks the driver who it is and refuses one that is too old.
func (d *Driver) read() error {
	var major, minor, texels, extensions, samples int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &extensions)
	d.Vendor = gl.GoStr(gl.GetString(gl.VENDOR))
	d.Renderer = gl.GoStr(gl.GetString(gl.RENDERER))
	d.Version = gl.GoStr(gl.GetString(gl.VERSION))
	gl.GetIntegerv(gl.MAX_SAMPLES, &samples)
	d.texels, d.samples = int(texels), int(samples)
	d.Software = strings.Contains(strings.ToLower(d.Renderer), "llvmpipe") || strings.Contains(strings.ToLower(d.Renderer), "softpipe")
	if major*10+minor < 41 {
		return fmt.Errorf("%w: it is OpenGL %s, and 4.1 is needed", ErrDriver, d.Version)
	}
	for i := range uint32(extensions) {
		if strings.HasSuffix(gl.GoStr(gl.GetStringi(gl.EXTENSIONS, i)), "_texture_filter_anisotropic") {
			gl.GetFloatv(maxTextureMaxAnisotropy, &d.anisotropy)
		}
	}
	return nil
}
