package client

import (
	"testing"

	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// TestTheEyeGetsUsedToTheDark: where no light of the sky comes it does so by degrees, in the time that is said; half lit it
// goes half the way, back in the day all of it, and never under water.
func TestTheEyeGetsUsedToTheDark(t *testing.T) {
	x := feeling(t, Feel{})
	const span = 50 * timestream.Millisecond
	see := func(sky uint8, submerged bool) float32 {
		sc := &scene.Scene{Held: scene.Held{Light: [2]uint8{sky, 0}}, Camera: scene.Camera{Pos: [3]float64{7.5, 20.25, 7.5}, Submerged: submerged}}
		x.cl.eyes.span = float64(span)
		x.cl.mood(sc, world.Pos{X: 7, Y: 20, Z: 7})
		if submerged && sc.Camera.Deep != 0.75 { // air lies on its cell
			t.Errorf("the eye is %v deep", sc.Camera.Deep)
		}
		return sc.Camera.Dark
	}
	const steps = int(usedTime / span)
	last := see(255, false)
	if last != 0 {
		t.Errorf("%v in the open", last)
	}
	for i := range steps {
		now := see(0, false)
		if now <= last || now-last > 1.01/float32(steps) || now > 1 {
			t.Errorf("%v after %v, step %d", now, last, i)
		}
		last = now
	}
	if last < 0.999 {
		t.Errorf("%v in the end", last)
	}
	for _, c := range []struct {
		sky       uint8
		submerged bool
		low, high float32
	}{{5 * 17, false, 0.3, 0.7}, {255, false, 0, 0}, {0, false, 0.999, 1}, {0, true, 0, 0}} {
		for range steps + 1 {
			last = see(c.sky, c.submerged)
		}
		if last < c.low || last > c.high {
			t.Errorf("sky %d, submerged %v: %v", c.sky, c.submerged, last)
		}
	}
}
