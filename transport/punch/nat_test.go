package punch

import (
	"net/netip"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport/nat"
)

// served is two players in the simulated world of NATs, whom a server introduces.
type served struct {
	t      testing.TB
	n      *nat.Network
	server netip.AddrPort
	socks  [2]*nat.Socket
	links  [2]*Links
	events [2][]Event
	pairs  uint32
}

func newServed(t testing.TB, seed uint64) *served {
	n := nat.New(seed)
	n.SetPath(nat.Path{Delay: 30 * ms})
	return &served{t: t, n: n, server: n.NewHost().Listen(4000).Addresses()[0]}
}

// join gives player i a host and its links.
func (s *served) join(i int, h *nat.Host) {
	s.socks[i] = h.Listen(5000)
	s.links[i] = New(s.socks[i], Config{Secret: secretOf(i)})
}

// introduce does what a server does: each is told where the server sees the other, and addresses of the same house only if
// both are seen at one address.
func (s *served) introduce() {
	s.pairs++
	seen := [2]netip.AddrPort{s.socks[0].MappedTo(s.server), s.socks[1].MappedTo(s.server)}
	for i, l := range s.links {
		at := []netip.AddrPort{seen[1-i]}
		if seen[0].Addr() == seen[1].Addr() {
			at = append(at, s.socks[1-i].Addresses()...)
		}
		l.Introduce(s.n.Now(), Introduction{
			ID: uint64(1 - i), Key: secretOf(1 - i).Public(), Pair: s.pairs, Secret: [32]byte{byte(s.pairs)}, Role: byte(i), In: 100 * ms, Addresses: at,
		})
	}
}

// run lets time pass, by frames, until done.
func (s *served) run(d time.Duration, done func() bool) bool {
	for end := s.n.Now() + d; s.n.Now() < end; {
		s.n.Advance(s.n.Now() + 16*ms)
		for i, l := range s.links {
			s.socks[i].MappedTo(s.server) // the session goes on
			l.Update(s.n.Now())
			s.events[i] = append(s.events[i], l.Events()...)
		}
		if done != nil && done() {
			return true
		}
	}
	return false
}

func (s *served) bothLinked() bool {
	return s.links[0].Status(1).State == Open && s.links[1].Status(0).State == Open
}

// passes reports whether payloads pass both ways.
func (s *served) passes() bool {
	for i, l := range s.links {
		l.Send(uint64(1-i), []byte("here"), s.n.Now())
	}
	var came [2]bool
	return s.run(time.Second, func() bool {
		for i, l := range s.links {
			_, _, ok := l.Receive()
			came[i] = came[i] || ok
		}
		return came[0] && came[1]
	})
}

// reaches is the theory of one direction: what b sends to the address at which the server sees a arrives there.
func reaches(a, b nat.Config) bool {
	if a.Filter == nat.EndpointIndependent {
		return true
	}
	return a.Mapping == nat.EndpointIndependent && (a.Filter == nat.AddressDependent || b.Mapping == nat.EndpointIndependent)
}

// linksInTheory reports whether there is a way: what one sends arrives, and the answer comes back through the sender's
// NAT. Two NATs that make a mapping for each address and port never settle upon two addresses.
func linksInTheory(a, b nat.Config) bool {
	if a.Mapping == nat.AddressAndPortDependent && b.Mapping == nat.AddressAndPortDependent {
		return false
	}
	back := func(from, to nat.Config) bool {
		return to.Filter != nat.AddressAndPortDependent || from.Mapping == nat.EndpointIndependent
	}
	return reaches(a, b) && back(a, b) || reaches(b, a) && back(b, a)
}

// TestEveryNAT: all 81 pairs of the nine behaviours of RFC 4787, ports kept or drawn: exactly those link that theory says,
// within two seconds, and payloads pass; the sixteen pairs of the four kinds with older names are among them.
func TestEveryNAT(t *testing.T) {
	luck := testrand.New(t)
	var all []nat.Config
	for mapping := nat.EndpointIndependent; mapping <= nat.AddressAndPortDependent; mapping++ {
		for filter := nat.EndpointIndependent; filter <= nat.AddressAndPortDependent; filter++ {
			all = append(all, nat.Config{Mapping: mapping, Filter: filter})
		}
	}
	linked, slowest := 0, time.Duration(0)
	for _, a := range all {
		for _, b := range all {
			a.Ports, b.Ports = nat.Ports(luck.IntN(2)), nat.Ports(luck.IntN(2))
			s := newServed(t, luck.Uint64())
			s.join(0, s.n.NewNAT(a).NewHost())
			s.join(1, s.n.NewNAT(b).NewHost())
			s.introduce()
			start := s.n.Now()
			got := s.run(13*time.Second, s.bothLinked)
			took := s.n.Now() - start
			if want := linksInTheory(a, b); got != want {
				t.Errorf("%+v and %+v: linked %v, in theory %v", a, b, got, want)
			}
			if got {
				linked++
				slowest = max(slowest, took)
				if took > 2*time.Second || !s.passes() {
					t.Errorf("%+v and %+v: linked after %v, or nothing passes", a, b, took)
				}
			} else if len(s.events[0]) != 1 || s.events[0][0].Kind != Failed || len(s.events[1]) != 1 || s.events[1][0].Kind != Failed {
				t.Errorf("%+v and %+v: %+v", a, b, s.events)
			}
		}
	}
	t.Logf("%d of %d pairs link, the slowest after %v", linked, len(all)*len(all), slowest)

	row := ""
	for _, a := range nat.Kinds() {
		for _, b := range nat.Kinds() {
			row += map[bool]string{true: " yes", false: " no"}[linksInTheory(a.Config, b.Config)]
		}
	}
	if row != " yes yes yes yes yes yes yes yes yes yes yes no yes yes no no" {
		t.Errorf("the four kinds:%s", row)
	}
}

