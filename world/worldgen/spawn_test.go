package worldgen

import (
	"testing"

	"voxtide/world"
)

// TestSpawn checks spawn positions in 50 worlds: on solid natural ground, in the air, under open sky, near to each
// other but not all in one place.
func TestSpawn(t *testing.T) {
	for seed := range uint64(50) {
		g := New(seed * 31)
		first := g.Spawn(0).Block()
		seen := map[world.Vec]bool{}
		for i := range 8 {
			v := g.Spawn(i)
			seen[v] = true
			p := v.Block()
			if v != world.BottomCentre(p) {
				t.Fatalf("seed %d: player %d begins off the middle: %v", g.seed, i, v)
			}
			if d := max(magnitude(int64(p.X-first.X)), magnitude(int64(p.Z-first.Z)), magnitude(int64(p.Y-first.Y))); d > spawnRange {
				t.Errorf("seed %d: player %d begins %d blocks from the first", g.seed, i, d)
			}
			if p.Y <= SeaLevel {
				t.Errorf("seed %d: player %d begins at %v", g.seed, i, p)
			}
			ground := g.Section(p.Below().Section()).Get(p.Below().Index())
			if !ground.Full() || wooden(ground) || leafy[ground] || ground == world.Ice {
				t.Errorf("seed %d: player %d stands on %v", g.seed, i, ground)
			}
			var s *world.Section
			for at := p; at.Y <= landTop; at.Y++ {
				if s == nil || at.Y&15 == 0 {
					s = g.Section(at.Section())
				}
				b := s.Get(at.Index())
				if b != world.Air && (at.Y > p.Y || b.Shape() != world.ShapeCross) {
					t.Errorf("seed %d: %v above player %d at %v", g.seed, b, i, at)
				}
			}
		}
		if len(seen) < 8 {
			t.Errorf("seed %d: 8 players begin in %d places", g.seed, len(seen))
		}
		if g.Spawn(-1) != New(g.seed).Spawn(-1) || g.Spawn(0) != New(g.seed).Spawn(0) {
			t.Errorf("seed %d: Spawn is not a function of the seed", g.seed)
		}
	}
}

// TestSpawnAtSea searches for a spawn position where there is no land.
func TestSpawnAtSea(t *testing.T) {
	g := New(1)
	x, z := spiral(100, func(x, z int32) bool { return g.Biome(x*32, z*32) == DeepOcean })
	g.findSpawnPlaces(x*32, z*32, 0)
	if got, want := g.Spawn(3), world.BottomCentre(world.Pos{X: x * 32, Y: SeaLevel + 1, Z: z * 32}); got != want {
		t.Errorf("%v, not %v", got, want)
	}
}
