package effects

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// TestFirefliesRiseByNight: fireflies rise from grass by night and never by day, not faster after a long frame, and glow.
func TestFirefliesRiseByNight(t *testing.T) {
	v := newViewer(Options{Particles: 60})
	d, a := &v.fx.particles, &v.fx.ambient
	run := func(timeOfDay float64, frames int, by timestream.Duration) (n int) {
		v.fx.Reset()
		sc := &scene.Scene{Sky: scene.Sky{TimeOfDay: timeOfDay}, Camera: scene.Camera{Pos: [3]float64{8, 2, 8}}}
		for range frames {
			a.add(&Frame{Scene: sc, World: v.w, Land: fakeLand{}, Now: a.lastFrame.Add(by)}, d)
		}
		return len(d.list)
	}
	if n := run(0.25, 3000, 16*timestream.Millisecond); n != 0 {
		t.Errorf("%d by day", n)
	}
	slow, fast := run(0.75, 3000, 16*timestream.Millisecond), run(0.75, 6000, 8*timestream.Millisecond)
	if slow == 0 || fast == 0 {
		t.Errorf("%d and %d by night", slow, fast)
	}
	for i := range d.list {
		if m := &d.list[i]; m.kind != firefly || world.Blocks[m.block].Light == 0 {
			t.Errorf("%+v", m)
		}
	}
	if a.tries >= 1 {
		t.Errorf("%v tries are left", a.tries)
	}
	if n := run(0.75, 1, 3600*timestream.Second); n > 5 {
		t.Errorf("%d at once after an hour", n)
	}
}
