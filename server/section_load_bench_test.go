package server

import (
	"runtime"
	"testing"

	"voxtide/protocol"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// hillColumns calls f for n columns of hills: columns whose middle is neither low nor a mountain.
func hillColumns(gen worldgen.Generator, n int, f func(x, z int32)) {
	for i := int32(0); n > 0; i++ {
		x, z := i%64-32, i/64
		if h := gen.Height(x*16+8, z*16+8); h >= 44 && h < 90 {
			n--
			f(x, z)
		}
	}
}

// BenchmarkHills measures what a column of hills, 512 blocks high, costs a server: its memory, including everything that is kept
// beside the sections, and its encoding for the wire, from packed bytes and from cells.
func BenchmarkHills(b *testing.B) {
	const columns = 256
	gen := worldgen.Of(worldgen.Default, 1)
	s, err := New(Config{Generate: gen.Section, Spawn: gen.Spawn})
	if err != nil {
		b.Fatal(err)
	}
	hillColumns(gen, columns, func(int32, int32) {}) // the generator's caches are not the server's memory
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	var all []world.SectionPos
	hillColumns(gen, columns, func(x, z int32) {
		for y := int32(world.MinY / world.SectionSize); y <= world.MaxY/world.SectionSize; y++ {
			all = append(all, world.SectionPos{X: x, Y: y, Z: z})
		}
	})
	for _, p := range all { // once, so that the generator has all its memory
		gen.Section(p)
	}
	before, bytes := heap(), 0
	for _, p := range all {
		s.loadNow(p)
		bytes += len(s.sections.Packed(p))
	}
	held := heap() - before
	column := func(i int) []world.SectionPos { return all[i%columns*32:][:32] }
	var buf []byte
	b.Run("cached", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			buf = buf[:0]
			for _, p := range column(i) {
				snap := s.sections.Snapshot(p, 7, 9)
				buf = protocol.AppendSnapshot(buf, &snap)
			}
		}
		b.ReportMetric(float64(bytes)/columns, "packed-B/column")
		b.ReportMetric(held/columns, "held-B/column")
	})
	b.Run("repack", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			for _, p := range column(i) {
				s.sections.MarkChanged(p)
				s.sections.Packed(p)
			}
		}
	})
	runtime.KeepAlive(s)
}
