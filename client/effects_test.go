package client

import (
	"math"
	"testing"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// feeling returns an eye that sees everything that can be switched off.
func feeling(t *testing.T, f Feel) *eye {
	x := newEye(t)
	x.cl.SetFeel(f)
	x.settle()
	return x
}

// TestABrokenBlockFliesApartOnce: pieces of a block fly in the picture of the action, and the server's word makes no more of
// them; the same for one that is placed.
func TestABrokenBlockFliesApartOnce(t *testing.T) {
	x := feeling(t, Feel{Particles: 200})
	for _, do := range []string{"break", "place"} {
		h, ok := x.cl.Target(0, -70)
		if !ok {
			t.Fatal("no ground")
		}
		a, pieces := h.Break(actions.Dug), brokenSide*brokenSide*brokenSide
		block, _ := x.cl.World().Block(h.Pos)
		if do == "place" {
			a, pieces, block = h.Against(x.cl.World()), 8, world.Stone
		}
		x.in.Do = append(x.in.Do, a)
		sc := x.picture()
		if n := len(sc.Particles); n < pieces || world.Block(sc.Particles[0].Block) != block {
			t.Fatalf("%s: %d particles, of %v, not %d of %v", do, n, sc.Particles, pieces, block)
		}
		last, acked := len(sc.Particles), false
		for range 130 {
			n := len(x.picture().Particles)
			if n > last {
				t.Fatalf("%s: %d particles after %d, %d un-acked", do, n, last, x.cl.Unacked())
			}
			last, acked = n, acked || x.cl.Unacked() == 0
		}
		if last != 0 || !acked {
			t.Fatalf("%s: %d particles are left; acked: %v", do, last, acked)
		}
	}
}

// TestEffectsArePlayedOnce: what a correction takes back and makes again is not played again; what happens again later is.
func TestEffectsArePlayedOnce(t *testing.T) {
	var d dust
	e := played{at: world.Pos{X: 3}, before: world.Stone, now: world.Air, time: 5 * timestream.Time(timestream.Second)}
	back := played{at: e.at, before: world.Air, now: world.Stone, time: e.time + 1000}
	soon, later := e, e
	soon.time = e.time.Add(playedFor - 1)
	later.time = e.time.Add(playedFor)
	for i, c := range []struct {
		e    played
		want bool
	}{{e, false}, {back, false}, {soon, true}, {later, false}} {
		if got := d.again(c.e); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// TestParticlesStayOutside: wherever they come from, pieces end in no block that fills its cell, there are no more than
// there may be, and in the end there are none.
func TestParticlesStayOutside(t *testing.T) {
	r := chance.Source(t)
	x := feeling(t, Feel{Particles: 300})
	c, d, w := x.cl, &x.cl.dust, x.cl.World()
	full := false
	for range chance.Rounds(40) {
		at := [3]float64{r.Float64()*20 - 2, r.Float64()*8 - 1, r.Float64()*20 - 2}
		if b, ok := w.Block(cellOf(at)); !ok || stops(b) {
			continue
		}
		for range 40 {
			d.add(mote{at: at, vel: [3]float64{d.spread(6), d.spread(6), d.spread(6)}, kind: moteKind(r.IntN(3)), size: 0.1, block: world.Dirt, life: 1 + 4*r.Float32()})
		}
		for range r.IntN(30) {
			sc := x.picture()
			full = full || len(sc.Particles) == 300
			if len(sc.Particles) > 300 {
				t.Fatalf("%d particles", len(sc.Particles))
			}
			for i := range sc.Particles {
				p := &sc.Particles[i]
				if b, ok := w.Block(cellOf(p.Pos)); !ok || stops(b) {
					t.Fatalf("a particle is in %v", b)
				}
				if !(p.Size >= 0 && p.Size < 0.5) || p.Part > 15 {
					t.Fatalf("%+v", p)
				}
			}
		}
	}
	if !full {
		t.Error("there never were as many as there may be")
	}
	for range 500 {
		x.picture()
	}
	if len(d.motes) != 0 {
		t.Errorf("%d are left", len(d.motes))
	}
	c.SetFeel(Feel{})
	d.add(mote{block: world.Dirt, life: 1})
	if n := len(x.picture().Particles); n != 0 {
		t.Errorf("%d though there may be none", n)
	}
}

// TestTheBodyIsFelt: a fall makes the eye dip and raises dust, running widens the view and bobs, and all of it comes to rest;
// switched off there is none of it.
func TestTheBodyIsFelt(t *testing.T) {
	run := func(f Feel) (dip, widen, bob, dust float64, rest *scene.Scene) {
		x := feeling(t, f)
		x.in.Do = []actions.Action{Goto(7.5, 11, 7.5)}
		for range 140 {
			sc := x.picture()
			dip = math.Max(dip, x.cl.eyes.feel.dip)
			dust = math.Max(dust, float64(len(sc.Particles)))
		}
		x.in.Keys = world.KeyForward | world.KeyRun
		for range 60 {
			sc := x.picture()
			widen = math.Max(widen, float64(sc.Camera.Widen))
			bob = math.Max(bob, math.Hypot(float64(sc.Held.Bob[0]), float64(sc.Held.Bob[1])))
		}
		x.in.Keys = 0
		for range 200 {
			rest = x.picture()
		}
		return dip, widen, bob, dust, rest
	}
	dip, widen, bob, dust, rest := run(Feel{Particles: 100, Bob: true, Widen: true})
	if dip < 0.05 || dip > dipMost || widen < 0.5*widenBy || widen > widenBy || bob < 0.005 || dust < 5 {
		t.Errorf("dip %v, widen %v, bob %v, %v particles", dip, widen, bob, dust)
	}
	if h := rest.Held.Bob; rest.Camera.Widen != 0 || math.Abs(float64(h[0]))+math.Abs(float64(h[1])) > 0.003 || math.Abs(float64(rest.Camera.Roll)) > 1e-3 || len(rest.Particles) > 0 {
		t.Errorf("at rest: %+v, %v, %d particles", rest.Camera, h, len(rest.Particles))
	}
	if dip, widen, bob, dust, rest := run(Feel{}); dip+widen+bob+dust != 0 || rest.Camera.Roll != 0 {
		t.Errorf("switched off: dip %v, widen %v, bob %v, %v particles", dip, widen, bob, dust)
	}
}

// TestTheHandChangesOutOfSight: another block comes up only when the one before has gone down.
func TestTheHandChangesOutOfSight(t *testing.T) {
	x := feeling(t, Feel{})
	before := x.picture().Held.Block
	x.in.Do = []actions.Action{{Kind: actions.Select, Slot: 1}}
	deep, changed := float32(0), false
	for range 40 {
		h := x.picture().Held
		if h.Block != before && !changed {
			if changed = true; deep < 0.7 {
				t.Errorf("it changed when the hand was at %v", deep)
			}
		}
		deep = h.Lower
		if h.Swing != 0 {
			t.Fatal("taking something in hand is no stroke")
		}
	}
	if !changed || deep != 0 || before == uint16(world.Torch) {
		t.Errorf("changed: %v, at last at %v", changed, deep)
	}
}

// TestNamesAreHiddenByWalls looks along rays in the land of the tests.
func TestNamesAreHiddenByWalls(t *testing.T) {
	x := feeling(t, Feel{})
	w := x.cl.World()
	for _, c := range []struct {
		from, to [3]float64
		want     bool
	}{
		{[3]float64{7.5, 8, 7.5}, [3]float64{12.5, 8, 3.5}, false},
		{[3]float64{7.5, 8, 7.5}, [3]float64{12.5, -9, 3.5}, true},
		{[3]float64{7.5, 8, 7.5}, [3]float64{7.5, 8, 7.5}, false},
		{[3]float64{7.5, 8, 7.5}, [3]float64{90, -300, 3.5}, false}, // too far to be read
	} {
		if got := hides(w, c.from, c.to); got != c.want {
			t.Errorf("%v to %v: %v", c.from, c.to, got)
		}
	}
}

// TestParticlesAllocateNothing: a picture with pieces that fly takes no memory.
func TestParticlesAllocateNothing(t *testing.T) {
	x := feeling(t, Feel{Particles: 200, Bob: true, Widen: true})
	burst := func() {
		for range 9 {
			x.cl.dust.ring([3]float64{7.5, 7, 7.5}, world.Stone, [2]uint8{255, 0}, 3, 2, 2)
		}
		x.picture()
	}
	for range 300 {
		burst()
	}
	if n := testing.AllocsPerRun(200, burst); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
	if len(x.cl.dust.motes) == 0 {
		t.Error("nothing flew")
	}
}

// TestFirefliesRiseByNight: they rise from grass by night and never by day, no faster after a long pause, and glow.
func TestFirefliesRiseByNight(t *testing.T) {
	x := feeling(t, Feel{Particles: 60})
	c := x.cl
	run := func(day float64, pictures int, by timestream.Duration) (n int) {
		c.dust.forget()
		sc := &scene.Scene{Sky: scene.Sky{Day: day}, Camera: scene.Camera{Pos: [3]float64{8, 2, 8}}}
		for range pictures {
			c.floats(sc, c.floated.Add(by))
		}
		return len(c.dust.motes)
	}
	if n := run(0.25, 3000, 16*timestream.Millisecond); n != 0 {
		t.Errorf("%d by day", n)
	}
	slow, fast := run(0.75, 3000, 16*timestream.Millisecond), run(0.75, 6000, 8*timestream.Millisecond)
	if slow == 0 || fast == 0 {
		t.Errorf("%d and %d by night", slow, fast)
	}
	for i := range c.dust.motes {
		if m := &c.dust.motes[i]; m.kind != firefly || world.Blocks[m.block].Light == 0 {
			t.Errorf("%+v", m)
		}
	}
	if tries := c.dust.tries; tries >= 1 {
		t.Errorf("%v tries are left", tries)
	}
	if n := run(0.75, 1, 3600*timestream.Second); n > 5 {
		t.Errorf("%d at once after an hour", n)
	}
}

// TestLeavesFall: they come off leaves that have air below them, and lie for a while.
func TestLeavesFall(t *testing.T) {
	x := feeling(t, Feel{Particles: 60})
	d := &x.cl.dust
	d.add(mote{at: [3]float64{7.5, 8.5, 7.5}, kind: leaf, size: 0.1, block: world.Leaves, life: 30})
	high, lay := 8.5, false
	for range 900 {
		sc := x.picture()
		if len(sc.Particles) == 0 {
			break
		}
		p := &sc.Particles[0]
		if p.Pos[1] > high+0.05 {
			t.Fatalf("it rises to %v", p.Pos)
		}
		high = math.Min(high, p.Pos[1])
		lay = lay || d.motes[0].kind == chip
	}
	if !lay || high > 6 || len(d.motes) != 0 {
		t.Errorf("it lay: %v, at %v; %d are left", lay, high, len(d.motes))
	}
}
