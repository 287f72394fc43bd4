package draw2d

import (
	"fmt"
	"image"
)

// AddImage copies an image into the atlas, for good. It returns ErrAtlasFull when the atlas of 1024 by 1024 pixels is full.
func (b *Batch) AddImage(p *image.NRGBA) (Image, error) {
	m, w, h := &b.images, p.Rect.Dx(), p.Rect.Dy()
	if m.x+w > imageAtlasSide {
		m.x, m.y, m.row = 0, m.y+m.row, 0
	}
	if w <= 0 || h <= 0 || w > imageAtlasSide || m.y+h > imageAtlasSide {
		return Image{}, fmt.Errorf("%w: %d by %d", ErrAtlasFull, w, h)
	}
	out := Image{m.x, m.y, w, h}
	m.upload(out, p)
	m.x += w
	m.row = max(m.row, h)
	return out, nil
}

// UpdateImage copies another image of the same size over one that is in the atlas. It panics if the size differs.
func (b *Batch) UpdateImage(m Image, p *image.NRGBA) {
	if p.Rect.Dx() != m.W || p.Rect.Dy() != m.H {
		panic("draw2d: an image is replaced by one of another size")
	}
	b.images.upload(m, p)
}

// Image adds an image, stretched to a size and multiplied by a colour.
func (b *Batch) Image(x, y, w, h int, m Image, c Colour) {
	b.imagePart(x, y, w, h, m.x, m.y, m.W, m.H, c)
}

// imagePart adds a part of the atlas: uw by vh pixels from (u, v).
func (b *Batch) imagePart(x, y, w, h, u, v, uw, vh int, c Colour) {
	q := b.appendRect(progImages, x, y, w, h)
	for i := range q {
		q[i].U, q[i].V, q[i].Colour = float32(u+i&1*uw), float32(v+i>>1*vh), c
	}
}

// NinePatch is an image whose edges keep their width when it is stretched.
type NinePatch struct {
	Image Image
	Edge  int // pixels of the image on each side that belong to the edge
	Scale int // framebuffer pixels for each pixel of an edge; 0 for 1
}

// NinePatch adds a nine-patch of a size, multiplied by a colour.
func (b *Batch) NinePatch(x, y, w, h int, p NinePatch, c Colour) {
	e := p.Edge
	d := min(e*max(p.Scale, 1), w/2, h/2)
	xs, ws := [3]int{x, x + d, x + w - d}, [3]int{d, w - 2*d, d}
	ys, hs := [3]int{y, y + d, y + h - d}, [3]int{d, h - 2*d, d}
	us, uw := [3]int{0, e, p.Image.W - e}, [3]int{e, p.Image.W - 2*e, e}
	vs, vh := [3]int{0, e, p.Image.H - e}, [3]int{e, p.Image.H - 2*e, e}
	for r := range 3 {
		for k := range 3 {
			b.imagePart(xs[k], ys[r], ws[k], hs[r], p.Image.x+us[k], p.Image.y+vs[r], uw[k], vh[r], c)
		}
	}
}
