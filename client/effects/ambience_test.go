package effects

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// TestDarkAdaptation: without sky light the eye adapts step by step in adaptTime; in half light it adapts half the way, in
// daylight it adapts back, and under water it never adapts.
func TestDarkAdaptation(t *testing.T) {
	var a ambience
	const span = 50 * timestream.Millisecond
	see := func(sky uint8, submerged bool) float32 {
		sc := &scene.Scene{HeldItem: scene.HeldItem{Light: [2]uint8{sky, 0}}, Camera: scene.Camera{Pos: [3]float64{7.5, 20.25, 7.5}, Submerged: submerged}}
		a.fill(&Frame{Scene: sc, World: world.New()}, float64(span))
		if submerged && sc.Camera.WaterDepth != 0.75 { // air lies on its cell
			t.Errorf("the eye is %v deep", sc.Camera.WaterDepth)
		}
		return sc.Camera.DarkAdaptation
	}
	const steps = int(adaptTime / span)
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
