package render

import (
	"math"
	"testing"

	"voxtide/scene"
)

// TestBodies draws players in every pose, and checks what a picture that was never looked at would not show.
func TestBodies(t *testing.T) {
	onGPU(t, Config{Rich: true}, func(r *Renderer) {
		sc := hills(3)
		sc.Camera.Pitch = -0.12
		for i, b := range []scene.Body{
			{Pitch: 0.8},
			{Pitch: -0.8, Arm: 0.5},
			{Turn: 0.9},
			{Crouch: 1, Pitch: 0.2, Block: blockGrass},
			{Stride: 1.5, Pace: 1},
			{Lean: 0.8, Pace: 0.2, Pitch: 0.1},
			{Lean: 1.25, Stride: 1.2, Pace: 0.6},
		} {
			b.ID, b.Kind, b.Light, b.Yaw = uint64(i+3), kindAvatar, [2]uint8{255, 0}, 24000
			b.Drawn = [3]float64{-4 + 1.5*float64(i), 14, -3.5}
			sc.Bodies = append(sc.Bodies, b)
		}
		keeps(t, r, "bodies", shoot(r, sc, nil))
	})
}

// reach returns how low and high an avatar is drawn, and how far to its front, in blocks from its foot.
func reach(r *Renderer, b scene.Body) (low, high, front float64) {
	b.ID, b.Kind = 1, kindAvatar
	r.solid.v = r.solid.v[:0]
	r.avatar(&view{}, &b)
	low, high = math.Inf(1), math.Inf(-1)
	for i := range r.solid.v {
		p := r.solid.v[i].pos
		low, high, front = min(low, float64(p[1])), max(high, float64(p[1])), max(front, -float64(p[2]))
	}
	r.solid.v = r.solid.v[:0]
	return low, high, front
}

// TestPosesKeepToTheGround: whoever stands or crouches stands on the ground, who crouches is lower, as the eye is, and who
// leans goes to the front; each comes gradually.
func TestPosesKeepToTheGround(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		_, tall, _ := reach(r, scene.Body{})
		last, lastFront := tall+1e-6, 0.
		for i := range 11 {
			by := float32(i) / 10
			low, high, _ := reach(r, scene.Body{Crouch: by})
			if math.Abs(low) > 0.02 || high > last {
				t.Errorf("crouching by %v: from %v to %v", by, low, high)
			}
			last = high
			_, _, front := reach(r, scene.Body{Lean: by})
			if front < lastFront {
				t.Errorf("leaning by %v: %v to the front", by, front)
			}
			lastFront = front
		}
		if last > tall-0.15 || last < tall-0.5 || lastFront < 0.6 {
			t.Errorf("crouched %v high of %v, leaning %v to the front", last, tall, lastFront)
		}
	})
}
