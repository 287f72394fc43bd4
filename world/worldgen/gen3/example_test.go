package gen3_test

import (
	"fmt"

	"voxtide/world"
	"voxtide/world/worldgen/gen3"
)

// Example finds a river above the sea.
func Example() {
	g := gen3.New(1, nil)
	d := g.DistantSurface(-302, 729)
	for x := int32(-400); d.Block != world.Water && x < -200; x++ {
		d = g.DistantSurface(x, 729)
	}
	fmt.Println(d.Biome, d.Y > 31)
	// Output: river true
}
