package gen3

import (
	"testing"

	"voxtide/world"
)

// whole makes all sections of a column and returns their memory in bytes.
func (g *Generator) whole(x, z int32) (memory int) {
	for y := int32(world.MinY >> 4); y <= world.MaxY>>4; y++ {
		memory += g.Section(world.SectionPos{X: x, Y: y, Z: z}).Memory()
	}
	return memory
}

// BenchmarkColumn makes all 32 sections of columns: in hills, side by side as players meet them; and alone, far from
// each other, so that no neighbour is cached.
func BenchmarkColumn(b *testing.B) {
	g := New(1, nil)
	hills := [][2]int32{} // columns whose middle is at a height of 44 to 89 blocks; in strips, so that neighbours come soon
	for i := range int32(160 * 160) {
		x, z := i%8+i/(8*160)*8-80, i/8%160-80
		if h := g.column(x*16+8, z*16+8).top; h >= 44 && h < 90 {
			hills = append(hills, [2]int32{x, z})
		}
	}
	b.Run("hills", func(b *testing.B) {
		b.ReportAllocs()
		memory, i := 0, 0
		for b.Loop() {
			at := hills[i%len(hills)]
			memory += g.whole(at[0], at[1])
			i++
		}
		b.ReportMetric(float64(memory)/float64(i), "held-B/op")
	})
	b.Run("alone", func(b *testing.B) {
		i := int32(0)
		for b.Loop() {
			g.whole(i*77, i*-55)
			i++
		}
	})
}

func BenchmarkTile(b *testing.B) {
	g := New(1, nil)
	for i := int32(0); b.Loop(); i++ {
		g.tile(i, 7)
	}
}
