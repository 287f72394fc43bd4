package client

import (
	"math"
	"testing"

	"voxtide/render/scene"
	"voxtide/world"
)

// TestRayMeetsBody: a look meets a player where they are drawn, at the near side of their box, and no item.
func TestRayMeetsBody(t *testing.T) {
	eye := [3]float64{0, 1.6, 0}
	at := func(x, y, z float64) *scene.Entity {
		return &scene.Entity{Kind: scene.EntityKind(world.KindAvatar), Drawn: [3]float64{x, y, z}}
	}
	for _, c := range []struct {
		name  string
		body  *scene.Entity
		yaw   uint16
		pitch float64
		far   float64 // below 0: no meeting
	}{
		{"north", at(0, 0, -3), 0, 0, 2.7},
		{"east", at(3, 0, 0), 16384, 0, 2.7},
		{"behind", at(0, 0, 3), 0, 0, -1},
		{"beside", at(0.4, 0, -3), 0, 0, -1},
		{"its edge", at(0.29, 0, -3), 0, 0, 2.7},
		{"over the head", at(0, 0, -3), 0, 20, -1},
		{"at the feet", at(0, 0, -3), 0, -27, 2.7 / math.Cos(27*math.Pi/180)},
		{"an item", &scene.Entity{Kind: scene.EntityKind(world.KindItem), Drawn: [3]float64{0, 1.5, -2}}, 0, 0, -1},
		{"within", at(0, 0, 0), 0, 0, 0},
	} {
		d, ok := rayMeetsBody(eye, Direction(c.yaw, c.pitch), c.body)
		if ok != (c.far >= 0) || ok && math.Abs(d-c.far) > 1e-9 {
			t.Errorf("%s: %.4f %v, want %.4f", c.name, d, ok, c.far)
		}
	}
}
