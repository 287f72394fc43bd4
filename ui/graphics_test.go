package ui

import (
	"testing"

	"voxtide/window"
)

// TestGraphics: presets set all values, a value by itself makes it custom, and each change says so.
func TestGraphics(t *testing.T) {
	r := newRig(t)
	r.u.cfg.Presets = []Preset{
		{"potato", "Potato", 64, 0.5, 1, false, 0}, {"medium", "Medium", 160, 1, 0, true, 0}, {"ultra", "Ultra", 320, 1, 2, true, 0},
	}
	r.u.open(pageGraphics)
	r.draw()
	is := func(view int, resolution float64, detail int, clouds bool, label string) {
		t.Helper()
		if o := r.u.options; o.View != view || o.Resolution != resolution || o.Detail != detail || o.Clouds != clouds {
			t.Errorf("%s: %+v", label, o)
		}
		r.draw()
		r.sees(label)
	}
	press := func(row int, key window.Key) {
		t.Helper()
		r.u.top().focus = row
		r.key(key)
		if r.wished().Want != WantOptions {
			t.Errorf("row %d: no wish", row)
		}
	}
	is(160, 1, 0, false, "Custom")
	press(4, window.KeyArrowRight)
	is(160, 1, 0, true, "Medium")
	press(0, window.KeyArrowRight)
	is(320, 1, 2, true, "Ultra")
	press(0, window.KeyArrowRight)
	is(64, 0.5, 1, false, "Potato")
	press(0, window.KeyArrowLeft)
	is(320, 1, 2, true, "Ultra")
	press(1, window.KeyArrowLeft)
	is(304, 1, 2, true, "Custom")
	press(0, window.KeyArrowRight)
	is(64, 0.5, 1, false, "Potato")
	press(2, window.KeyArrowLeft)
	is(64, 0.45, 1, false, "45%")
	for range 40 {
		r.u.top().focus = 2
		r.key(window.KeyArrowLeft)
	}
	is(64, ResolutionMin, 1, false, "25%")
	press(0, window.KeyArrowLeft)
	is(320, 1, 2, true, "Ultra")
	press(3, window.KeyArrowRight)
	is(320, 1, 0, true, DetailLabels[0])
	for _, want := range []int{32, 48, 64} {
		press(5, window.KeyArrowRight)
		if r.u.options.Coarse != want {
			t.Errorf("coarse from %d, want %d", r.u.options.Coarse, want)
		}
	}
	for range 40 {
		r.u.top().focus = 5
		r.key(window.KeyArrowRight)
	}
	if r.u.options.Coarse != ViewMax {
		t.Errorf("coarse from %d", r.u.options.Coarse)
	}
	for range 40 {
		r.u.top().focus = 5
		r.key(window.KeyArrowLeft)
	}
	is(320, 1, 0, true, "nowhere")
	r.on("Done")
}
