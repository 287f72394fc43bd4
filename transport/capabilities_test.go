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
