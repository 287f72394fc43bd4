package secure

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkPacket: one packet sealed at one end and opened at the other, without the socket.
func BenchmarkPacket(b *testing.B) {
	for _, size := range []int{60, 400} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			m := opened(Config{}, Config{})
			payload := make([]byte, size)
			var packet []byte
			m.client.wire.sent = func(p datagram) { packet = p.data }
			far := m.peer()
			b.ReportAllocs()
			for b.Loop() {
				m.client.WriteTo(payload, m.client.dialed)
				m.server.later(time.Millisecond) // or it is too much for one peer
				if _, p := m.server.dispatch(packet, address{addrPort: m.client.wire.at}); p != far {
					b.Fatal("not opened")
				}
			}
		})
	}
}

// BenchmarkHandshake: what one handshake costs the server, first message to open session,
// and what both ends together.
func BenchmarkHandshake(b *testing.B) {
	for _, ik := range []bool{true, false} {
		name := "XX"
		cfg := Config{Secret: secret(2), Trust: func(Key) error { return nil }}
		if ik {
			name, cfg.Known = "IK", known(1)
		}
		b.Run(name, func(b *testing.B) {
			var spent time.Duration
			b.ReportAllocs()
			for b.Loop() {
				m := newSteppedPair(Config{Secret: secret(1)}, cfg)
				m.client.pumpOnce()
				for !m.client.dialed.IsOpen() || m.peer() == nil || !m.peer().IsOpen() {
					for _, p := range m.up {
						start := time.Now()
						m.server.arrive(p)
						spent += time.Since(start)
					}
					m.up = m.up[:0]
					for _, p := range m.down {
						m.client.arrive(p)
					}
					m.down = m.down[:0]
					m.client.pumpOnce()
				}
			}
			b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N), "server-ns/op")
		})
	}
}

// BenchmarkStranger: what a packet costs that is worth nothing.
func BenchmarkStranger(b *testing.B) {
	for kind, name := range []string{"junk", "hello", "first", "session"} {
		b.Run(name, func(b *testing.B) {
			g := steppedServer(Config{Secret: secret(1)}, func(datagram) {})
			s := &strangerPackets{rng: counting{}}
			p := s.next(kind)
			b.ReportAllocs()
			for b.Loop() {
				g.later(time.Millisecond) // or hellos are not answered any more
				g.dispatch(p.data, address{addrPort: p.from})
			}
		})
	}
}
