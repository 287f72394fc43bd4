package mmsg

import (
	"testing"
)

// BenchmarkLoopback is what one datagram of 400 bytes costs on its way through the system, sent and received, with one call for
// each and with one for all.
func BenchmarkLoopback(b *testing.B) {
	payload := make([]byte, 400)
	perPacket := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/BatchMax, "ns/packet")
	}
	b.Run("one", func(b *testing.B) {
		pc, at := loopback(b)
		buf := make([]byte, ReadMax)
		b.ReportAllocs()
		for b.Loop() {
			for range BatchMax {
				pc.WriteToUDPAddrPort(payload, at)
			}
			for range BatchMax {
				if _, _, err := pc.ReadFromUDPAddrPort(buf); err != nil {
					b.Fatal(err)
				}
			}
		}
		perPacket(b)
	})
	b.Run("many", func(b *testing.B) {
		pc, at := loopback(b)
		w, r := NewWriter(pc), NewReader(pc)
		b.ReportAllocs()
		for b.Loop() {
			for range BatchMax {
				w.Add(append(w.Room(), payload...), at)
			}
			w.Send()
			for range BatchMax {
				if _, _, err := r.Read(); err != nil {
					b.Fatal(err)
				}
			}
		}
		perPacket(b)
	})
}
