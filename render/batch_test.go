package render

import (
	"errors"
	"image"
	"math"
	"testing"
)

func TestBatchPlaces(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		red, green := Colour{255, 0, 0, 255}, Colour{0, 255, 0, 255}
		r.Clear(Colour{0, 0, 0, 255}, testWide, testHigh)
		b := r.Batch()
		if w, h := b.Size(); w != testWide || h != testHigh {
			t.Errorf("the batch is %d by %d", w, h)
		}
		b.Rect(3, 5, 10, 20, red)
		before := b.Clip(100, 100, 10, 10)
		b.Clip(105, 90, 50, 50)
		b.Rect(0, 0, testWide, testHigh, green)
		b.Unclip(before)
		b.Rect(testWide-1, testHigh-1, 5, 5, green)
		b.Rect(-20, -20, 5, 5, red)
		b.Rect(50, 50, 0, 7, red)
		r.Finish()
		m := r.Shot(testWide, testHigh)
		for _, c := range []struct {
			x, y int
			want uint32 // 0 black, 1 red, 2 green
		}{
			{3, 5, 1}, {12, 24, 1}, {2, 5, 0}, {3, 4, 0}, {13, 5, 0}, {3, 25, 0},
			{105, 100, 2}, {109, 109, 2}, {104, 100, 0}, {105, 99, 0}, {110, 105, 0},
			{testWide - 1, testHigh - 1, 2}, {testWide - 2, testHigh - 1, 0}, {50, 50, 0},
		} {
			p := m.NRGBAAt(c.x, c.y)
			got := uint32(p.R)/255 + uint32(p.G)/255*2
			if got != c.want {
				t.Errorf("at %d, %d: %v", c.x, c.y, p)
			}
		}
	})
}

func TestText(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		r.Clear(Colour{0, 0, 0, 255}, testWide, testHigh)
		b := r.Batch()
		white := Colour{255, 255, 255, 255}
		const line = "Hamburg – 123"
		for f := range fontCount {
			for _, size := range []int{TextMin, 13, 16, 40} {
				if w, m := b.TextIn(f, 0, 0, size, white, line), b.Measure(f, size, line); w != m || w <= 0 {
					t.Errorf("font %d at %d: drawn %d wide, measured %d", f, size, w, m)
				}
			}
		}
		if b.Measure(Mono, 20, "iii") != b.Measure(Mono, 20, "mmm") {
			t.Error("Mono has letters of several widths")
		}
		if n := b.Fit(Regular, 16, "aäa", b.Measure(Regular, 16, "aä")); n != len("aä") {
			t.Errorf("%d bytes fit", n)
		}
		if n := b.Fit(Regular, 16, "abc", 10_000); n != 3 {
			t.Errorf("%d of 3 bytes fit into plenty", n)
		}
		// Past the bounds of size the nearest size is drawn.
		if b.Measure(Regular, 1, line) != b.Measure(Regular, TextMin, line) || b.Measure(Regular, 9999, line) != b.Measure(Regular, TextMax, line) {
			t.Error("sizes out of bounds")
		}
		r.Finish()
	})
}

// TestFullAtlas fills the atlas of letters: what does not fit stays away for a picture, and is there in the next.
// TestLackingLetters: what a font has no letter for is seen as a box, so that a name of such letters is not invisible; what
// has no picture of its own is not.
func TestLackingLetters(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		for _, c := range []struct {
			text string
			lit  bool
		}{{"日本", true}, {"א", true}, {"😀", true}, {"é", true}, {" \u200d\ufe0f\u00a0", false}} {
			for f := range fontCount {
				r.Clear(Colour{0, 0, 0, 255}, testWide, testHigh)
				b := r.Batch()
				b.TextIn(f, 4, 4, 24, Colour{255, 255, 255, 255}, c.text)
				r.Finish()
				lit := 0
				for _, p := range r.Shot(testWide, testHigh).Pix {
					if p == 255 {
						lit++
					}
				}
				if lit -= testWide * testHigh; lit > 0 != c.lit { // alpha is 255 everywhere
					t.Errorf("font %d: %q lights %d", f, c.text, lit)
				}
			}
		}
	})
}

