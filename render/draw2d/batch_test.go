package draw2d

import "testing"

// TestBatchPositions: areas cover exactly their pixels, within the clip.
func TestBatchPositions(t *testing.T) {
	onGPU(t, func(b *Batch) {
		red, green := Colour{255, 0, 0, 255}, Colour{0, 255, 0, 255}
		clearFrame(b)
		if w, h := b.Size(); w != testWidth || h != testHeight {
			t.Errorf("the batch is %d by %d", w, h)
		}
		b.Rect(3, 5, 10, 20, red)
		before := b.Clip(100, 100, 10, 10)
		b.Clip(105, 90, 50, 50)
		b.Rect(0, 0, testWidth, testHeight, green)
		b.Unclip(before)
		b.Rect(testWidth-1, testHeight-1, 5, 5, green)
		b.Rect(-20, -20, 5, 5, red)
		b.Rect(50, 50, 0, 7, red)
		b.Flush()
		m := readFrame()
		for _, c := range []struct {
			x, y int
			want uint32 // 0 black, 1 red, 2 green
		}{
			{3, 5, 1}, {12, 24, 1}, {2, 5, 0}, {3, 4, 0}, {13, 5, 0}, {3, 25, 0},
			{105, 100, 2}, {109, 109, 2}, {104, 100, 0}, {105, 99, 0}, {110, 105, 0},
			{testWidth - 1, testHeight - 1, 2}, {testWidth - 2, testHeight - 1, 0}, {50, 50, 0},
		} {
			p := m.NRGBAAt(c.x, c.y)
			got := uint32(p.R)/255 + uint32(p.G)/255*2
			if got != c.want {
				t.Errorf("at %d, %d: %v", c.x, c.y, p)
			}
		}
	})
}

// TestManyQuads adds more quads than the batch holds.
func TestManyQuads(t *testing.T) {
	onGPU(t, func(b *Batch) {
		clearFrame(b)
		for i := range MaxQuads + 10 {
			b.Rect(i%400, i/400%200, 1, 1, Colour{0, 0, 255, 255})
		}
		b.Flush()
		m := readFrame()
		for i := range MaxQuads + 10 {
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
