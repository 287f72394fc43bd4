package textures_test

// Tests that tiles look right side by side, in figures.

import (
	"math"
	"strings"
	"testing"

	"voxtide/render/textures"
)

const n = textures.Size

// step returns the mean difference in brightness between a column of one tile and a column of another, or between rows.
func step(a, b *textures.Pixels, i, j int, rows bool) float64 {
	d := 0.0
	for k := range n {
		p, q := a[k*n+i], b[k*n+j]
		if rows {
			p, q = a[i*n+k], b[j*n+k]
		}
		d += math.Abs(luma(p)*float64(p.A)-luma(q)*float64(q.A)) / 255
	}
	return d / n
}

// TestTiles: a tiling texture changes at most as much across its border as somewhere within, for every pair of variants.
func TestTiles(t *testing.T) {
	for _, x := range textures.All() {
		if !x.Tiles {
			continue
		}
		for _, rows := range []bool{false, true} {
			inside, seam := 0.0, 0.0
			for f := range x.Frames {
				for v := range x.Variants {
					a := &x.Layers[v*x.Frames+f]
					for k := range n - 1 {
						inside = max(inside, step(a, a, k, k+1, rows))
					}
					for w := range x.Variants {
						seam = max(seam, step(a, &x.Layers[w*x.Frames+f], n-1, 0, rows))
					}
				}
			}
			if seam > inside*1.05+1 {
				t.Errorf("%s (rows %v): %.1f across the border, at most %.1f within", x.Name, rows, seam, inside)
			}
		}
	}
}

// TestRepeats: natural ground does not show its tiles. The pattern within a tile does not repeat itself, and the part that all
// variants share is less than half of each.
func TestRepeats(t *testing.T) {
	for _, x := range textures.All() {
		if x.Variants == 1 || x.Tinting == textures.TintMasked || strings.HasSuffix(x.Name, "sandstone") { // a fringe and beds continue into the next tile on purpose
			continue
		}
		if peak, dx, dy := repeats(&x.Layers[0]); peak > 0.5 {
			t.Errorf("%s repeats itself after %d, %d: %.2f", x.Name, dx, dy, peak)
		}
		var common, own float64
		for i := range n * n {
			m := 0.0
			for v := range x.Variants {
				m += luma(x.Layers[v][i]) / float64(x.Variants)
			}
			for v := range x.Variants {
				d := luma(x.Layers[v][i]) - m
				own += d * d / float64(x.Variants)
			}
		}
		var mean float64
		for v := range x.Variants {
			mean += meanLuma(&x.Layers[v]) / float64(x.Variants)
		}
		for v := range x.Variants {
			for _, p := range x.Layers[v] {
				d := luma(p) - mean
				common += d * d / float64(x.Variants)
			}
		}
		if own < 0.2*common {
			t.Errorf("%s: only %.2f of what is seen differs between variants", x.Name, own/common)
		}
	}
}

func meanLuma(a *textures.Pixels) float64 {
	m := 0.0
	for _, p := range a {
		m += luma(p) / (n * n)
	}
	return m
}

// repeats returns the highest autocorrelation of a tile at a shift of at least three pixels.
func repeats(a *textures.Pixels) (peak float64, atX, atY int) {
	m, power := meanLuma(a), 0.0
	for _, p := range a {
		power += (luma(p) - m) * (luma(p) - m)
	}
	for dy := range n {
		for dx := range n {
			if min(dx, n-dx) < 3 && min(dy, n-dy) < 3 {
				continue
			}
			c := 0.0
			for i := range n * n {
				j := (i/n+dy)%n*n + (i%n+dx)%n
				c += (luma(a[i]) - m) * (luma(a[j]) - m)
			}
			if c/power > peak {
				peak, atX, atY = c/power, dx, dy
			}
		}
	}
	return peak, atX, atY
}

// TestCalm: the contrast of textures that cover whole hills is bounded, so that a far slope does not flicker.
func TestCalm(t *testing.T) {
	for _, name := range []string{"stone", "dirt", "grass_top", "sand", "red_sand", "gravel", "clay", "snow", "sandstone"} {
		x, ok := textures.Find(name)
		if !ok {
			t.Fatal(name)
		}
		for v := range x.Layers {
			m, s := meanLuma(&x.Layers[v]), 0.0
			for _, p := range x.Layers[v] {
				s += (luma(p) - m) * (luma(p) - m) / (n * n)
			}
			if s = math.Sqrt(s); s > 18 || s < 2 {
				t.Errorf("%s %d strays by %.1f from its mean", name, v, s)
			}
		}
	}
}

// TestWater: the animation of water is smooth, also from its end to its start, and never stands still.
func TestWater(t *testing.T) {
	x, _ := textures.Find("water")
	if x.Frames != 16 {
		t.Fatalf("%d frames", x.Frames)
	}
	for f := range x.Frames {
		changed := 0
		for i, p := range x.Layers[f] {
			if p != x.Layers[(f+1)%x.Frames][i] {
				changed++
			}
		}
		if changed == 0 || changed > n*n/2 {
			t.Errorf("%d of %d pixels change after frame %d", changed, n*n, f)
		}
	}
}

// TestCracks: each stage of breaking shows all of the last stage and more.
func TestCracks(t *testing.T) {
	last := 0
	for _, name := range []string{"crack_0", "crack_1", "crack_2", "crack_3", "crack_4", "crack_5", "crack_6", "crack_7", "crack_8", "crack_9"} {
		x, ok := textures.Find(name)
		if !ok {
			t.Fatal(name)
		}
		dark := 0
		for _, p := range x.Layers[0] {
			if p.A > 0 {
				dark++
			}
		}
		if dark <= last {
			t.Errorf("%s: %d dark pixels after %d", name, dark, last)
		}
		last = dark
	}
}