func TestFullAtlas(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		b := r.Batch()
		r.Clear(Colour{0, 0, 0, 255}, testWide, testHigh)
		for size := 60; size < 90 && !b.atlas.full; size++ {
			for c := rune(33); c < 127; c++ {
				b.Text(0, 0, size, Colour{255, 255, 255, 255}, string(c))
			}
		}
		if !b.atlas.full {
			t.Fatal("the atlas did not fill")
		}
		lost := b.atlas.glyph(faceKey{Medium, 70}, b.atlas.face(faceKey{Medium, 70}), 'W')
		if lost.w != 0 || lost.advance == 0 {
			t.Errorf("a letter without room: %+v", lost)
		}
		r.Finish()
		r.Clear(Colour{0, 0, 0, 255}, testWide, testHigh)
		b.TextIn(Medium, 0, 0, 70, Colour{255, 255, 255, 255}, "W")
		r.Finish()
		bright := 0
		for _, v := range r.Shot(testWide, testHigh).Pix {
			if v > 128 {
				bright++
			}
		}
		if bright < testWide*testHigh+1000 { // alpha counts once for each pixel
			t.Error("the letter is not there in the next picture")
		}
	})
}

func TestFullImages(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		b := r.Batch()
		for i := range 4 {
			if _, err := b.AddImage(image.NewNRGBA(image.Rect(0, 0, 500, 500))); err != nil {
				t.Fatalf("picture %d: %v", i, err)
			}
		}
		if _, err := b.AddImage(image.NewNRGBA(image.Rect(0, 0, 500, 500))); !errors.Is(err, ErrFull) {
			t.Errorf("a fifth: %v", err)
		}
	})
}

// TestManyQuads adds more than the batch holds at a time.
func TestManyQuads(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		r.Clear(Colour{0, 0, 0, 255}, testWide, testHigh)
		for i := range MaxFlat + 10 {
			r.Batch().Rect(i%400, i/400%200, 1, 1, Colour{0, 0, 255, 255})
		}
		r.Finish()
		m := r.Shot(testWide, testHigh)
		for i := range MaxFlat + 10 {
			if m.NRGBAAt(i%400, i/400%200).B != 255 {
				t.Fatalf("quad %d is not there", i)
			}
		}
	})
}

func TestFade(t *testing.T) {
	c := Colour{1, 2, 3, 200}
	if c.Fade(0.5).A != 100 || c.Fade(-1).A != 0 || c.Fade(2).A != 200 {
		t.Error("fading")
	}
}

func TestTexturesOutOfBounds(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		good := testTextures()
		short := *good
		short.Layers = append([][][]byte{good.Layers[0][:3]}, good.Layers[1:]...)
		for _, bad := range []*Textures{{}, {Side: 15, Layers: good.Layers}, {Side: 128, Layers: good.Layers}, {Layers: make([][][]byte, MaxLayers+1)}, &short} {
			if err := r.SetTextures(bad); !errors.Is(err, ErrTextures) {
				t.Errorf("%d layers of %d: %v", len(bad.Layers), bad.Side, err)
			}
		}
	})
}

// TestSkyOfHours looks at the colours of the sky: it is bright by day, dark at night, and nothing jumps between.
func TestSkyOfHours(t *testing.T) {
	if n, d := skyAt(-1), skyAt(1); n.light.Len() > 0.5*d.light.Len() || n.stars != 1 || d.stars != 0 {
		t.Error("night and day")
	}
	before := skyAt(-1)
	for h := float32(-1); h <= 1; h += 0.001 {
		s := skyAt(h)
		for _, by := range []float32{s.zenith.Sub(before.zenith).Len(), s.horizon.Sub(before.horizon).Len(), s.light.Sub(before.light).Len(), abs(s.stars - before.stars)} {
			if by > 0.01 {
				t.Fatalf("the sky jumps at %v", h)
			}
		}
		before = s
	}
	if noon := heavens(0.25).Col(0); noon[1] < 0.85 || abs(noon[0]) > 0.01 {
		t.Errorf("the sun at noon: %v", noon)
	}
	if rise := heavens(3).Col(0); rise[0] < 0.99 {
		t.Errorf("the sun at sunrise: %v", rise)
	}
	if math.Abs(float64(heavens(0.75).Col(0)[1]+heavens(0.25).Col(0)[1])) > 1e-4 {
		t.Error("midnight is not opposite to noon")
	}
}
