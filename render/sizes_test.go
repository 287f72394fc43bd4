package render

import (
	"testing"

	"voxtide/render/golden"
)

// TestSizes draws pictures of all sorts of sizes, none included, one after the other: each is whole, and the one at the end is
// the one at the beginning, at full and at a smaller scale.
func TestSizes(t *testing.T) {
	for _, scale := range []float32{1, 0.5} {
		onGPU(t, Config{Scale: scale}, func(r *Renderer) {
			sc := hills(2)
			want := shoot(r, sc, nil)
			for _, s := range [][2]int{{300, 200}, {300, 0}, {0, 200}, {0, 0}, {-1, -1}, {1, 1}, {1, 270}, {480, 1}, {479, 269}, {2, 3}} {
				r.Draw(sc, s[0], s[1])
				r.Batch().Text(2, 2, 12, Colour{255, 255, 255, 255}, "text")
				r.Finish()
				if err := r.check("a picture"); err != nil {
					t.Fatalf("%v at scale %v: %v", s, scale, err)
				}
				if s[0] <= 0 || s[1] <= 0 {
					continue
				}
				m := r.Shot(s[0], s[1])
				if m.Rect.Dx() != s[0] || m.Rect.Dy() != s[1] {
					t.Fatalf("%v: the picture is %v", s, m.Rect)
				}
				sky, ground := m.NRGBAAt(s[0]/2, 0), m.NRGBAAt(s[0]/2, s[1]-1)
				if s[0] > 100 && s[1] > 100 && (sky.B < sky.R || ground.G <= ground.B) {
					t.Errorf("%v at scale %v: the sky is %v and the ground %v", s, scale, sky, ground)
				}
			}
			if n, most := golden.Differ(want, shoot(r, sc, nil), 0); n > 0 {
				t.Errorf("scale %v: %d pixels differ afterwards, by up to %d", scale, n, most)
			}
		})
	}
}
