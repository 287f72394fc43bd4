package render

import (
	"image"
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

// TestSamples: more samples of a pixel make edges smoother and take more memory, the number can be changed at any time, and more than
// the driver has are as many as it has.
func TestSamples(t *testing.T) {
	counts := []int{1, 2, 4, 8, 0}
	frames, reserved := map[int]*image.NRGBA{}, map[int]int{}
	edges := func(m *image.NRGBA) (n int) { // pixels that differ much from both neighbours beside them, which lie on a step
		at := func(x, y int) int { c := m.NRGBAAt(x, y); return int(c.R) + int(c.G) + int(c.B) }
		for y := range testHeight {
			for x := 1; x < testWidth-2; x++ {
				if d := at(x, y) - at(x+1, y); max(d, -d) > 120 {
					n++
				}
			}
		}
		return n
	}
	for _, samples := range counts {
		onGPU(t, Config{ForceFull: true, NoClouds: true, Samples: samples}, func(r *Renderer) {
			frames[samples] = drawFrame(r, hillScene(3), nil)
			_, reserved[samples] = r.MemoryUsage()
		})
	}
	onGPU(t, Config{ForceFull: true, NoClouds: true}, func(r *Renderer) {
		drawFrame(r, hillScene(3), nil)
		most := r.driver.samplesMax
		for _, samples := range append(counts, 1, 1000) {
			if err := r.SetConfig(Config{ForceFull: true, NoClouds: true, Samples: samples}); err != nil {
				t.Fatal(err)
			}
			m := drawFrame(r, hillScene(3), nil)
			if want := frames[min(samples, 8)]; samples > 0 {
				if n, by := golden.CountDifferent(want, m, 0); n > 0 {
					t.Errorf("%d samples, changed to: %d pixels differ, by up to %d", samples, n, by)
				}
			}
		}
		steps := map[int]int{}
		for n, m := range frames {
			steps[n] = edges(m)
		}
		t.Logf("the driver has %d samples; steps between pixels: %v; bytes: %v", most, steps, reserved)
		if n, _ := golden.CountDifferent(frames[4], frames[0], 0); n > 0 {
			t.Errorf("%d pixels differ between 4 samples and the usual number", n)
		}
		if most >= 4 && (steps[4] >= steps[1]*4/5 || reserved[4] <= reserved[1]) {
			t.Error("four samples change nothing")
		}
	})
}
