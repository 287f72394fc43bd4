package secure

import (
	"encoding/binary"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

// strangerPackets makes packets of every kind that a stranger may send, none of which is worth a
// session: junk, hellos, handshakes with false cookies, packets of sessions that are none.
type strangerPackets struct {
	rng interface{ Uint64() uint64 }
	buf [helloBytes]byte
}

func (s *strangerPackets) next(kind int) datagram {
	b := s.buf[:]
	for i := 0; i < len(b); i += 8 {
		binary.LittleEndian.PutUint64(b[i:], s.rng.Uint64())
	}
	r := s.rng.Uint64()
	from := netip.AddrPortFrom(netip.AddrFrom4([4]byte{byte(r), byte(r >> 8), byte(r >> 16), byte(r >> 24)}), uint16(r>>32)|1)
	switch kind {
	case 0:
		b = b[:r>>48%helloBytes]
	case 1:
		b[0] = typeHello
		copy(b[1:], magic)
		b[5] = layout
		clear(b[6:8]) // version 0
		clear(b[16:])
	case 2:
		b[0] = typeFirstIK + byte(r>>63)
	case 3:
		b[0] = typePayload + byte(r>>60%3)
	case 4:
		b[0] = typeHello
		copy(b[1:], magic)
	case 5:
		b[0], b = typeThird, b[:thirdBytes]
	}
	return datagram{from: from, data: b}
}

// TestStrangersAllocateNothing: not one byte for any packet of a stranger; the cookie is
// checked before all else.
func TestStrangersAllocateNothing(t *testing.T) {
	luck := testrand.New(t)
	answers := 0
	g := steppedServer(Config{Secret: secret(1)}, func(datagram) { answers++ })
	s := &strangerPackets{rng: luck}
	for kind, name := range []string{"junk", "hello", "first", "session", "version", "third"} {
		g.arrive(s.next(kind))
		n := testing.AllocsPerRun(2000, func() {
			g.later(time.Millisecond) // or hellos are not answered any more
			p := s.next(kind)
			g.dispatch(p.data, address{addrPort: p.from})
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	n := g.Stats()
	if answers < 4000 || n.Hellos < 2000 || n.Version < 1990 || n.NoCookie < 2000 || n.Unknown < 4000 || n.Junk < 1900 {
		t.Fatalf("the flood is none: %d answers, %+v", answers, n)
	}
	if n.Peers != 0 || len(g.handshakes) != 0 || len(g.sources) != 0 || g.pending.len() != 0 {
		t.Fatalf("something is kept: %+v", n)
	}
}

// TestFloodMemory checks that a million packets from unknown addresses leave no memory behind.
func TestFloodMemory(t *testing.T) {
	luck, packets := testrand.New(t), 1_000_000
	if testing.Short() { // one goroutine
		packets = 50_000
	}
	g := steppedServer(Config{Secret: secret(1)}, func(datagram) {})
	s := &strangerPackets{rng: luck}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range packets {
		p := s.next(i % 6)
		g.dispatch(p.data, address{addrPort: p.from})
	}
	runtime.ReadMemStats(&after)
	if total := after.TotalAlloc - before.TotalAlloc; total > 64<<10 {
		t.Fatalf("%d bytes were allocated", total)
	}
	if n := g.Stats(); n.Junk+n.Unknown+n.NoCookie+n.Version+n.Hellos+n.Busy < uint64(packets-1000) || n.Peers != 0 {
		t.Fatalf("%+v", n)
	}
}

// TestRefusalsKeepNothing: who has a cookie and is refused, a hundred thousand times and
// from as many sources, leaves nothing behind either.
func TestRefusalsKeepNothing(t *testing.T) {
	luck := testrand.New(t)
	g := steppedServer(Config{Secret: secret(1), Peers: 1, TotalRate: 1}, func(datagram) {})
	s := &strangerPackets{rng: luck}
	refused := func(i int) {
		p := s.next(2)
		copy(p.data[1+nonceBytes:], g.reader.cookies.sign(g.now(), p.from, 0, p.data[1:1+nonceBytes]))
		g.dispatch(p.data, address{addrPort: p.from})
	}
	for i := range 1000 {
		refused(i)
		g.catchUp()
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 100_000 {
		refused(i)
	}
	runtime.ReadMemStats(&after)
	if total := after.TotalAlloc - before.TotalAlloc; total > 64<<10 {
		t.Fatalf("%d bytes were allocated", total)
	}
	if n := g.Stats(); n.Busy+n.Full < 100_000 || n.Peers > 1 {
		t.Fatalf("%+v", n)
	}
}

// TestHelloRate checks that at most 10,000 hellos a second are answered.
func TestHelloRate(t *testing.T) {
	answers := 0
	g := steppedServer(Config{Secret: secret(1)}, func(datagram) { answers++ })
	s := &strangerPackets{rng: testrand.New(t)}
	start := g.now()
	for range 50_000 {
		p := s.next(1)
		g.dispatch(p.data, address{addrPort: p.from})
	}
	most := int(float64(g.now()-start)/float64(time.Second)*hellosPerSecond) + hellosPerSecond/10 + 1
	if answers > most || answers < hellosPerSecond/10 {
		t.Fatalf("%d answers, %d at most", answers, most)
	}
}

// TestSteadyStateAllocatesNothing: in an open session neither sealing nor opening allocates, in either
// direction, across the change of a source address alone.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	m := opened(Config{}, Config{})
	payload := make([]byte, 400)
	var b []byte
	m.client.wire.sent = func(p datagram) { b = p.data }
	m.server.wire.sent = func(p datagram) { b = p.data }
	far, near := m.peer(), m.client.dialed
	opened := 0
	n := testing.AllocsPerRun(5000, func() {
		if _, err := m.client.WriteTo(payload, near); err != nil {
			t.Fatal(err)
		}
		if got, p := m.server.dispatch(b, address{addrPort: m.client.wire.at}); p == far && len(got) == 400 {
			opened++
		}
		if _, err := m.server.WriteTo(payload, far); err != nil {
			t.Fatal(err)
		}
		if got, p := m.client.dispatch(b, address{addrPort: m.server.wire.at}); p == near && len(got) == 400 {
			opened++
		}
	})
	if n != 0 || opened < 10_000 {
		t.Fatalf("%v allocations, %d payloads", n, opened)
	}
	buf := make([]byte, 0, DatagramMax)
	n = testing.AllocsPerRun(5000, func() {
		sealed, to, err := near.Seal(buf, payload)
		if err != nil || to != ap(serverAt) {
			t.Fatal(to, err)
		}
		m.server.later(ms) // or it is too much for one peer
		if _, p := m.server.dispatch(sealed, address{addrPort: m.client.wire.at}); p != far {
			t.Fatal("not opened")
		}
		m.server.dispatch(sealed, address{addrPort: m.client.wire.at}) // a replay is free too
	})
	if n != 0 {
		t.Fatalf("%v allocations", n)
	}
}
