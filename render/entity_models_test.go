package render

import (
	"math"
	"testing"

	"voxtide/render/scene"
)

// TestEntityModels: each kind of entity is drawn.
func TestEntityModels(t *testing.T) {
	for k := scene.EntityNone + 1; k < scene.EntityKindCount; k++ {
		if entityModels[k] == nil {
			t.Errorf("entity kind %d has no row in entityModels", k)
		}
	}
}

// TestPlayerPoses draws players in every pose and compares the frame with the golden file.
func TestPlayerPoses(t *testing.T) {
	onGPU(t, Config{ForceFull: true}, func(r *Renderer) {
		sc := hillScene(3)
		sc.Camera.Pitch = -0.12
		for i, b := range []scene.Entity{
			{Pitch: 0.8},
			{Pitch: -0.8, ArmSwing: 0.5},
			{HeadTurn: 0.9},
			{Crouch: 1, Pitch: 0.2, Block: blockGrass},
			{WalkPhase: 1.5, WalkAmount: 1},
			{Lean: 0.8, WalkAmount: 0.2, Pitch: 0.1},
			{Lean: 1.25, WalkPhase: 1.2, WalkAmount: 0.6},
			{Lie: 1},
		} {
			b.ID, b.Kind, b.Light, b.Yaw = uint64(i+3), scene.EntityAvatar, [2]uint8{255, 0}, 24000
			b.Drawn = [3]float64{-4 + 1.5*float64(i), 14, -3.5}
			sc.Entities = append(sc.Entities, b)
		}
		compareGolden(t, r, "bodies", drawFrame(r, sc, nil))
	})
}

// drawnExtent returns the lowest and highest point of a drawn player and the point farthest to its front, in blocks from its
// foot.
func drawnExtent(r *Renderer, b scene.Entity) (low, high, front float64) {
	b.ID, b.Kind = 1, scene.EntityAvatar
	r.state.boxes.vertices = r.state.boxes.vertices[:0]
	addPlayer(&r.state, &b)
	low, high = math.Inf(1), math.Inf(-1)
	for i := range r.state.boxes.vertices {
		p := r.state.boxes.vertices[i].pos
		low, high, front = min(low, float64(p[1])), max(high, float64(p[1])), max(front, -float64(p[2]))
	}
	r.state.boxes.vertices = r.state.boxes.vertices[:0]
	return low, high, front
}

// TestPosesStayAboveGround: a player that stands or crouches has its feet on the ground, a crouching player is lower, as its
// eye is, and a leaning player extends to the front; each pose comes gradually.
func TestPosesStayAboveGround(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		_, tall, _ := drawnExtent(r, scene.Entity{})
		last, lastFront := tall+1e-6, 0.
		for i := range 11 {
			by := float32(i) / 10
			low, high, _ := drawnExtent(r, scene.Entity{Crouch: by})
			if math.Abs(low) > 0.02 || high > last {
				t.Errorf("crouching by %v: from %v to %v", by, low, high)
			}
			last = high
			_, _, front := drawnExtent(r, scene.Entity{Lean: by})
			if front < lastFront {
				t.Errorf("leaning by %v: %v to the front", by, front)
			}
			lastFront = front
		}
		if low, high, front := drawnExtent(r, scene.Entity{Lie: 1}); low < -0.02 || high > 0.62 || math.Abs(front-tall/2) > 0.1 {
			t.Errorf("lying from %v to %v, and %v to where it looks", low, high, front)
		}
		if last > tall-0.15 || last < tall-0.5 || lastFront < 0.6 {
			t.Errorf("crouched %v high of %v, leaning %v to the front", last, tall, lastFront)
		}
	})
}
