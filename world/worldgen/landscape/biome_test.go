package landscape_test

import (
	"fmt"
	"testing"

	"voxtide/world"
	"voxtide/world/worldgen/landscape"
)

// Example names a biome and the colour of its grass.
func Example() {
	fmt.Println(landscape.Jungle, landscape.Jungle.Colours()[world.TintGrass])
	// Output: jungle [88 164 60]
}

// TestBiomes: each biome has a name of its own and a look; one that a newer server sends is like a meadow.
func TestBiomes(t *testing.T) {
	seen := map[string]bool{}
	for b := range landscape.Biome(landscape.Biomes) {
		if name := b.String(); name == "" || name == "unknown" || seen[name] || b.Colours() == nil {
			t.Errorf("biome %d: %q", b, name)
		} else {
			seen[name] = true
		}
	}
	if b := landscape.Biome(landscape.Biomes); b.String() != "unknown" || b.Colours() != landscape.Meadow.Colours() {
		t.Errorf("%v", b)
	}
	t.Logf("%d biomes", len(seen))
}
