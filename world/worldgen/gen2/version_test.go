package gen2

import (
	"hash/fnv"
	"testing"

	"voxtide/world"
)

// TestSameLand holds what makes an upgrade from 1 to 2 seamless: the heights, biomes, caves and trees of its land are those that this
// version makes, so that what the store kept of it has no seams. The sum was taken with version 1.
func TestSameLand(t *testing.T) {
	const want = 0x66852818a95b6925
	h := fnv.New64a()
	places := 0
	for _, seed := range goldenSeeds {
		g := New(seed)
		for _, at := range goldenPlaces {
			for i := range int32(256) {
				x, z := at[0]<<4+i&15, at[1]<<4+i>>4
				y := g.Height(x, z)
				c := g.column(x, z)
				cave := byte(0)
				for up := int32(world.MinY); up < y; up += 8 {
					cave = cave*31 + map[bool]byte{true: 1}[g.isCave(x, up, z)]
				}
				h.Write([]byte{byte(y), byte(y >> 8), byte(g.Biome(x, z)), cave, byte(c.ceiling), byte(len(g.tile(x>>4, z>>4).trees))})
				places++
			}
		}
	}
	t.Logf("%d columns: %#x", places, h.Sum64())
	if h.Sum64() != want {
		t.Errorf("the land of version %d is %#x, not %#x", 1, h.Sum64(), uint64(want))
	}
}
