package draw2d

// Text adds a line of text with its upper left at (x, y), in a line size pixels high, and returns its width. A letter that
// the font lacks shows as a box.
func (b *Batch) Text(x, y, size int, c Colour, text string) int {
	return b.FontText(Regular, x, y, size, c, text)
}

// FontText adds a line of text as Text does, in a given font.
func (b *Batch) FontText(f Font, x, y, size int, c Colour, text string) int {
	k, fc := b.sizedFont(f, size)
	pen := x
	for _, r := range text {
		g := b.glyphs.glyph(k, fc, r)
		if g.w > 0 {
			v := b.appendRect(progGlyphs, pen+int(g.dx), y+fc.ascent+int(g.dy), int(g.w), int(g.h))
			for i := range v {
				v[i].U, v[i].V = float32(int(g.x)+i&1*int(g.w)), float32(int(g.y)+i>>1*int(g.h))
				v[i].Colour = c
			}
		}
		pen += int(g.advance)
	}
	return pen - x
}

// ShadowedText adds a line of text over its own dark shadow, which keeps it readable on any ground.
func (b *Batch) ShadowedText(f Font, x, y, size int, c Colour, text string) int {
	by := max(1, (size+8)/16)
	b.FontText(f, x+by, y+by, size, Colour{0, 0, 0, uint8(int(c.A) * 3 / 4)}, text)
	return b.FontText(f, x, y, size, c, text)
}

// MeasureText returns the width of a line of text in pixels.
func (b *Batch) MeasureText(f Font, size int, text string) int {
	k, fc := b.sizedFont(f, size)
	w := 0
	for _, r := range text {
		w += int(b.glyphs.glyph(k, fc, r).advance)
	}
	return w
}

// FitText returns the number of bytes of a text that fit into a width, at whole letters: for cutting and breaking lines.
func (b *Batch) FitText(f Font, size int, text string, width int) int {
	k, fc := b.sizedFont(f, size)
	w := 0
	for i, r := range text {
		if w += int(b.glyphs.glyph(k, fc, r).advance); w > width {
			return i
		}
	}
	return len(text)
}

// sizedFont returns a font at a size, which it brings within TextMin and TextMax.
func (b *Batch) sizedFont(f Font, size int) (sizedFontKey, *sizedFont) {
	k := sizedFontKey{min(f, fontCount-1), uint16(min(max(size, TextMin), TextMax))}
	return k, b.glyphs.sizedFont(k)
}

// Plane is a plane in the world on which text lies: clip coordinates of its origin, and how they change by one pixel of the text to the
// right and down.
type Plane struct{ At, Right, Down [4]float32 }

// place returns the pixel of the screen at which a point of the plane is seen, which must not be behind the eye.
func (p *Plane) place(b *Batch, x, y float32) (sx, sy float32) {
	var c [4]float32
	for i := range c {
		c[i] = p.At[i] + x*p.Right[i] + y*p.Down[i]
	}
	return (c[0]/c[3] + 1) / 2 * float32(b.width), (1 - c[1]/c[3]) / 2 * float32(b.height)
}

// ProjectedText adds a line of text on a plane, with its upper left at (x, y) of it. It is the one text that is scaled: choose the size
// near the one at which it is seen.
func (b *Batch) ProjectedText(f Font, p *Plane, x, y float32, size int, c Colour, text string) {
	k, fc := b.sizedFont(f, size)
	pen := x
	for _, r := range text {
		g := b.glyphs.glyph(k, fc, r)
		if g.w > 0 {
			left, top := pen+float32(g.dx), y+float32(fc.ascent)+float32(g.dy)
			if v := b.appendQuad(progGlyphs); v != nil {
				for i := range v {
					right, down := float32(i&1*int(g.w)), float32(i>>1*int(g.h))
					sx, sy := p.place(b, left+right, top+down)
					v[i] = Vertex{X: sx, Y: sy, U: float32(g.x) + right, V: float32(g.y) + down, Colour: c}
				}
			}
		}
		pen += float32(g.advance)
	}
}
