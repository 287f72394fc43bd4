package main

import (
	"context"
	"image"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voxtide/render/golden"
	"voxtide/world/worldgen"
)

// TestSeaMeetsFarLand: nobody sees where the water of the sections ends and that of far land begins, in the light of a low sun or of a high one, from the shore or from above: from one row of pixels to the next the water changes by
// little. Before both reflected the same light there was a line across the sea, as bright as the sun's reflection.
func TestSeaMeetsFarLand(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread()
	// What is left at dawn and on clear water is what the sky and the waves change by themselves.
	times := []string{"dawn", "morning", "noon", "night"}
	for _, c := range []struct {
		name string
		eye  float64
		look []float64
		area image.Rectangle // of water on both sides of where the sections end
		view int
		rich bool
		most float64 // of 255
	}{
		{"shore-plain", 39, []float64{95, 0}, image.Rect(160, 192, 352, 216), 96, false, 12},
		{"shore-rich", 39, []float64{95, 0}, image.Rect(160, 192, 352, 216), 96, true, 15},
		{"above-plain", 110, []float64{95, -20}, image.Rect(200, 190, 330, 240), 160, false, 9},
		{"above-rich", 110, []float64{95, -20}, image.Rect(200, 190, 330, 240), 160, true, 15},
	} {
		out := filepath.Join(t.TempDir(), "TIME.png")
		shot := screenshotCmd{Seed: 7129995851809891544, Generator: worldgen.NewWorlds, Time: times, Out: out, View: c.view, FarLand: 1024, FOV: 70, Width: 640, Height: 360, Rich: c.rich}
		if err := shot.render(context.Background(), []float64{-239.5, c.eye, 288.5}, c.look); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, of := range times {
			m, err := golden.Load(strings.Replace(out, timeWord, of, 1))
			if err != nil {
				t.Fatal(err)
			}
			step, at := largestStep(m, c.area)
			far, near := meanBlue(m, c.area.Min.Y), meanBlue(m, c.area.Max.Y-16)
			t.Logf("%s at %s: %.1f at %v; far water has a blue of %.1f, water within the sections one of %.1f", c.name, of, step, at, far, near)
			if i := m.PixOffset(c.area.Min.X, c.area.Max.Y-1); of == "noon" && int(m.Pix[i+2])-int(m.Pix[i]) < 40 {
				t.Errorf("%s at %s: %v is no water", c.name, of, m.Pix[i:i+3])
			}
			if !c.rich && of == "noon" && math.Abs(far-near) > 8 { // the ground shines through, and no more than a little where sections end
				t.Errorf("%s at %s: far water has a blue of %.1f, water within the sections one of %.1f", c.name, of, far, near)
			}
			if step > c.most || step == 0 {
				t.Errorf("%s at %s: from one row to the next the water changes by %.1f at %v, at most %v", c.name, of, step, at, c.most)
			}
		}
	}
}

// largestStep returns the largest change from a row of an area to the next, of the mean of a colour over some columns, 0 to 255, and where it is.
func largestStep(m *image.NRGBA, area image.Rectangle) (most float64, at image.Point) {
	const wide = 16
	for x := area.Min.X; x+wide <= area.Max.X; x += wide {
		for y := area.Min.Y; y+1 < area.Max.Y; y++ {
			for c := range 3 {
				var a, b int
				for i := range wide {
					a += int(m.Pix[m.PixOffset(x+i, y)+c])
					b += int(m.Pix[m.PixOffset(x+i, y+1)+c])
				}
				if step := float64(max(a-b, b-a)) / wide; step > most {
					most, at = step, image.Pt(x, y)
				}
			}
		}
	}
	return most, at
}

// meanBlue returns the mean of blue in a row of pixels, away from land at both ends.
func meanBlue(m *image.NRGBA, y int) float64 {
	const from, to = 200, 280
	sum := 0
	for x := from; x < to; x++ {
		sum += int(m.Pix[m.PixOffset(x, y)+2])
	}
	return float64(sum) / (to - from)
}
