package nat_test

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"voxtide/transport/nat"
	"voxtide/transport/punch"
)

// giveUp is longer than an introduction is tried.
const giveUp = 15 * time.Second

// openSoon is the most that a link may take from the introduction, where theory has one.
const openSoon = introduced + 500*ms

// theory reports whether two NATs can be punched through, if both players knock at the address that a server sees, and at that from which
// a knock came: the way of one of them has to be open, and the way back.
func theory(a, b nat.Config) bool { return wayOpen(a, b) || wayOpen(b, a) }

// wayOpen reports whether y's NAT lets in what x sends to the address at which the server sees y, and x's NAT the answer. Both have sent
// to where the server sees the other.
func wayOpen(x, y nat.Config) bool {
	in := y.Filter == nat.EndpointIndependent
	if y.Mapping == nat.EndpointIndependent { // what the server sees is what x is sent from: y's filter knows x
		in = in || y.Filter == nat.AddressDependent || x.Mapping == nat.EndpointIndependent
	}
	// Else the answer comes from an address that x has not sent to. Where both map each destination by itself, a packet to it would come
	// from yet another one of x, and so on.
	each := x.Mapping == nat.AddressAndPortDependent && y.Mapping == nat.AddressAndPortDependent
	back := y.Mapping == nat.EndpointIndependent || x.Filter != nat.AddressAndPortDependent && !each
	return in && back
}

// TestAllPairs lets every pair of the four kinds of NAT knock, each way round: exactly those link that theory says, at the first try, and
// the others are told so.
func TestAllPairs(t *testing.T) {
	kinds := append([]nat.Kind{{Name: "none"}}, nat.Kinds()...)
	cannot := map[string]bool{"symmetric-port": true, "port-symmetric": true, "symmetric-symmetric": true}
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-10s", "ms")
	for _, k := range kinds {
		fmt.Fprintf(&table, "%11s", k.Name)
	}
	links := 0
	for _, a := range kinds {
		fmt.Fprintf(&table, "\n%-10s", a.Name)
		for _, b := range kinds {
			net := nat.New(11)
			behind := func(k nat.Kind) *nat.NAT {
				if k.Name == "none" {
					return nil
				}
				return net.NewNAT(k.Config)
			}
			p := newPair(t, net, behind(a), behind(b))
			p.tell()
			p.run(giveUp, 0)
			name := a.Name + "-" + b.Name
			after, how, ok := p.linkedAfter()
			if ok == cannot[name] {
				t.Errorf("%s: linked %v", name, ok)
			}
			if want := theory(a.Config, b.Config); want == cannot[name] {
				t.Errorf("%s: theory says %v", name, want)
			}
			if !ok {
				p.checkFailed(name)
				fmt.Fprintf(&table, "%11s", "no")
				continue
			}
			links++
			fmt.Fprintf(&table, "%11d", after.Milliseconds())
			if after > openSoon || how != punch.SeenByServer && how != punch.SeenByPeer {
				t.Errorf("%s: linked after %v by %v", name, after, how)
			}
			p.passes(name)
		}
	}
	t.Logf("from the introduction, which says %v, to a link at both ends; round trip %v:%s\n%d of %d pairs link", introduced, 2*peerDelay, table.String(), links, len(kinds)*len(kinds))
}

// checkFailed checks that both were told that there is no way, once, and that nobody knocked without end.
func (p *pair) checkFailed(name string) {
	p.t.Helper()
	for i, q := range p.players {
		if q.count(punch.Failed) != 1 || q.count(punch.Linked)+q.count(punch.Gone) != 0 || q.links.Status(1).State != punch.None {
			p.t.Errorf("%s: player %d was told %+v, and is %+v", name, i, q.events, q.links.Status(1))
		}
	}
	if sent := p.net.Stats().Sent; sent > 2*3*60 {
		p.t.Errorf("%s: %d packets", name, sent)
	}
}

// TestAllBehaviours does the same with every mapping and filter, which need not go together, and either choice of ports.
func TestAllBehaviours(t *testing.T) {
	links, pairs := 0, 0
	for _, ports := range []nat.Ports{nat.PreservePorts, nat.RandomPorts} {
		for k := range 81 {
			a := nat.Config{Mapping: nat.Behaviour(k % 3), Filter: nat.Behaviour(k / 3 % 3), Ports: ports}
			b := nat.Config{Mapping: nat.Behaviour(k / 9 % 3), Filter: nat.Behaviour(k / 27), Ports: ports}
			if k/9 < k%9 {
				continue // the pair is there the other way round
			}
			net := nat.New(uint64(k))
			p := newPair(t, net, net.NewNAT(a), net.NewNAT(b))
			p.tell()
			p.run(giveUp, 0)
			after, _, ok := p.linkedAfter()
			if ok != theory(a, b) {
				t.Errorf("%+v with %+v: linked %v", a, b, ok)
			}
			if after > openSoon {
				t.Errorf("%+v with %+v: linked after %v", a, b, after)
			}
			if pairs++; ok {
				links++
			}
		}
	}
	t.Logf("%d of %d pairs link", links, pairs)
}

