package client

import (
	"math"
	"testing"

	"voxtide/actions"
	"voxtide/client/effects"
	"voxtide/render/scene"
	"voxtide/world"
)

// The blocks whose texture sparks and smoke show, and the height of the flame above the torch's floor, in blocks.
const (
	sparkBlock  = world.Lamp
	smokeBlock  = world.Stone
	flameHeight = 0.69
)

// TestTorchesBurn: sparks and smoke rise over a torch and vanish soon, none before it was placed and none after it is broken.
func TestTorchesBurn(t *testing.T) {
	x := newEffectsClient(t, effects.Options{Particles: 200})
	x.in.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: 1}}
	x.settle()
	var last *scene.Scene
	burning := func(frames int) (sparks, puffs int) {
		for range frames {
			last = x.frame()
			for i := range last.Particles {
				switch world.Block(last.Particles[i].Block) {
				case sparkBlock:
					sparks++
				case smokeBlock:
					puffs++
				}
			}
		}
		return sparks, puffs
	}
	if s, p := burning(100); s+p > 0 {
		t.Fatalf("%d sparks and %d puffs of smoke without a torch", s, p)
	}
	h, ok := x.cl.Target(0, -70)
	if !ok {
		t.Fatal("no ground")
	}
	x.in.Actions = append(x.in.Actions, h.PlaceAction(x.cl.World()))
	if s, p := burning(300); s == 0 || p == 0 {
		t.Fatalf("%d sparks and %d puffs of smoke over a torch", s, p)
	}
	h, _ = x.cl.Target(0, -70)
	if b, _ := x.cl.World().Block(h.Pos); b != world.Torch {
		t.Fatalf("%v is there, no torch", b)
	}
	for i := range last.Particles {
		m := &last.Particles[i]
		if b := world.Block(m.Block); b != sparkBlock && b != smokeBlock {
			continue
		}
		by := [3]float64{m.Pos[0] - float64(h.Pos.X) - 0.5, m.Pos[1] - float64(h.Pos.Y), m.Pos[2] - float64(h.Pos.Z) - 0.5}
		if math.Hypot(by[0], by[2]) > 0.6 || by[1] < flameHeight-0.01 || by[1] > 2.5 {
			t.Errorf("a particle of %v is %v from the torch", world.Block(m.Block), by)
		}
	}
	x.in.Actions = append(x.in.Actions, actions.Action{Kind: actions.FinishBreak, Pos: h.Pos, Aim: h.Aim})
	burning(200)
	if s, p := burning(50); s+p > 0 {
		t.Errorf("%d sparks and %d puffs of smoke after the torch was broken", s, p)
	}
}
