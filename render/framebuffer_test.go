package render

import (
	"testing"

	"voxtide/render/golden"
)

// TestFrameSizes draws frames of many sizes, 0 included, one after the other, at full and at a smaller scale: each is complete,
// and the last frame is equal to the first.
func TestFrameSizes(t *testing.T) {
	for _, scale := range []float32{1, 0.5} {
		onGPU(t, Config{ResolutionScale: scale}, func(r *Renderer) {
			sc := hillScene(2)
			want := drawFrame(r, sc, nil)
			for _, s := range [][2]int{{300, 200}, {300, 0}, {0, 200}, {0, 0}, {-1, -1}, {1, 1}, {1, 270}, {480, 1}, {479, 269}, {2, 3}} {
				r.Draw(sc, s[0], s[1])
				r.Batch().Text(2, 2, 12, rgba(255, 255, 255, 255), "text")
				r.Finish()
				if err := checkError("a frame"); err != nil {
					t.Fatalf("%v at scale %v: %v", s, scale, err)
				}
				if s[0] <= 0 || s[1] <= 0 {
					continue
				}
				m := r.Screenshot(s[0], s[1])
				if m.Rect.Dx() != s[0] || m.Rect.Dy() != s[1] {
					t.Fatalf("%v: the frame is %v", s, m.Rect)
				}
				sky, ground := m.NRGBAAt(s[0]/2, 0), m.NRGBAAt(s[0]/2, s[1]-1)
				if s[0] > 100 && s[1] > 100 && (sky.B < sky.R || ground.G <= ground.B) {
					t.Errorf("%v at scale %v: the sky is %v and the ground %v", s, scale, sky, ground)
				}
			}
			if n, most := golden.CountDifferent(want, drawFrame(r, sc, nil), 0); n > 0 {
				t.Errorf("scale %v: %d pixels differ afterwards, by up to %d", scale, n, most)
			}
		})
	}
}
