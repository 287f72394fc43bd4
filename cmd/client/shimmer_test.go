package main

import (
	"context"
	"runtime"
	"testing"
)

// TestLittleFlickers: where trees stand before snow far away, which flickered most, a camera that hardly moves sees a
// picture that hardly changes. Before far holes of leaves were closed, far corners lit evenly and pixels of a texture
// taken from smaller levels, it was 2.2 in both.
func TestLittleFlickers(t *testing.T) {
	display(t)
	runtime.LockOSThread()
	for _, c := range []struct {
		name string
		rich bool
		most float64
	}{{"plain", false, 1.85}, {"rich", true, 1.5}} {
		var got flicker
		shot := shootCmd{Seed: 1, Time: []string{"noon"}, View: 96, FOV: 70, Width: 480, Height: 270, Rich: c.rich, seen: func(f flicker) { got = f }}
		if err := shot.shoot(context.Background(), []float64{-144, 46, 480}, []float64{60, -14}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		t.Log(c.name, got)
		if got.mean > c.most {
			t.Errorf("%s: it %v; at most %v on the whole", c.name, got, c.most)
		}
		if got.mean < c.most/4 {
			t.Errorf("%s: it %v: was anything drawn?", c.name, got)
		}
	}
}
