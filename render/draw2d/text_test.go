package draw2d

import "testing"

// TestText: a text is drawn as wide as it is measured, in every font and at every size.
func TestText(t *testing.T) {
	onGPU(t, func(b *Batch) {
		clearFrame(b)
		white := Colour{255, 255, 255, 255}
		const line = "Hamburg – 123"
		for f := range fontCount {
			for _, size := range []int{TextMin, 13, 16, 40} {
				if w, m := b.FontText(f, 0, 0, size, white, line), b.MeasureText(f, size, line); w != m || w <= 0 {
					t.Errorf("font %d at %d: drawn %d wide, measured %d", f, size, w, m)
				}
			}
		}
		if b.MeasureText(Mono, 20, "iii") != b.MeasureText(Mono, 20, "mmm") {
			t.Error("Mono has letters of several widths")
		}
		if n := b.FitText(Regular, 16, "aäa", b.MeasureText(Regular, 16, "aä")); n != len("aä") {
			t.Errorf("%d bytes fit", n)
		}
		if n := b.FitText(Regular, 16, "abc", 10_000); n != 3 {
			t.Errorf("%d of 3 bytes fit into plenty", n)
		}
		// Past the bounds of size the nearest size is drawn.
		if b.MeasureText(Regular, 1, line) != b.MeasureText(Regular, TextMin, line) || b.MeasureText(Regular, 9999, line) != b.MeasureText(Regular, TextMax, line) {
			t.Error("sizes out of bounds")
		}
		b.Flush()
	})
}
