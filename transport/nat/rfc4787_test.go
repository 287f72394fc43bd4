package nat

import (
	"net/netip"
	"testing"
	"time"

	"voxtide/internal/testrand"
)

const second = time.Second

// fixture is a NAT with two sockets inside and four outside: two of one host and one of another.
type fixture struct {
	*Network
	t          *testing.T
	nat        *NAT
	a, b       *Socket
	x, x2, y   *Socket
	atX, atX2  netip.AddrPort
	atY        netip.AddrPort
	everything []*Socket
}

func newFixture(t *testing.T, cfg Config) *fixture {
	f := &fixture{Network: New(7), t: t}
	f.nat = f.NewNAT(cfg)
	f.a, f.b = f.nat.NewHost().Listen(5001), f.nat.NewHost().Listen(5001)
	x := f.NewHost()
	f.x, f.x2, f.y = x.Listen(7000), x.Listen(7001), f.NewHost().Listen(7000)
	f.atX, f.atX2, f.atY = f.x.own, f.x2.own, f.y.own
	f.everything = []*Socket{f.a, f.b, f.x, f.x2, f.y}
	return f
}

// sends lets one socket send to an address, and returns who received it (nil if nobody) and from where.
func (f *fixture) sends(s *Socket, to netip.AddrPort) (*Socket, netip.AddrPort) {
	f.t.Helper()
	s.Send([]byte("?"), to)
	f.Advance(f.Now() + time.Millisecond)
	var by *Socket
	var from netip.AddrPort
	for _, r := range f.everything {
		if _, src, ok := r.Receive(make([]byte, 8)); ok {
			if by != nil {
				f.t.Fatal("two sockets received one packet")
			}
			by, from = r, src
		}
	}
	return by, from
}

// seen lets one socket send to another and returns the source.
func (f *fixture) seen(s, by *Socket) netip.AddrPort {
	f.t.Helper()
	got, from := f.sends(s, by.own)
	if got != by {
		f.t.Fatalf("a packet to %v was not received there", by.own)
	}
	return from
}

// mustReach checks whether a packet reaches a socket.
func (f *fixture) mustReach(want bool, s *Socket, to netip.AddrPort, by *Socket, what string) {
	f.t.Helper()
	if got, _ := f.sends(s, to); (got == by) != want || got != nil && got != by {
		f.t.Errorf("%s: reached %v, want %v", what, got == by, want)
	}
}

// TestMapping is REQ-1 and section 4.1: which destinations see the same source.
func TestMapping(t *testing.T) {
	for _, c := range []struct {
		mapping      Behaviour
		port, server bool // whether another port, another address sees the same source
	}{{EndpointIndependent, true, true}, {AddressDependent, true, false}, {AddressAndPortDependent, false, false}} {
		for _, ports := range []Ports{PreservePorts, RandomPorts} {
			f := newFixture(t, Config{Mapping: c.mapping, Ports: ports})
			first := f.seen(f.a, f.x)
			if again := f.seen(f.a, f.x); again != first {
				t.Errorf("%v, %v: the same destination saw %v, then %v", c.mapping, ports, first, again)
			}
			if told := f.a.MappedTo(f.atX); told != first {
				t.Errorf("%v, %v: MappedTo says %v, seen %v", c.mapping, ports, told, first)
			}
			if other := f.seen(f.a, f.x2); (other == first) != c.port {
				t.Errorf("%v, %v: another port saw %v, the first %v", c.mapping, ports, other, first)
			}
			if other := f.seen(f.a, f.y); (other == first) != c.server {
				t.Errorf("%v, %v: another address saw %v, the first %v", c.mapping, ports, other, first)
			}
			if first.Addr() != f.nat.External() {
				t.Errorf("%v, %v: REQ-2: seen from %v", c.mapping, ports, first)
			}
		}
	}
}

