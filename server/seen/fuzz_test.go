package seen

import (
	"bytes"
	"testing"

	"hash/crc32"
	"voxtide/internal/wire"
	"voxtide/store"
)

// FuzzRead reads any bytes, with the right sum behind them: what is taken writes and reads the same again.
func FuzzRead(f *testing.F) {
	whole := appendRecord(nil, 20_000, map[store.Column]Day{{X: 1, Z: 2}: 20_001, {X: -5, Z: 7}: 20_009})
	f.Add(whole[:len(whole)-4])
	f.Fuzz(func(t *testing.T, body []byte) {
		read(body)
		began, days, err := read(wire.AppendU32(bytes.Clone(body), crc32.Checksum(body, castagnoli)))
		if err != nil {
			return
		}
		again := appendRecord(nil, began, days)
		b, d, err := read(again)
		if err != nil || b != began || len(d) != len(days) {
			t.Fatalf("%d columns from %d, then %d from %d: %v", len(days), began, len(d), b, err)
		}
		for c, day := range days {
			if d[c] != day {
				t.Fatalf("%v: %d and %d", c, day, d[c])
			}
		}
	})
}
