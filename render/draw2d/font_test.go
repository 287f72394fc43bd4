package draw2d

import "testing"

// TestMissingGlyphs: a letter that a font lacks is drawn as a box, so that a name of such letters is not invisible; a
// character without a shape is not drawn.
func TestMissingGlyphs(t *testing.T) {
	onGPU(t, func(b *Batch) {
		for _, c := range []struct {
			text string
			lit  bool
		}{{"日本", true}, {"א", true}, {"😀", true}, {"é", true}, {" \u200d\ufe0f\u00a0", false}} {
			for f := range fontCount {
				clearFrame(b)
				b.FontText(f, 4, 4, 24, Colour{255, 255, 255, 255}, c.text)
				b.Flush()
				lit := 0
				for _, p := range readFrame().Pix {
					if p == 255 {
						lit++
					}
				}
				if lit -= testWidth * testHeight; lit > 0 != c.lit { // alpha is 255 everywhere
					t.Errorf("font %d: %q lights %d", f, c.text, lit)
				}
			}
		}
	})
}

// TestFullGlyphAtlas fills the glyph atlas: a letter without room is left out for a frame and is drawn in the next.
func TestFullGlyphAtlas(t *testing.T) {
	onGPU(t, func(b *Batch) {
		clearFrame(b)
		for size := 60; size < 90 && !b.glyphs.full; size++ {
			for c := rune(33); c < 127; c++ {
				b.Text(0, 0, size, Colour{255, 255, 255, 255}, string(c))
			}
		}
		if !b.glyphs.full {
			t.Fatal("the atlas did not fill")
		}
		lost := b.glyphs.glyph(sizedFontKey{Medium, 70}, b.glyphs.sizedFont(sizedFontKey{Medium, 70}), 'W')
		if lost.w != 0 || lost.advance == 0 {
			t.Errorf("a letter without room: %+v", lost)
		}
		b.Flush()
		clearFrame(b)
		b.FontText(Medium, 0, 0, 70, Colour{255, 255, 255, 255}, "W")
		b.Flush()
		bright := 0
		for _, v := range readFrame().Pix {
			if v > 128 {
				bright++
			}
		}
		if bright < testWidth*testHeight+1000 { // alpha counts once for each pixel
			t.Error("the letter is missing in the next frame")
		}
	})
}