// TestPorts is REQ-3 and REQ-4: no port for two sockets inside, none below 1024 for one above, parity kept, the own port where it is free.
func TestPorts(t *testing.T) {
	f := newFixture(t, Config{})
	if got := f.seen(f.a, f.x).Port(); got != 5001 {
		t.Errorf("the first socket's port 5001 became %d", got)
	}
	if got := f.seen(f.b, f.x).Port(); got == 5001 || got%2 != 1 || got < 1024 {
		t.Errorf("the second socket's port 5001 became %d", got)
	}
	rnd := testrand.New(t)
	for _, cfg := range []Config{{}, {Ports: RandomPorts}, {Mapping: AddressAndPortDependent, Ports: RandomPorts}} {
		f := newFixture(t, cfg)
		used := map[uint16]int{}
		for h := range 300 {
			port := uint16(1024 + rnd.IntN(3)*2)
			s := f.nat.NewHost().Listen(port)
			got := s.MappedTo(f.atX).Port()
			if _, twice := used[got]; twice || got < 1024 {
				t.Fatalf("%+v: host %d and host %d have port %d", cfg, used[got], h, got)
			}
			if cfg.Ports == PreservePorts && got%2 != port%2 {
				t.Errorf("port %d became %d", port, got)
			}
			used[got] = h
		}
	}
}

// TestTimeout is REQ-5 and REQ-6: a mapping and its filter last for the timeout after the last packet that left, and packets that come in
// keep them only with InboundRefresh.
func TestTimeout(t *testing.T) {
	for _, kind := range Kinds() {
		cfg := kind.Config
		cfg.Timeout = 20 * second
		f := newFixture(t, cfg)
		first := f.seen(f.a, f.x)
		for range 10 {
			f.Advance(f.Now() + 19*second)
			if again := f.seen(f.a, f.x); again != first {
				t.Fatalf("%s: remapped to %v after 19 s", kind.Name, again)
			}
		}
		f.Advance(f.Now() + 19*second)
		f.mustReach(true, f.x, first, f.a, kind.Name+", an answer after 19 s")
		f.Advance(f.Now() + 2*second)
		f.mustReach(false, f.x, first, f.a, kind.Name+", an answer after 21 s, though one came after 19 s")
		f.seen(f.b, f.x) // takes the port if it is free
		if again := f.seen(f.a, f.x); again == first {
			t.Errorf("%s: a mapping that had timed out is there again", kind.Name)
		}
		cfg.InboundRefresh = true
		f = newFixture(t, cfg)
		first = f.seen(f.a, f.x)
		for range 5 {
			f.Advance(f.Now() + 19*second)
			f.mustReach(true, f.x, first, f.a, kind.Name+", kept by packets that come in")
		}
	}
	f := newFixture(t, Config{})
	first := f.seen(f.a, f.x)
	f.Advance(f.Now() + 299*second)
	f.mustReach(true, f.x, first, f.a, "the default after 299 s")
	f.Advance(f.Now() + 3*second)
	f.mustReach(false, f.x, first, f.a, "the default after 302 s")
}

// TestFilter is REQ-8 and section 5: who may send to a mapping that was made by a packet to x.
func TestFilter(t *testing.T) {
	for _, c := range []struct {
		filter       Behaviour
		port, server bool // whether another port of x, another address gets in
	}{{EndpointIndependent, true, true}, {AddressDependent, true, false}, {AddressAndPortDependent, false, false}} {
		for _, mapping := range []Behaviour{EndpointIndependent, AddressDependent, AddressAndPortDependent} {
			f := newFixture(t, Config{Mapping: mapping, Filter: c.filter, Timeout: 20 * second})
			f.mustReach(false, f.x, netip.AddrPortFrom(f.nat.External(), 5001), f.a, "before anything was sent")
			at := f.seen(f.a, f.x)
			f.mustReach(true, f.x, at, f.a, "x itself")
			f.mustReach(c.port, f.x2, at, f.a, "another port of x")
			f.mustReach(c.server, f.y, at, f.a, "another address")
			if mapping == EndpointIndependent {
				f.Advance(f.Now() + 15*second)
				f.seen(f.a, f.y)
				f.mustReach(true, f.y, at, f.a, "y, sent to in between")
				f.Advance(f.Now() + 15*second)
				f.mustReach(c.filter == EndpointIndependent, f.x, at, f.a, "x, whom nobody has sent to for 30 s")
				f.mustReach(true, f.y, at, f.a, "y after 15 s")
			}
		}
	}
}

