package textures

import (
	"image"
	"image/color"
)

type colour = color.NRGBA

// Override returns textures with the pictures of a pack in the place of their own: one for all layers, or one below the other. What the
// rules of drawing need stays as the table has it: what is opaque is opaque, holes are whole ones, and what a tint
// multiplies stays where it is.
func Override(all []Texture, pictures map[string]*image.NRGBA) []Texture {
	out := make([]Texture, len(all))
	for i := range all {
		out[i] = all[i].with(pictures[all[i].Name])
	}
	return out
}

// with returns a texture with another picture; nil for its own.
func (t Texture) with(p *image.NRGBA) Texture {
	if p == nil || p.Rect.Dx() != Size || p.Rect.Dy() < Size {
		return t
	}
	own := t.Layers
	t.Layers = make([]Pixels, len(own))
	for n := range own {
		top := n * Size
		if top+Size > p.Rect.Dy() {
			top = 0
		}
		for i := range t.Layers[n] {
			c := p.NRGBAAt(p.Rect.Min.X+i%Size, p.Rect.Min.Y+top+i/Size)
			switch {
			case t.Cutout && c.A < 128, t.Translucent && c.A == 0:
				c = own[n].clear()
			case t.Translucent:
				c.A = own[n].alpha()
			case t.Tinting == TintMasked:
				c.A = own[n][i].A
			default:
				c.A = 255
			}
			t.Layers[n][i] = c
		}
	}
	return t
}

// clear returns the colour of clear pixels.
func (p *Pixels) clear() (c colour) {
	for _, v := range p {
		if v.A == 0 {
			return v
		}
	}
	return c
}

// alpha returns the alpha of the pixels that are seen.
func (p *Pixels) alpha() uint8 {
	for _, v := range p {
		if v.A != 0 {
			return v.A
		}
	}
	return 255
}
