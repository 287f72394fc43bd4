package effects

import (
	"math"
	"testing"

	"voxtide/client/cell"
	"voxtide/internal/testrand"
	"voxtide/predict"
	"voxtide/world"
)

// TestParticlesStayOutside adds particles at random places: none ends in a block that fills its cell, there are never more
// than the maximum, and in the end there are none.
func TestParticlesStayOutside(t *testing.T) {
	r := testrand.New(t)
	v := newViewer(Options{Particles: 300})
	d := &v.fx.particles
	full := false
	for range testrand.RoundsUntil(40, func() bool { return full }) {
		at := [3]float64{r.Float64()*20 - 2, r.Float64()*8 - 1, r.Float64()*20 - 2}
		if b, ok := v.w.Block(cell.At(at)); !ok || stopsParticles(b) {
			continue
		}
		for range 40 {
			d.add(particle{pos: at, vel: [3]float64{d.randomWithin(6), d.randomWithin(6), d.randomWithin(6)}, kind: particleKind(r.IntN(3)), size: 0.1, block: world.Dirt, lifetime: 1 + 4*r.Float32()})
		}
		for range r.IntN(30) {
			sc := v.frame()
			full = full || len(sc.Particles) == 300
			if len(sc.Particles) > 300 {
				t.Fatalf("%d particles", len(sc.Particles))
			}
			for i := range sc.Particles {
				p := &sc.Particles[i]
				if b, ok := v.w.Block(cell.At(p.Pos)); !ok || stopsParticles(b) {
					t.Fatalf("a particle is in %v", b)
				}
				if !(p.Size >= 0 && p.Size < 0.5) || p.Part > 15 {
					t.Fatalf("%+v", p)
				}
			}
		}
	}
	if !full {
		t.Error("the maximum was never reached")
	}
	for range 500 {
		v.frame()
	}
	if len(d.list) != 0 {
		t.Errorf("%d particles are left", len(d.list))
	}
	v.fx.SetOptions(Options{})
	d.add(particle{block: world.Dirt, lifetime: 1})
	if n := len(v.frame().Particles); n != 0 {
		t.Errorf("%d particles, and none are allowed", n)
	}
}

// TestLeavesFall: a leaf sails down, never up, and lies for a while.
func TestLeavesFall(t *testing.T) {
	v := newViewer(Options{Particles: 60})
	d := &v.fx.particles
	d.add(particle{pos: [3]float64{7.5, 8.5, 7.5}, kind: leaf, size: 0.1, block: world.Leaves, lifetime: 30})
	high, lay := 8.5, false
	for range 900 {
		sc := v.frame()
		if len(sc.Particles) == 0 {
			break
		}
		p := &sc.Particles[0]
		if p.Pos[1] > high+0.05 {
			t.Fatalf("it rises to %v", p.Pos)
		}
		high = math.Min(high, p.Pos[1])
		lay = lay || d.list[0].kind == chip
	}
	if !lay || high > 6 || len(d.list) != 0 {
		t.Errorf("it lay: %v, at %v; %d are left", lay, high, len(d.list))
	}
}

// TestParticlesAllocateNothing: a frame with flying particles allocates no memory.
func TestParticlesAllocateNothing(t *testing.T) {
	v := newViewer(Options{Particles: 200})
	burst := func() {
		for range 9 {
			v.fx.particles.addRing([3]float64{7.5, 7, 7.5}, world.Stone, [2]uint8{255, 0}, 3, 2, 2)
		}
		v.frame()
	}
	for range 300 {
		burst()
	}
	if n := testing.AllocsPerRun(200, burst); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if len(v.fx.particles.list) == 0 {
		t.Error("nothing flew")
	}
}

// TestManyChangesAreNoBurst: terrain that loads changes more blocks in a frame than a player can, and throws no particles.
func TestManyChangesAreNoBurst(t *testing.T) {
	for _, n := range []int{1, changesMax, changesMax + 1} {
		v := newViewer(Options{Particles: 1000})
		v.frame()
		changes := make([]predict.BlockChange, n)
		for i := range changes {
			changes[i] = predict.BlockChange{Pos: world.Pos{X: int32(i % 5), Y: 7, Z: int32(i / 5)}, Before: world.Stone}
		}
		if got, want := len(v.frame(changes...).Particles) > 0, n <= changesMax; got != want {
			t.Errorf("%d changes throw particles: %v", n, got)
		}
	}
}