// TestSameHouse: two players behind one NAT are linked by its inside, with a hairpin and without.
func TestSameHouse(t *testing.T) {
	for _, kind := range nat.Kinds() {
		for _, hairpin := range []bool{false, true} {
			kind.Config.Hairpin = hairpin
			s := newServed(t, 1)
			home := s.n.NewNAT(kind.Config)
			s.join(0, home.NewHost())
			s.join(1, home.NewHost())
			s.introduce()
			if !s.run(2*time.Second, s.bothLinked) || !s.passes() {
				t.Errorf("%s, hairpin %v: not linked", kind.Name, hairpin)
			}
			s.run(4*time.Second, nil)
			if st := s.links[0].Status(1); st.How != LAN || st.Address != s.socks[1].Addresses()[0] {
				t.Errorf("%s, hairpin %v: %+v", kind.Name, hairpin, st)
			}
		}
	}
}

// TestNoUDP: where no packet passes, both are told that there is no way, and have sent what an introduction may send.
func TestNoUDP(t *testing.T) {
	s := newServed(t, 1)
	s.join(0, s.n.NewNAT(nat.Config{NoUDP: true}).NewHost())
	s.join(1, s.n.NewNAT(nat.Config{}).NewHost())
	s.introduce()
	s.run(13*time.Second, nil)
	for i := range 2 {
		if len(s.events[i]) != 1 || s.events[i][0].Kind != Failed {
			t.Errorf("%+v", s.events[i])
		}
	}
	if sent := s.n.Stats().Sent; sent > 2*tries*knocksMax {
		t.Errorf("%d packets", sent)
	}
}

// TestMappingsAreKept: behind NATs that forget a mapping after 20 s, an idle link outlives ten minutes.
func TestMappingsAreKept(t *testing.T) {
	s := newServed(t, 1)
	for i := range 2 {
		s.join(i, s.n.NewNAT(nat.Config{Filter: nat.AddressAndPortDependent, Timeout: 20 * time.Second}).NewHost())
	}
	s.introduce()
	if !s.run(2*time.Second, s.bothLinked) || s.run(10*time.Minute, func() bool { return !s.bothLinked() }) || !s.passes() {
		t.Errorf("%+v, %v", s.links[0].Status(1), s.events)
	}
}

// TestRemapping: a NAT that forgets all, or gets another address, while a link is idle or used: the link goes on within a
// second of the next packet where the other NAT lets strangers in; elsewhere it ends, and a new introduction links again.
func TestRemapping(t *testing.T) {
	for _, kind := range nat.Kinds() {
		for _, renumber := range []bool{false, true} {
			s := newServed(t, 1)
			moving := s.n.NewNAT(nat.Config{Ports: nat.RandomPorts})
			s.join(0, moving.NewHost())
			s.join(1, s.n.NewNAT(kind.Config).NewHost())
			s.introduce()
			if !s.run(2*time.Second, s.bothLinked) {
				t.Fatal("not linked")
			}
			s.run(3*time.Second, nil)
			old := s.links[1].Status(0).Address
			if moving.Reboot(); renumber {
				moving.Renumber()
			}
			moved := func() bool {
				s.links[0].Send(1, []byte("here"), s.n.Now())
				return s.links[1].Status(0).Address != old && s.bothLinked()
			}
			open := kind.Config.Filter == nat.EndpointIndependent || kind.Config.Filter == nat.AddressDependent && !renumber
			if got := s.run(time.Second, moved); got != open {
				t.Errorf("%s, renumbered %v: followed %v, not %v", kind.Name, renumber, got, open)
			}
			if open && (!s.passes() || len(s.events[0])+len(s.events[1]) != 2) {
				t.Errorf("%s, renumbered %v: nothing passes, %v", kind.Name, renumber, s.events)
			}
			if open {
				continue
			}
			s.run(12*time.Second, nil)
			for i := range 2 {
				if e := s.events[i]; len(e) != 2 || e[1].Kind != Gone {
					t.Errorf("%s, renumbered %v: %v", kind.Name, renumber, e)
				}
			}
			s.introduce()
			if !s.run(2*time.Second, s.bothLinked) || !s.passes() {
				t.Errorf("%s, renumbered %v: not linked again", kind.Name, renumber)
			}
		}
	}
}
