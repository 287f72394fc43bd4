package ui

import (
	"image"
	"image/color"
	"testing"

	"voxtide/world"
)

// TestIcons: every item has an icon; when the canvas is full, the icons on it stay.
func TestIcons(t *testing.T) {
	for _, it := range world.AppendItems(nil) {
		seen := 0
		for _, v := range paintIcon(uint16(it)).Pix {
			if v > 0 {
				seen++
			}
		}
		if seen < 60 {
			t.Errorf("%s: %d bytes that are not clear", it, seen)
		}
	}
	r := newHarness(t)
	r.f.imagesMax = r.f.added + 1
	r.u.widgets.drawing = true
	for range 3 {
		for b := range 9 { // the first blocks, each of which is an item
			r.u.icons.draw(&r.u.widgets, 0, 0, 48, uint16(b))
		}
	}
	if r.f.added != r.f.imagesMax || !r.u.icons.full {
		t.Errorf("%d added", r.f.added)
	}
}

// TestResized: a pixel of the new size is the exact mean of the area that it covers.
func TestResized(t *testing.T) {
	p := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	p.SetNRGBA(0, 0, color.NRGBA{R: 200, A: 255})
	p.SetNRGBA(1, 0, color.NRGBA{G: 100, A: 255})
	p.SetNRGBA(0, 1, color.NRGBA{R: 40, G: 40, B: 40})
	got := resize(p, 3)
	for _, c := range []struct {
		x, y int
		want color.NRGBA
	}{
		{0, 0, color.NRGBA{R: 200, A: 255}}, {1, 0, color.NRGBA{R: 100, G: 50, A: 255}}, {2, 0, color.NRGBA{G: 100, A: 255}},
		{0, 1, color.NRGBA{R: 200, A: 128}}, {0, 2, color.NRGBA{}},
	} {
		if got.NRGBAAt(c.x, c.y) != c.want {
			t.Errorf("at %d, %d: %v, want %v", c.x, c.y, got.NRGBAAt(c.x, c.y), c.want)
		}
	}
	if one := resize(p, 1).NRGBAAt(0, 0); one != (color.NRGBA{R: 100, G: 50, A: 128}) {
		t.Errorf("%v", one)
	}
}
