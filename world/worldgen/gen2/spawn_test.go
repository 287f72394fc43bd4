package gen2

import (
	"testing"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
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
			if d := max(noise.Magnitude(int64(p.X-first.X)), noise.Magnitude(int64(p.Z-first.Z)), noise.Magnitude(int64(p.Y-first.Y))); d > spawnRange {
				t.Errorf("seed %d: player %d begins %d blocks from the first", g.seed, i, d)
			}
			if p.Y <= landscape.SeaLevel {
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
	x, z := spiral(100, func(x, z int32) bool { return g.Biome(x*32, z*32) == landscape.DeepOcean })
	g.findSpawnPlaces(x*32, z*32, 0)
	if got, want := g.Spawn(3), world.BottomCentre(world.Pos{X: x * 32, Y: landscape.SeaLevel + 1, Z: z * 32}); got != want {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestSpawnYaw looks from many spawn places: what is in front is free for as long as anywhere, but for what the sun is worth; and with the
// sun in the east or west the picture turns toward it where both are free.
func TestSpawnYaw(t *testing.T) {
	sum, first, toward := int32(0), int32(0), 0
	const worlds = 50
	for seed := range uint64(worlds) {
		g := New(seed * 31)
		at := g.Spawn(0).Block()
		most := int32(0)
		for d := range outlooks {
			most = max(most, g.freeSight(at, d))
		}
		free := g.freeSight(at, int(g.SpawnYaw(0, 0))*outlooks/65536)
		if free != most {
			t.Errorf("seed %d: %d blocks are free of %d", g.seed, free, most)
		}
		sum, first = sum+free, first+g.freeSight(at, 0)
		for _, sun := range []int{1, -1} {
			d := int(g.SpawnYaw(0, sun)) * outlooks / 65536
			if g.freeSight(at, d) < most-outlookSun {
				t.Errorf("seed %d: toward the sun %d blocks are free of %d", g.seed, g.freeSight(at, d), most)
			}
			if sixteenths[d]*int32(sun) > 0 {
				toward++
			}
		}
		// The line is free in the blocks, too.
		for n := int32(1); n < free-1; n++ {
			d := int(g.SpawnYaw(0, 0)) * outlooks / 65536
			p := world.Pos{X: at.X + (n*sixteenths[d]+512)>>10, Y: at.Y + 1, Z: at.Z + (-n*sixteenths[(d+outlooks/4)%outlooks]+512)>>10}
			if b := g.Section(p.Section()).Get(p.Index()); b.Full() && !leafy[b] {
				t.Errorf("seed %d: %v at %v, %d blocks from the eye", g.seed, b, p, n)
				break
			}
		}
	}
	t.Logf("%d blocks free on average, %d to the north; %d of %d look toward the sun", sum/worlds, first/worlds, toward, 2*worlds)
	if sum/worlds < 40 || toward < worlds {
		t.Error("too few")
	}
}
