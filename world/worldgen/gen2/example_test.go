package gen2_test

import (
	"fmt"

	"voxtide/world/worldgen/gen2"
)

// Example compares the two generators: the land is the same.
func Example() {
	one, two := gen2.New1(7), gen2.New(7)
	fmt.Println(one.Top(100, 40) == two.Top(100, 40), one.Biome(100, 40) == two.Biome(100, 40))
	// Output: true true
}
