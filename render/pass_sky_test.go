package render

import (
	"math"
	"testing"
)

// TestMoonPhases: from full moon to new moon less and less of it is lit, and then more again, on the other side.
func TestMoonPhases(t *testing.T) {
	onGPU(t, Config{NoClouds: true}, func(r *Renderer) {
		sc := hillScene(1)
		sc.Sky.TimeOfDay, sc.Camera.Yaw, sc.Camera.Pitch = 0.75, math.Pi, math.Pi/2-sunPathTilt
		lit := func(month float64) (left, right int) {
			sc.Time = int64(month * moonCycle * 1e6)
			m := drawFrame(r, sc, nil)
			// A star beside it may be lit as well.
			for y := testHeight/2 - 30; y < testHeight/2+30; y++ {
				for x := testWidth/2 - 30; x < testWidth/2+30; x++ {
					switch on := m.Pix[m.PixOffset(x, y)] > 150; {
					case on && x < testWidth/2:
						left++
					case on:
						right++
					}
				}
			}
			return left, right
		}
		l, full := lit(0)
		full += l
		if full < 100 {
			t.Fatalf("%d pixels of the full moon are lit", full)
		}
		for _, c := range []struct {
			month       float64
			most, least int
		}{{0.125, full * 9 / 10, full * 6 / 10}, {0.25, full * 6 / 10, full * 4 / 10}, {0.5, full / 20, 0}, {0.75, full * 6 / 10, full * 4 / 10}} {
			if a, b := lit(c.month); a+b > c.most || a+b < c.least {
				t.Errorf("at %v of the month %d pixels are lit, not %d to %d: full it has %d", c.month, a+b, c.least, c.most, full)
			}
		}
		wl, wr := lit(0.25)
		gl, gr := lit(0.75)
		if (wl > wr) == (gl > gr) {
			t.Errorf("waning %d left and %d right, growing %d and %d", wl, wr, gl, gr)
		}
	})
}
