package nat

import (
	"net/netip"
	"testing"
	"time"

	"voxtide/internal/splitmix"
	"voxtide/internal/testrand"
)

// storm sends packets between ten hosts behind five NATs for ten seconds, and returns the network.
func storm(seed uint64) *Network {
	n := New(seed)
	n.SetPath(Path{Delay: 20 * time.Millisecond, Jitter: 15 * time.Millisecond, Loss: 0.1})
	n.SetLAN(Path{Delay: time.Millisecond, Loss: 0.01})
	server := n.NewHost().Listen(4000)
	var all []*Socket
	var seen []netip.AddrPort
	for i := range 10 {
		cfg := Kinds()[i/2%4].Config
		cfg.Hairpin, cfg.Timeout = i&2 == 0, 2*time.Second
		var at *NAT
		if i%2 == 0 {
			at = n.NewNAT(cfg)
		} else {
			at = n.public.nodes[seen[i-1].Addr()].(*NAT)
		}
		s := at.NewHost().Listen(4000)
		all, seen = append(all, s), append(seen, s.MappedTo(server.own))
	}
	buf := make([]byte, 100)
	draw := splitmix.Source(seed)
	for k := range 2000 {
		n.Advance(time.Duration(k) * 5 * time.Millisecond)
		s, to := all[k%10], seen[draw.Uint64()%10]
		if k%3 == 0 {
			to = server.own
		}
		s.Send([]byte{byte(k), byte(k >> 8)}, to)
		for _, r := range all {
			if _, from, ok := r.Receive(buf); ok && from.Addr().Is4() && k%2 == 0 {
				r.Send(buf[:2], from)
			}
		}
	}
	n.Advance(20 * time.Second)
	return n
}

// TestEqualRunsAreEqual checks that a run is a function of its seed and calls, and that every packet is accounted for.
func TestEqualRunsAreEqual(t *testing.T) {
	rnd := testrand.New(t)
	for range 5 {
		seed := rnd.Uint64()
		a, b, c := storm(seed), storm(seed), storm(seed+1)
		if a.Hash() != b.Hash() || a.Stats() != b.Stats() {
			t.Errorf("seed %d: two equal runs end with %x and %x", seed, a.Hash(), b.Hash())
		}
		if a.Hash() == c.Hash() {
			t.Errorf("seed %d and the next one go the same way", seed)
		}
		s := a.Stats()
		if s.Sent != s.Arrived+s.Lost+s.Filtered+s.NoUDP+s.NoHairpin+s.NoReceiver+s.Full || s.Lost == 0 || s.Filtered == 0 || s.NoHairpin == 0 {
			t.Errorf("seed %d: %+v", seed, s)
		}
		t.Logf("seed %d: %+v", seed, s)
	}
}

// TestPaths checks that delay, jitter and loss are those of the two hosts, whatever stands between them.
func TestPaths(t *testing.T) {
	n := New(3)
	n.SetPath(Path{Delay: 70 * time.Millisecond})
	home, other := n.NewNAT(Config{}), n.NewNAT(Config{})
	a, b, c, d := home.NewHost(), home.NewHost(), other.NewHost(), n.NewHost()
	n.SetPathBetween(a, c, Path{Delay: 10 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.25})
	from := a.Listen(1)
	server := netip.MustParseAddrPort("9.9.9.9:9")
	for _, g := range []struct {
		to       *Host
		at       netip.AddrPort
		least    time.Duration
		most     time.Duration
		few, lot int
	}{
		{b, b.Listen(1).own, DefaultLAN.Delay, DefaultLAN.Delay, 1000, 1000},
		{c, c.Listen(1).MappedTo(server), 10 * time.Millisecond, 15 * time.Millisecond, 680, 820},
		{d, d.Listen(1).own, 70 * time.Millisecond, 70 * time.Millisecond, 1000, 1000},
	} {
		got := 0
		for range 1000 {
			sent := n.Now()
			arrived := time.Duration(0)
			n.OnPacket(func(p Packet) { arrived = p.At })
			from.Send(nil, g.at)
			n.Advance(sent + 100*time.Millisecond)
			if arrived == 0 {
				continue
			}
			got++
			if trip := arrived - sent; trip < g.least || trip > g.most {
				t.Fatalf("to host %d in %v, not in %v to %v", g.to.number, trip, g.least, g.most)
			}
			for _, s := range g.to.sockets {
				s.Receive(nil)
			}
		}
		if got < g.few || got > g.lot {
			t.Errorf("%d of 1000 packets arrived at host %d", got, g.to.number)
		}
	}
}

// TestInboxIsBounded checks that a full inbox drops, and that a socket that was closed receives nothing.
func TestInboxIsBounded(t *testing.T) {
	n := New(1)
	a, b := n.NewHost().Listen(1), n.NewHost().Listen(2)
	for k := range inboxPackets + 10 {
		a.Send([]byte{byte(k), 1}, b.own)
	}
	n.Advance(time.Second)
	size, from, ok := b.Receive(make([]byte, 1))
	if s := n.Stats(); s.Full != 10 || size != 1 || from != a.own || !ok {
		t.Errorf("%+v, then %d bytes from %v", s, size, from)
	}
	b.Close()
	a.Send(nil, b.own)
	b.Send(nil, a.own)
	n.Advance(2 * time.Second)
	if s := n.Stats(); s.NoReceiver != 1 || s.Sent != inboxPackets+11 {
		t.Errorf("after closing: %+v", s)
	}
}
