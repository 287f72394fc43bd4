package client

import (
	"math"
	"testing"

	"voxtide/actions"
	"voxtide/world"
)

// TestTorchesBurn: over a torch, and nowhere before it was placed, sparks and smoke rise and are gone soon; nothing more
// comes once it is taken away.
func TestTorchesBurn(t *testing.T) {
	x := feeling(t, Feel{Particles: 200})
	x.in.Do = []actions.Action{{Kind: actions.Select, Slot: 1}}
	x.settle()
	burning := func(pictures int) (sparks, puffs int) {
		for range pictures {
			x.picture()
			for i := range x.cl.dust.motes {
				switch x.cl.dust.motes[i].kind {
				case spark:
					sparks++
				case smoke:
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
	x.in.Do = append(x.in.Do, h.Against(x.cl.World()))
	if s, p := burning(300); s == 0 || p == 0 {
		t.Fatalf("%d sparks and %d puffs of smoke over a torch", s, p)
	}
	h, _ = x.cl.Target(0, -70)
	if b, _ := x.cl.World().Block(h.Pos); b != world.Torch {
		t.Fatalf("%v is there, no torch", b)
	}
	for i := range x.cl.dust.motes {
		m := &x.cl.dust.motes[i]
		if m.kind != spark && m.kind != smoke {
			continue
		}
		by := [3]float64{m.at[0] - float64(h.Pos.X) - 0.5, m.at[1] - float64(h.Pos.Y), m.at[2] - float64(h.Pos.Z) - 0.5}
		if math.Hypot(by[0], by[2]) > 0.6 || by[1] < flameHeight-0.01 || by[1] > 2.5 {
			t.Errorf("a mote of kind %d is %v from the torch", m.kind, by)
		}
	}
	x.in.Do = append(x.in.Do, actions.Action{Kind: actions.Dug, Pos: h.Pos, Aim: h.Aim})
	burning(200)
	if s, p := burning(50); s+p > 0 {
		t.Errorf("%d sparks and %d puffs of smoke after the torch was taken away", s, p)
	}
}
