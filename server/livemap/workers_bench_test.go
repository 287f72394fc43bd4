package livemap

import (
	"strconv"
	"syscall"
	"testing"

	"voxtide/world"
)

// cpu reports the time that the processor spent since the call of cpu, by operation: what others do here counts less.
func cpu(b *testing.B) func() {
	used := func() (ms float64) {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
	}
	begin := used()
	return func() { b.ReportMetric((used()-begin)/float64(b.N), "cpu-ms/op") }
}

// BenchmarkTile draws tiles of each scale: cold where nothing was looked at before, warm after one block has changed.
func BenchmarkTile(b *testing.B) {
	for far := range uint8(Scales) {
		b.Run("cold/far="+strconv.Itoa(int(far)), func(b *testing.B) {
			m := open(b, newLand(1), nil)
			bytes := 0
			defer cpu(b)()
			for i := int32(0); b.Loop(); i++ {
				bytes += len(must(b, m, Tile{Scale: far, X: i & 15, Z: i >> 4}).image)
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "B/tile")
		})
		b.Run("warm/far="+strconv.Itoa(int(far)), func(b *testing.B) {
			l := newLand(1)
			m := open(b, l, nil)
			t := Tile{Scale: far}
			must(b, m, t)
			defer cpu(b)()
			for i := int32(0); b.Loop(); i++ {
				p := world.Pos{X: 100 + i&1, Y: 200, Z: 100}
				l.put(p, world.Bricks, 1, i == 0)
				m.mu.Lock()
				m.surfaces.drop(columnOf(p))
				m.tiles.invalidate(t)
				m.mu.Unlock()
				must(b, m, t)
			}
		})
	}
	b.Run("kept", func(b *testing.B) {
		m := open(b, newLand(1), nil)
		must(b, m, Tile{})
		for b.Loop() {
			must(b, m, Tile{})
		}
	})
}

// BenchmarkChanged is what the map costs the owner of the world for each block that changes.
func BenchmarkChanged(b *testing.B) {
	m := open(b, newLand(1), nil)
	b.ReportAllocs()
	for i := int32(0); b.Loop(); i++ {
		m.Changed(world.Pos{X: i & 63, Y: 80, Z: i >> 6 & 63}, world.Stone)
	}
}
