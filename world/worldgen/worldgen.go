// Package worldgen turns the seed of a world and a position into a section of blocks. What land a world has is the work of a numbered
// generator; each that was ever given a number stays, so that a world goes on with the one that made it.
//
// Data flow: a Land (what the store keeps: seed, number, and the columns that stayed when the world was upgraded) becomes a Generator
// (New), which makes sections, heights and the view from above. Clients have none of it: they are sent sections, with biomes.
//
// Owner: each Generator belongs to one goroutine; the table is never written. Invariants: a section is a function of the Land and its
// position alone; what a number makes never changes, on no platform (testdata holds hashes by number); a column that stayed is, block
// for block, what it was before the upgrade, and land beside it is at most JoinStep blocks higher or lower.
package worldgen

import (
	"voxtide/world"
	"voxtide/world/columns"
	"voxtide/world/worldgen/gen2"
	"voxtide/world/worldgen/gen3"
	"voxtide/world/worldgen/landscape"
)

// Generator makes land. It belongs to one goroutine.
type Generator interface {
	// Section returns the section at a position. The caller owns it. Above the world's height it is air, below it bedrock.
	Section(p world.SectionPos) *world.Section
	// Biome returns the biome at a place.
	Biome(x, z int32) landscape.Biome
	// Height returns the y of the highest block of the natural ground, without trees, plants and water; of a cave's floor where it opens.
	Height(x, z int32) int32
	// Top is Height as it would be without caves.
	Top(x, z int32) int32
	// Surface returns the columns of a column of sections from above, by x + 16*z, as Section makes them, except that bare ores and
	// marble show as the stone around them. It costs a small part of making the sections.
	Surface(x, z int32, dst *[256]landscape.SurfaceColumn)
	// DistantSurface returns ground and water at a place from the broad features alone, for maps at far zoom: no trees, plants or caves.
	// Distant jumps cost no more than near ones.
	DistantSurface(x, z int32) landscape.SurfaceColumn
	// Spawn returns the spawn position of the i-th player: a bottom centre on dry ground under open sky, near the origin. Any i is allowed.
	Spawn(i int) world.Vec
	// SpawnYaw returns where the i-th player looks at first (65536 a turn, clockwise from north): along the longest free line of sight,
	// and rather toward the sun, which stands in the east (1), in the west (-1) or nowhere (0).
	SpawnYaw(i int, sun int) uint16
	// Widen lets it remember more where land is asked for here and there by turns over a wide area.
	Widen()
	// Rest gives back the memory of what it remembers, some 3 MB and more where it was widened. What is asked for next to it takes a little longer then.
	Rest()
}

// row is a generator that has a number.
type row struct {
	about string // one line for people
	make  func(seed uint64, j landscape.Join) Generator
}

// table holds the generators; the number is the index. 0 is none.
var table = [...]row{
	1: {"the first land", func(seed uint64, _ landscape.Join) Generator { return gen2.New1(seed) }},
	2: {"the same land with copper, tin, lava, berries, flax, reed and gravel shores", func(seed uint64, _ landscape.Join) Generator { return gen2.New(seed) }},
	3: {"rivers that fall to lakes and the sea, cliffs, giant trees, half-high rims", func(seed uint64, j landscape.Join) Generator { return gen3.New(seed, j) }},
}

// Newest is the highest number. NewWorlds is what the programs give a new world that asks for none; Default is the land of laboratories,
// tests and of a host without a number: it stays, so that their seeds go on meaning the same places.
const (
	Newest    = len(table) - 1
	NewWorlds = 3
	Default   = 2
)

// Numbers returns the numbers that there are, in order.
func Numbers() (all []int) {
	for n := 1; n < len(table); n++ {
		all = append(all, n)
	}
	return all
}

// Known reports whether a number is that of a generator.
func Known(number int) bool { return number > 0 && number < len(table) }

// About describes a generator in a line, "" for a number that is none.
func About(number int) string {
	if !Known(number) {
		return ""
	}
	return table[number].about
}

// Land says what the land of a world is.
type Land struct {
	Seed      uint64
	Generator int            // a Known number
	Kept      []columns.Kept // what stayed with each upgrade, the last one last
}

// New returns a generator for a land. It panics if a number is not Known: who reads one from outside asks first.
func New(l Land) Generator {
	if !Known(l.Generator) {
		panic("worldgen: no generator has this number")
	}
	n := len(l.Kept)
	if n == 0 {
		return table[l.Generator].make(l.Seed, nil)
	}
	before := New(Land{l.Seed, l.Kept[n-1].Generator, l.Kept[:n-1]})
	j := &join{before: before, kept: l.Kept[n-1].Columns}
	return &joined{join: j, now: table[l.Generator].make(l.Seed, j)}
}

// Of returns the generator of a number for the land of a seed that was never upgraded.
func Of(number int, seed uint64) Generator { return New(Land{Seed: seed, Generator: number}) }
