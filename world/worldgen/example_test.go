package worldgen_test

import (
	"fmt"

	"voxtide/world"
	"voxtide/world/columns"
	"voxtide/world/worldgen"
)

// Example makes a world of generator 1 go on with 2: around a house the land stays.
func Example() {
	var stay columns.Set
	stay.AddAround(0, 0, 4)
	g := worldgen.New(worldgen.Land{Seed: 7, Generator: 2, Kept: []columns.Kept{{Generator: 1, Columns: &stay}}})
	one, two := worldgen.Of(1, 7), worldgen.Of(2, 7)
	column := func(g worldgen.Generator, x, z int32) (h uint64) {
		for y := int32(world.MinY >> 4); y < 6; y++ {
			p := world.SectionPos{X: x, Y: y, Z: z}
			h ^= world.SectionHash(p, g.Section(p).Hash())
		}
		return h
	}
	for _, at := range [][2]int32{{1, 2}, {9, 9}} {
		h := column(g, at[0], at[1])
		fmt.Println(h == column(one, at[0], at[1]), h == column(two, at[0], at[1]))
	}
	// Output:
	// true false
	// false true
}
