package render

// Text adds a line of text with its upper left at (x, y), in a line of so many pixels, and returns its width. Letters
// that the font lacks show as boxes.
func (b *Batch) Text(x, y, size int, c Colour, text string) int {
	return b.TextIn(Regular, x, y, size, c, text)
}

// TextIn is Text in a font.
func (b *Batch) TextIn(f Font, x, y, size int, c Colour, text string) int {
	k, fc := b.face(f, size)
	pen := x
	for _, r := range text {
		g := b.atlas.glyph(k, fc, r)
		if g.w > 0 {
			v := b.quad(progGlyphs, pen+int(g.dx), y+fc.ascent+int(g.dy), int(g.w), int(g.h))
			for i := range v {
				v[i].u, v[i].v = float32(int(g.x)+i&1*int(g.w)), float32(int(g.y)+i>>1*int(g.h))
				v[i].colour = c
			}
		}
		pen += int(g.advance)
	}
	return pen - x
}

// Shadowed adds a line of text over its own dark shadow, which keeps it readable on any ground.
func (b *Batch) Shadowed(f Font, x, y, size int, c Colour, text string) int {
	by := max(1, (size+8)/16)
	b.TextIn(f, x+by, y+by, size, Colour{0, 0, 0, uint8(int(c.A) * 3 / 4)}, text)
	return b.TextIn(f, x, y, size, c, text)
}

// Align says which part of a text lies at its x.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Centre
	Right
)

// Aligned adds a line of text so that its left, middle or right lies at x.
func (b *Batch) Aligned(f Font, a Align, x, y, size int, c Colour, text string) int {
	w := b.Measure(f, size, text)
	return b.TextIn(f, x-w*int(a)/2, y, size, c, text)
}

// Measure returns the width of a line of text in pixels.
func (b *Batch) Measure(f Font, size int, text string) int {
	k, fc := b.face(f, size)
	w := 0
	for _, r := range text {
		w += int(b.atlas.glyph(k, fc, r).advance)
	}
	return w
}

// Fit returns how many bytes of a text fit into a width, at whole letters: for cutting and breaking lines.
func (b *Batch) Fit(f Font, size int, text string, width int) int {
	k, fc := b.face(f, size)
	w := 0
	for i, r := range text {
		if w += int(b.atlas.glyph(k, fc, r).advance); w > width {
			return i
		}
	}
	return len(text)
}

// face returns a font at a size within bounds.
func (b *Batch) face(f Font, size int) (faceKey, *face) {
	k := faceKey{min(f, fontCount-1), uint16(min(max(size, TextMin), TextMax))}
	return k, b.atlas.face(k)
}
