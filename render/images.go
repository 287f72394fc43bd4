package render

import (
	"errors"
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// ErrFull is returned when no further picture fits.
var ErrFull = errors.New("render: no room for a picture")

// Image is a picture in the batch's atlas. The zero Image has no area.
type Image struct{ x, y, W, H int }

// images is the atlas of pictures, filled row by row.
type images struct {
	texture   uint32
	x, y, row int
}

const imagesSide = 1024

func (m *images) init() {
	gl.GenTextures(1, &m.texture)
	bindTexture(unitAtlas, gl.TEXTURE_2D, m.texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, imagesSide, imagesSide, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	exact(gl.TEXTURE_2D)
}

// AddImage copies a picture into the atlas, for ever. It returns ErrFull when the atlas of 1024 by 1024 is full.
func (b *Batch) AddImage(p *image.NRGBA) (Image, error) {
	m, w, h := &b.images, p.Rect.Dx(), p.Rect.Dy()
	if m.x+w > imagesSide {
		m.x, m.y, m.row = 0, m.y+m.row, 0
	}
	if w <= 0 || h <= 0 || w > imagesSide || m.y+h > imagesSide {
		return Image{}, fmt.Errorf("%w: %d by %d", ErrFull, w, h)
	}
	out := Image{m.x, m.y, w, h}
	rows := make([]byte, 0, w*h*4)
	for y := range h {
		rows = append(rows, p.Pix[y*p.Stride:y*p.Stride+w*4]...)
	}
	bindTexture(unitAtlas, gl.TEXTURE_2D, m.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, int32(out.x), int32(out.y), int32(w), int32(h), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(rows))
	m.x += w
	m.row = max(m.row, h)
	return out, nil
}

// Picture adds a picture, stretched to a size, times a colour.
func (b *Batch) Picture(x, y, w, h int, m Image, c Colour) {
	b.part(x, y, w, h, m.x, m.y, m.W, m.H, c)
}

// part adds a part of the atlas.
func (b *Batch) part(x, y, w, h, u, v, uw, vh int, c Colour) {
	q := b.quad(progImages, x, y, w, h)
	for i := range q {
		q[i].u, q[i].v, q[i].colour = float32(u+i&1*uw), float32(v+i>>1*vh), c
	}
}

// Patch is a picture whose edges keep their width when it is stretched: a nine-patch.
type Patch struct {
	Image Image
	Edge  int // pixels of the picture that are edge on each side
	Scale int // how many times larger an edge is drawn; 0 for 1
}

// Box adds a patch of a size, times a colour.
func (b *Batch) Box(x, y, w, h int, p Patch, c Colour) {
	e := p.Edge
	d := min(e*max(p.Scale, 1), w/2, h/2)
	xs, ws := [3]int{x, x + d, x + w - d}, [3]int{d, w - 2*d, d}
	ys, hs := [3]int{y, y + d, y + h - d}, [3]int{d, h - 2*d, d}
	us, uw := [3]int{0, e, p.Image.W - e}, [3]int{e, p.Image.W - 2*e, e}
	vs, vh := [3]int{0, e, p.Image.H - e}, [3]int{e, p.Image.H - 2*e, e}
	for r := range 3 {
		for k := range 3 {
			b.part(xs[k], ys[r], ws[k], hs[r], p.Image.x+us[k], p.Image.y+vs[r], uw[k], vh[r], c)
		}
	}
}
