package gen3

import (
	"testing"

	"voxtide/world/worldgen/landscape"
)

// TestCensus counts biomes in 4096 x 4096 blocks of several seeds: land and sea, and a good mixture.
func TestCensus(t *testing.T) {
	const width, step = 4096, 96
	for seed := range uint64(6) {
		g := New(seed*1001, nil)
		var count [landscape.Biomes]int
		land, all, high := 0, 0, int32(0)
		for z := int32(-width / 2); z < width/2; z += step {
			for x := int32(-width / 2); x < width/2; x += step {
				c := g.column(x, z)
				count[c.biome]++
				high = max(high, int32(c.top))
				if all++; int32(c.top) >= landscape.SeaLevel {
					land++
				}
			}
		}
		kinds := 0
		for b, n := range count {
			if n > 0 {
				kinds++
			}
			if n*100 > all*60 {
				t.Errorf("seed %d: %v covers %d of %d", g.seed, landscape.Biome(b), n, all)
			}
		}
		if kinds < 12 {
			t.Errorf("seed %d: %d biomes", g.seed, kinds)
		}
		if land*100 < all*30 || land*100 > all*75 {
			t.Errorf("seed %d: land %d of %d", g.seed, land, all)
		}
		if high < 150 || high > landTop-treeHigh {
			t.Errorf("seed %d: the highest mountain ends at %d", g.seed, high)
		}
		t.Logf("seed %d: %d%% land, %d biomes, up to y %d", g.seed, land*100/all, kinds, high)
	}
}

// TestBiomeNames reads the table of biomes: each has a name of its own.
func TestBiomeNames(t *testing.T) {
	seen := map[string]bool{}
	for b := range landscape.Biome(landscape.Biomes) {
		if name := b.String(); name == "" || seen[name] || biomes[b].cover == 0 || biomes[b].soil == 0 || biomes[b].sub == 0 {
			t.Errorf("biome %d: %q", b, name)
		} else {
			seen[name] = true
		}
	}
	if landscape.Biome(landscape.Biomes).String() != "unknown" {
		t.Error("a biome beyond the last has a name")
	}
}

// TestSmoothBorders walks across borders between biomes that climate makes (those made by height are on slopes): the
// ground is as smooth there as elsewhere.
func TestSmoothBorders(t *testing.T) {
	var steps, cliffs [2]int // within a biome, across a border
	for seed := range uint64(3) {
		g := New(seed, nil)
		for z := int32(-2000); z < 2000; z += 250 {
			for x := int32(-2000); x < 2000; x++ {
				a, b := g.column(x, z), g.column(x+1, z)
				if a.biome < landscape.Plains || b.biome < landscape.Plains || a.biome >= landscape.Mountains || b.biome >= landscape.Mountains {
					continue
				}
				k := 0
				if a.biome != b.biome {
					k = 1
				}
				steps[k]++
				if d := a.top - b.top; d > 3 || d < -3 {
					cliffs[k]++
				}
			}
		}
	}
	t.Logf("cliffs %d of %d within biomes, %d of %d across borders", cliffs[0], steps[0], cliffs[1], steps[1])
	if steps[1] < 100 || cliffs[1]*100 > steps[1]*2 {
		t.Error("cliffs at borders")
	}
}
