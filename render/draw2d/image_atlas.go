package draw2d

import (
	"errors"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// ErrAtlasFull is returned when no further image fits.
var ErrAtlasFull = errors.New("draw2d: no room for an image")

// Image is an image in the batch's atlas. The zero Image has no area.
type Image struct{ x, y, W, H int }

// imageAtlas is the atlas of images, filled row by row.
type imageAtlas struct {
	texture   uint32
	x, y, row int
}

const imageAtlasSide = 1024

func (m *imageAtlas) init() {
	gl.GenTextures(1, &m.texture)
	glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, m.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, imageAtlasSide, imageAtlasSide, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	glutil.SetNearest(gl.TEXTURE_2D)
}
