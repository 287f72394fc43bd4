package client

import (
	"math"
	"testing"

	"voxtide/actions"
	"voxtide/client/effects"
	"voxtide/physics"
	"voxtide/render/scene"
	"voxtide/world"
)

// newEffectsClient returns a settled client with effects.
func newEffectsClient(t *testing.T, f effects.Options) *drawnClient {
	x := newDrawnClient(t)
	x.cl.SetEffects(f)
	x.settle()
	return x
}

// TestABrokenBlockFliesApartOnce: pieces of a broken block fly in the frame of the action, and the server's confirmation adds
// none; the same for the dust of a placed block.
func TestABrokenBlockFliesApartOnce(t *testing.T) {
	x := newEffectsClient(t, effects.Options{Particles: 200})
	for _, do := range []string{"break", "place"} {
		h, ok := x.cl.Target(0, -70)
		if !ok {
			t.Fatal("no ground")
		}
		a, pieces := h.BreakAction(actions.FinishBreak), 27
		block, _ := x.cl.World().Block(h.Pos)
		if do == "place" {
			a, pieces, block = h.PlaceAction(x.cl.World()), 8, world.Stone
		}
		x.in.Actions = append(x.in.Actions, a)
		sc := x.frame()
		if n := len(sc.Particles); n < pieces || world.Block(sc.Particles[0].Block) != block {
			t.Fatalf("%s: %d particles, of %v, not %d of %v", do, n, sc.Particles, pieces, block)
		}
		last, acked := len(sc.Particles), false
		for range 130 {
			n := len(x.frame().Particles)
			if n > last {
				t.Fatalf("%s: %d particles after %d, %d un-acked", do, n, last, x.cl.UnackedCount())
			}
			last, acked = n, acked || x.cl.UnackedCount() == 0
		}
		if last != 0 || !acked {
			t.Fatalf("%s: %d particles are left; acked: %v", do, last, acked)
		}
	}
}

// The most that effects add to the camera.
const (
	dipMax         = 0.16 // blocks
	sprintFOVShare = 0.09 // of the view's angle
)

// dipOf returns how far the camera is below the eye of the own body, in blocks.
func (x *drawnClient) dipOf(sc *scene.Scene) float64 {
	e := x.cl.avatar()
	eye := sc.OwnEntity.Drawn[1] + float64(physics.EyePos(&e.Motion)[1]-e.Motion.Pos[1])/float64(world.Unit)
	if dip := eye - sc.Camera.Pos[1]; math.Abs(dip) > 1e-9 {
		return dip
	}
	return 0
}

// TestViewBobbing: a fall makes the camera dip and raises dust, running widens the view and bobs, and all of it comes to rest.
// Nothing of it happens if it is switched off.
func TestViewBobbing(t *testing.T) {
	run := func(f effects.Options) (dip, widen, bob, dust float64, rest *scene.Scene) {
		x := newEffectsClient(t, f)
		x.in.Actions = []actions.Action{Teleport(7.5, 11, 7.5)}
		for range 140 {
			sc := x.frame()
			dip = math.Max(dip, x.dipOf(sc))
			dust = math.Max(dust, float64(len(sc.Particles)))
		}
		x.in.Keys = world.KeyForward | world.KeySprint
		for range 60 {
			sc := x.frame()
			widen = math.Max(widen, float64(sc.Camera.FOVWidening))
			bob = math.Max(bob, math.Hypot(float64(sc.HeldItem.Bob[0]), float64(sc.HeldItem.Bob[1])))
		}
		x.in.Keys = 0
		for range 200 {
			rest = x.frame()
		}
		return dip, widen, bob, dust, rest
	}
	dip, widen, bob, dust, rest := run(effects.Options{Particles: 100, ViewBobbing: true, SprintFOV: true})
	if dip < 0.05 || dip > dipMax || widen < 0.5*sprintFOVShare || widen > sprintFOVShare || bob < 0.005 || dust < 5 {
		t.Errorf("dip %v, widen %v, bob %v, %v particles", dip, widen, bob, dust)
	}
	if h := rest.HeldItem.Bob; rest.Camera.FOVWidening != 0 || math.Abs(float64(h[0]))+math.Abs(float64(h[1])) > 0.003 || math.Abs(float64(rest.Camera.Roll)) > 1e-3 || len(rest.Particles) > 0 {
		t.Errorf("at rest: %+v, %v, %d particles", rest.Camera, h, len(rest.Particles))
	}
	if dip, widen, bob, dust, rest := run(effects.Options{}); dip+widen+bob+dust != 0 || rest.Camera.Roll != 0 {
		t.Errorf("switched off: dip %v, widen %v, bob %v, %v particles", dip, widen, bob, dust)
	}
}

// TestHeldBlockSwapsOutOfSight: the held block changes only while the hand is down.
func TestHeldBlockSwapsOutOfSight(t *testing.T) {
	x := newEffectsClient(t, effects.Options{})
	before := x.frame().HeldItem.Block
	x.in.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: 1}}
	deep, changed := float32(0), false
	for range 40 {
		h := x.frame().HeldItem
		if h.Block != before && !changed {
			if changed = true; deep < 0.7 {
				t.Errorf("it changed when the hand was at %v", deep)
			}
		}
		deep = h.Lowered
		if h.Swing != 0 {
			t.Fatal("selecting a block swings the arm")
		}
	}
	if !changed || deep != 0 || before == uint16(world.Torch) {
		t.Errorf("changed: %v, at last at %v", changed, deep)
	}
}

// TestFrameWithParticlesAllocatesNothing: a frame in which particles fly allocates no memory, network and server included.
func TestFrameWithParticlesAllocatesNothing(t *testing.T) {
	x := newEffectsClient(t, effects.Options{Particles: 200, ViewBobbing: true, SprintFOV: true})
	x.in.Actions = []actions.Action{{Kind: actions.SelectSlot, Slot: 1}}
	x.settle()
	h, ok := x.cl.Target(0, -70)
	if !ok {
		t.Fatal("no ground")
	}
	x.in.Actions = append(x.in.Actions, h.PlaceAction(x.cl.World())) // a torch, which burns
	x.settle()
	for range 300 {
		x.frame()
	}
	particles := 0
	if n := testing.AllocsPerRun(200, func() { particles += len(x.frame().Particles) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if particles == 0 {
		t.Error("nothing flew")
	}
}
