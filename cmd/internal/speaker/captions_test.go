package speaker

import (
	"fmt"
	"math"
	"testing"

	"voxtide/render/scene"
	"voxtide/sound"
)

// TestCaptions: a sound is written with the side of the camera at which it is; the own one, one ahead and one behind with none; what is
// hardly heard is not; a bed is written once while it is heard.
func TestCaptions(t *testing.T) {
	var c Captions
	door := sound.Of(sound.DoorOpen, sound.NoMaterial)
	at := func(yaw float64, p [3]float64) string {
		sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{5, 5, 5}, Yaw: float32(yaw)}}
		sc.Sounds.Begin = []scene.Sound{{ID: door, Pos: p, Level: 1}, {ID: door, Pos: p, Level: 1, Muffled: 1}, {ID: sound.Of(sound.Hurt, 0), Own: true, Level: 1}}
		return fmt.Sprint(c.Of(sc))
	}
	for _, k := range []struct {
		yaw  float64
		at   [3]float64
		side int
	}{{0, [3]float64{9, 5, 5}, 1}, {0, [3]float64{1, 5, 4}, -1}, {0, [3]float64{5, 5, 1}, 0}, {0, [3]float64{5, 5, 9}, 0}, {math.Pi, [3]float64{9, 5, 5}, -1}, {math.Pi / 2, [3]float64{5, 5, 9}, 1}, {0, [3]float64{5.5, 9, 5}, 0}} {
		if got, want := at(k.yaw, k.at), fmt.Sprintf("[{Door opens %d} {Hurt 0}]", k.side); got != want {
			t.Errorf("%+v: %s, not %s", k, got, want)
		}
	}
	written := 0
	for i := range 40 {
		sc := &scene.Scene{}
		sc.Sounds.Beds[sound.Stream] = scene.Bed{Level: float32(0.2 + 0.1*math.Sin(float64(i)/8)), Placed: true, Pos: [3]float64{4, 0, 0}}
		for _, l := range c.Of(sc) {
			written++
			if l != (Caption{"Water runs", 1}) {
				t.Errorf("%+v", l)
			}
		}
	}
	if written != 1 {
		t.Errorf("the stream was written %d times", written)
	}
}