// TestSameNAT puts both behind one NAT: they link by their own addresses, whatever its kind. Without those they need the hairpin, and a NAT
// that can be punched from outside.
func TestSameNAT(t *testing.T) {
	seenAlone := func(p *pair) func(of, to *player) []netip.AddrPort {
		return func(of, _ *player) []netip.AddrPort { return []netip.AddrPort{p.seen(of)} }
	}
	for _, kind := range nat.Kinds() {
		for _, hairpin := range []bool{false, true} {
			for _, lan := range []bool{false, true} {
				name := fmt.Sprintf("%s, hairpin %v, own addresses %v", kind.Name, hairpin, lan)
				cfg := kind.Config
				cfg.Hairpin = hairpin
				net := nat.New(3)
				home := net.NewNAT(cfg)
				p := newPair(t, net, home, home)
				if !lan {
					p.addresses = seenAlone(p)
				}
				p.tell()
				p.run(giveUp, 0)
				after, how, ok := p.linkedAfter()
				if want := lan || hairpin && theory(cfg, cfg); ok != want {
					t.Errorf("%s: linked %v", name, ok)
				}
				if !ok {
					p.checkFailed(name)
					continue
				}
				if (how == punch.LAN) != lan || after > openSoon {
					t.Errorf("%s: by %v after %v", name, how, after)
				}
				p.passes(name)
				t.Logf("%s: by %v after %v, round trip %v", name, how, after, p.players[0].links.Status(1).RoundTrip)
			}
		}
	}
}

// TestNeighbours is two homes behind one carrier's NAT. Both number their hosts alike, and the rendezvous takes them for one home: what is
// sent to the other's own address meets the sender itself. They link by the carrier's hairpin, and not without it.
func TestNeighbours(t *testing.T) {
	for _, hairpin := range []bool{true, false} {
		net := nat.New(5)
		carrier := net.NewNAT(nat.Config{Hairpin: hairpin})
		restricted := nat.Config{Filter: nat.AddressAndPortDependent}
		p := newPair(t, net, carrier.NewNAT(restricted), carrier.NewNAT(restricted))
		if p.players[0].socket.Addresses()[0] != p.players[1].socket.Addresses()[0] {
			t.Fatal("the two have different addresses at home")
		}
		p.tell()
		p.run(giveUp, 0)
		after, how, ok := p.linkedAfter()
		t.Logf("hairpin %v: linked %v after %v by %v", hairpin, ok, after, how)
		if ok != hairpin || ok && how == punch.LAN {
			t.Errorf("hairpin %v: linked %v by %v", hairpin, ok, how)
		}
		if ok {
			p.passes("neighbours")
		}
	}
}

// TestStrangerAtHome gives both players' own addresses to each other though they live in different homes, where a stranger's socket has the
// same address: it gets sealed knocks that it cannot read, and the two link by what the server sees.
func TestStrangerAtHome(t *testing.T) {
	net := nat.New(5)
	a, b := net.NewNAT(nat.Config{Filter: nat.AddressDependent}), net.NewNAT(nat.Config{Filter: nat.AddressAndPortDependent})
	b.NewHost() // so that the players' own addresses differ
	stranger := a.NewHost
	p := newPair(t, net, a, b)
	other := stranger().Listen(ownPort)
	if other.Addresses()[0] != p.players[1].socket.Addresses()[0] {
		t.Fatal("the stranger has another address")
	}
	p.addresses = func(of, _ *player) []netip.AddrPort { return append(of.socket.Addresses(), p.seen(of)) }
	p.tell()
	p.run(giveUp, 0)
	after, how, ok := p.linkedAfter()
	got := 0
	for _, _, more := other.Receive(make([]byte, 100)); more; _, _, more = other.Receive(make([]byte, 100)) {
		got++
	}
	if !ok || how == punch.LAN || after > openSoon || got == 0 {
		t.Errorf("linked %v after %v by %v; the stranger got %d packets", ok, after, how, got)
	}
	t.Logf("linked after %v by %v; the stranger got %d packets", after, how, got)
}

// TestNoUDP lets no packet pass between two players whose session goes on: no link, each is told once, and a bounded number of knocks.
func TestNoUDP(t *testing.T) {
	for _, both := range []bool{false, true} {
		net := nat.New(1)
		p := newPair(t, net, net.NewNAT(nat.Config{NoUDP: true}), net.NewNAT(nat.Config{NoUDP: both}))
		p.tell()
		p.run(giveUp, 0)
		p.checkFailed(fmt.Sprintf("no UDP, both %v", both))
		t.Logf("both %v: %+v", both, net.Stats())
	}
}
