package server

import (
	"runtime"
	"testing"

	"voxtide/protocol"
	"voxtide/world"
	"voxtide/worldgen"
)

// hills calls f for so many columns of hills: whose middle is neither low nor a mountain.
func hills(gen *worldgen.Generator, n int, f func(x, z int32)) {
	for i := int32(0); n > 0; i++ {
		x, z := i%64-32, i/64
		if h := gen.Height(x*16+8, z*16+8); h >= 44 && h < 90 {
			n--
			f(x, z)
		}
	}
}

// BenchmarkHills tells what a column of hills, 512 blocks high, costs a server: its memory, all that is kept beside the
// sections included; and its encoding for the wire, from what is packed already and anew.
func BenchmarkHills(b *testing.B) {
	const columns = 256
	gen := worldgen.New(1)
	s, err := New(Config{Generate: gen.Section, Spawn: gen.Spawn})
	if err != nil {
		b.Fatal(err)
	}
	hills(gen, columns, func(int32, int32) {}) // what the generator remembers is not the server's
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	var all []world.SectionPos
	hills(gen, columns, func(x, z int32) {
		for y := int32(world.MinY / world.SectionSize); y <= world.MaxY/world.SectionSize; y++ {
			all = append(all, world.SectionPos{X: x, Y: y, Z: z})
		}
	})
	for _, p := range all { // once, so that the generator has all its memory
		gen.Section(p)
	}
	before, bytes := heap(), 0
	for _, p := range all {
		s.need(p)
		bytes += len(s.packed(p))
	}
	held := heap() - before
	column := func(i int) []world.SectionPos { return all[i%columns*32:][:32] }
	var buf []byte
	b.Run("cached", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			buf = buf[:0]
			for _, p := range column(i) {
				pl := s.spots[p]
				buf = protocol.AppendSnapshot(buf, &protocol.Snapshot{Section: p, Epoch: 7, Edits: 9, Biomes: pl.biomes, Packed: s.packed(p)})
			}
		}
		b.ReportMetric(float64(bytes)/columns, "packed-B/column")
		b.ReportMetric(held/columns, "held-B/column")
	})
	b.Run("anew", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			for _, p := range column(i) {
				s.spots[p].packed = nil
				s.packed(p)
			}
		}
	})
	runtime.KeepAlive(s)
}
