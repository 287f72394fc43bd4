package render

import (
	"math"
	"testing"

	"voxtide/render/scene"
)

// TestGestures draws a player in the middle of each gesture, and one that was harmed, and compares the frame with the golden file.
func TestGestures(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(3)
		sc.Camera.Pitch = -0.12
		for i := range scene.GestureEat + 1 {
			b := scene.Entity{Gesture: scene.Gesture{Kind: i, Seconds: 0.3, Weight: 1}, HeadTurn: 0.3, Pitch: 0.2}
			if i == scene.GestureNone {
				b.Hurt = 1
			}
			if i == scene.GestureEat {
				b.Block = blockLamp
			}
			b.ID, b.Kind, b.Light, b.Yaw = uint64(i+3), scene.EntityAvatar, [2]uint8{255, 0}, 24000
			b.Drawn = [3]float64{-4.6 + 1.4*float64(i), 14, -3.5}
			sc.Entities = append(sc.Entities, b)
		}
		compareGolden(t, r, "gestures", drawFrame(r, sc, nil))
	})
}

// TestGesturesComeGradually: each gesture moves something, from the usual pose on without a jump, and the legs stay where they were.
func TestGesturesComeGradually(t *testing.T) {
	usual := jointTurns(&scene.Entity{})
	for k := scene.GestureWave; k <= scene.GestureEat; k++ {
		most := 0.
		last := usual
		for i := range 101 {
			b := scene.Entity{Gesture: scene.Gesture{Kind: k, Seconds: 0.4, Weight: float32(i) / 100}}
			turns := jointTurns(&b)
			for j := range turns {
				for a, was := range [3]float32{last[j].x, last[j].y, last[j].z} {
					is := [3]float32{turns[j].x, turns[j].y, turns[j].z}[a]
					if step := math.Abs(float64(is - was)); step > 0.04 {
						t.Fatalf("gesture %d: joint %d turns by %v in a hundredth", k, j, step)
					}
				}
			}
			if turns[jointLeftLeg] != usual[jointLeftLeg] || turns[jointRightLeg] != usual[jointRightLeg] {
				t.Fatalf("gesture %d moves the legs", k)
			}
			last = turns
			most = math.Max(most, float64(hipBend(&b)))
		}
		if last == usual && most == 0 {
			t.Errorf("gesture %d moves nothing", k)
		}
	}
}