// TestHairpin is REQ-9: a packet from inside to an external address of the same NAT comes back with its external source, and is filtered
// like any other.
func TestHairpin(t *testing.T) {
	f := newFixture(t, Config{Hairpin: true})
	atA, atB := f.seen(f.a, f.x), f.seen(f.b, f.x)
	by, from := f.sends(f.a, atB)
	if by != f.b || from != atA {
		t.Errorf("b received %v from %v, which is seen as %v", by == f.b, from, atA)
	}
	f = newFixture(t, Config{})
	f.seen(f.a, f.x)
	f.mustReach(false, f.a, f.seen(f.b, f.x), f.b, "without hairpin")
	f = newFixture(t, Config{Hairpin: true, Filter: AddressAndPortDependent})
	atA, atB = f.seen(f.a, f.x), f.seen(f.b, f.x)
	f.mustReach(false, f.a, atB, f.b, "hairpin, a first")
	f.mustReach(true, f.b, atA, f.a, "hairpin, b then")
	f.mustReach(true, f.a, atB, f.b, "hairpin, a again")
}

// TestReboot checks that a NAT which was started again has forgotten everything, and that a renumbered one is elsewhere.
func TestReboot(t *testing.T) {
	f := newFixture(t, Config{Ports: RandomPorts})
	before := f.seen(f.a, f.x)
	f.nat.Reboot()
	f.mustReach(false, f.x, before, f.a, "an answer after the reboot")
	after := f.seen(f.a, f.x)
	if after == before || after.Addr() != before.Addr() {
		t.Errorf("%v before the reboot, %v after it", before, after)
	}
	f.nat.Renumber()
	f.mustReach(false, f.x, after, f.a, "an answer to the old number")
	if again := f.seen(f.a, f.x); again.Addr() == after.Addr() {
		t.Errorf("%v before it was renumbered, %v then", after, again)
	}
}

// TestNested sends through two NATs, between their insides, and by the outer one's hairpin.
func TestNested(t *testing.T) {
	f := newFixture(t, Config{Hairpin: true})
	inner := f.nat.NewNAT(Config{Filter: AddressAndPortDependent})
	c := inner.NewHost().Listen(9)
	f.everything = append(f.everything, c)
	at := f.seen(c, f.x)
	if at.Addr() != f.nat.External() || c.MappedTo(f.atX) != at {
		t.Errorf("seen as %v, told %v", at, c.MappedTo(f.atX))
	}
	f.mustReach(true, f.x, at, c, "an answer through both")
	f.mustReach(false, f.y, at, c, "a stranger: the inner one filters")
	f.mustReach(true, c, f.b.own, f.b, "to a neighbour of the inner NAT")
	f.mustReach(false, c, f.a.own, f.a, "to a neighbour whose address c has itself (REQ-7)")
	f.mustReach(true, c, f.seen(f.a, f.x), f.a, "by the outer one's hairpin")
}

// TestNoUDP lets nothing pass.
func TestNoUDP(t *testing.T) {
	f := newFixture(t, Config{NoUDP: true})
	f.mustReach(false, f.a, f.atX, f.x, "out")
	f.mustReach(false, f.x, f.a.MappedTo(f.atX), f.a, "in, though the server knows it")
	f.mustReach(true, f.a, f.b.own, f.b, "within the home")
}
