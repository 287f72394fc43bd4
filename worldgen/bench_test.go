package worldgen

import (
	"testing"

	"voxtide/world"
)

// BenchmarkColumn makes all 32 sections of a column, walking over the land as players do.
func BenchmarkColumn(b *testing.B) {
	g := New(1)
	b.ReportAllocs()
	for i := range b.N {
		for y := int32(world.MinY >> 4); y <= world.MaxY>>4; y++ {
			g.Section(world.SectionPos{X: int32(i % 64), Y: y, Z: int32(i / 64)})
		}
	}
}
