package main

import (
	"context"
	"runtime"
	"testing"

	"voxtide/render/flicker"
)

// TestFlicker: trees before far snow, which flickered most, hardly flicker under a slowly moving camera. Before far holes of
// leaves were closed, far corners were lit evenly and textures had mip levels, the flicker was 2.2 in both cases.
func TestFlicker(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread()
	for _, c := range []struct {
		name string
		rich bool
		most float64
	}{{"plain", false, 1.85}, {"rich", true, 1.5}} {
		var got *flicker.Map
		shot := screenshotCmd{Seed: 1, Time: []string{"noon"}, View: 96, FOV: 70, Width: 480, Height: 270, Rich: c.rich, onFlicker: func(f *flicker.Map) { got = f }}
		if err := shot.render(context.Background(), []float64{-144, 46, 480}, []float64{60, -14}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		t.Log(c.name, got)
		if got.Mean > c.most {
			t.Errorf("%s: it %v; at most %v on the whole", c.name, got, c.most)
		}
		if got.Mean < c.most/4 {
			t.Errorf("%s: it %v: was anything drawn?", c.name, got)
		}
	}
}
