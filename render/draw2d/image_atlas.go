package draw2d

import (
	"errors"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/render/glutil"
)

// ErrAtlasFull is returned when no further image fits.
var ErrAtlasFull = errors.New("draw2d: no room for an image")

// Image is an image in the batch's atlas. The zero Image has no area.
type Image struct{ x, y, W, H int }

// Part returns the upper left part of an image, w by h pixels.
func (m Image) Part(w, h int) Image { return Image{m.x, m.y, min(w, m.W), min(h, m.H)} }

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

// upload copies an image to its place.
func (m *imageAtlas) upload(at Image, p *image.NRGBA) {
	rows := make([]byte, 0, at.W*at.H*4)
	for y := range at.H {
		rows = append(rows, p.Pix[y*p.Stride:y*p.Stride+at.W*4]...)
	}
	glutil.BindTexture(glutil.UnitAtlas, gl.TEXTURE_2D, m.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(at.x), int32(at.y), int32(at.W), int32(at.H), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(rows))
}
