package ui

import (
	"testing"

	"voxtide/settings"
	"voxtide/window"
)

// TestGraphics: presets set all their values, a value of the player's own makes the preset custom, and each change requests
// that it takes effect.
func TestGraphics(t *testing.T) {
	r := newHarness(t)
	r.u.options.SetPreset("medium")
	r.u.openPage(pageGraphics)
	r.draw()
	is := func(view int, resolution float64, detail string, clouds bool, label string) {
		t.Helper()
		if o := r.u.options; o.ViewDistance != view || o.ResolutionScale != resolution || o.Detail != detail || o.Clouds != clouds || o.Check() != nil {
			t.Errorf("%s: %+v", label, o)
		}
		r.draw()
		r.expectText(label)
	}
	press := func(option string, key window.Key) {
		t.Helper()
		for i, o := range optionsOn(settings.GraphicsPage) {
			if o.Name == option {
				r.u.topPage().focus = i
			}
		}
		r.key(key)
	}
	changes := func(option string, key window.Key) {
		t.Helper()
		if press(option, key); r.onlyRequest().Kind != RequestApplyOptions {
			t.Errorf("%s: no request", option)
		}
	}
	is(160, 1, "auto", true, "Medium")
	changes("clouds", window.KeyArrowRight)
	is(160, 1, "auto", false, "Custom")
	changes("clouds", window.KeyArrowRight)
	is(160, 1, "auto", true, "Medium")
	changes("preset", window.KeyArrowRight)
	is(208, 1, "auto", true, "High")
	changes("preset", window.KeyArrowRight)
	is(320, 1, "rich", true, "Ultra")
	changes("preset", window.KeyArrowRight)
	is(64, 0.5, "plain", false, "Potato")
	changes("preset", window.KeyArrowLeft)
	is(320, 1, "rich", true, "Ultra")
	changes("view_distance", window.KeyArrowLeft)
	is(304, 1, "rich", true, "Custom")
	changes("preset", window.KeyArrowRight)
	is(64, 0.5, "plain", false, "Potato")
	changes("resolution_scale", window.KeyArrowLeft)
	is(64, 0.45, "plain", false, "45%")
	for range 40 {
		press("resolution_scale", window.KeyArrowLeft)
	}
	is(64, 0.25, "plain", false, "25%")
	changes("preset", window.KeyArrowLeft)
	is(320, 1, "rich", true, "Ultra")
	changes("detail", window.KeyArrowRight)
	is(320, 1, "auto", true, "Automatic")
	for _, want := range []int{32, 48, 64} {
		if changes("lod_distance", window.KeyArrowRight); r.u.options.LODDistance != want {
			t.Errorf("LOD from %d, want %d", r.u.options.LODDistance, want)
		}
	}
	for range 40 {
		press("lod_distance", window.KeyArrowRight)
	}
	if r.u.options.LODDistance != settings.ViewDistanceMax {
		t.Errorf("LOD from %d", r.u.options.LODDistance)
	}
	for range 40 {
		press("lod_distance", window.KeyArrowLeft)
	}
	if r.u.options.LODDistance != settings.Automatic {
		t.Errorf("LOD from %d", r.u.options.LODDistance)
	}
	is(320, 1, "auto", true, "Automatic")
	r.clickText("Done")
}
