package transport_test

import (
	"net/netip"
	"testing"

	"voxtide/transport"
	"voxtide/transport/memnet"
)

// TestSource checks which addresses count as one source, and that the zero value stays apart from all addresses.
func TestSource(t *testing.T) {
	for _, c := range []struct{ at, want string }{
		{"192.0.2.7", "192.0.2.7"},
		{"::ffff:192.0.2.7", "192.0.2.7"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
		{"2001:db8:1:2:ffff::", "2001:db8:1:2::"},
		{"fe80::1%eth0", "fe80::"},
	} {
		if got := transport.Source(netip.MustParseAddr(c.at)); got != netip.MustParseAddr(c.want) {
			t.Errorf("%s counts as %v, not %s", c.at, got, c.want)
		}
	}
	if got := transport.Source(netip.Addr{}); got.IsValid() {
		t.Errorf("no address counts as %v", got)
	}
}

// TestRemote checks that a connection within the process has no address unless one is given, and that address and
// identity combine in either order.
func TestRemote(t *testing.T) {
	near, far := transport.Pipe()
	mem, _ := memnet.New(1).Pair(memnet.Link{}, memnet.Link{})
	for _, c := range []transport.Conn{near, far, mem} {
		if got := transport.RemoteOf(c); got.IsValid() {
			t.Errorf("%T has the address %v", c, got)
		}
	}
	from, who := netip.MustParseAddr("192.0.2.7"), transport.Identity{1}
	for _, c := range []transport.Conn{transport.WithAddress(transport.WithIdentity(near, who), from), transport.WithIdentity(transport.WithAddress(near, from), who)} {
		if transport.RemoteOf(c) != from || transport.IdentityOf(c) != who {
			t.Errorf("%T: %v at %v", c, transport.IdentityOf(c), transport.RemoteOf(c))
		}
	}
}

// TestLocation checks that a connection within the process is nowhere unless a location is given, that the location may change, and that
// it combines with identity and address in any order.
func TestLocation(t *testing.T) {
	near, far := transport.Pipe()
	for _, c := range []transport.Conn{near, transport.WithIdentity(near, transport.Identity{1}), transport.WithAddress(far, netip.MustParseAddr("192.0.2.7"))} {
		if got := transport.LocationOf(c); got.IsValid() {
			t.Errorf("%T is at %v", c, got)
		}
	}
	at, who := netip.MustParseAddrPort("[::ffff:192.0.2.7]:4000"), transport.Identity{1}
	where := func() netip.AddrPort { return at }
	for range 2 {
		want := netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port())
		for _, c := range []transport.Conn{transport.WithLocation(transport.WithIdentity(near, who), where), transport.WithIdentity(transport.WithLocation(near, where), who)} {
			if transport.LocationOf(c) != want || transport.RemoteOf(c) != want.Addr() || transport.IdentityOf(c) != who {
				t.Errorf("%T is at %v, not %v", c, transport.LocationOf(c), want)
			}
		}
		at = netip.MustParseAddrPort("[fe80::1%eth0]:5000") // it moved
	}
	if c := transport.WithAddress(transport.WithLocation(near, where), netip.MustParseAddr("192.0.2.9")); transport.LocationOf(c).Port() != 5000 {
		t.Errorf("at %v", transport.LocationOf(c))
	}
}
