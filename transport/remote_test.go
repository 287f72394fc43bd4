package transport

import (
	"net/netip"
	"testing"
)

// TestSource: what counts as one source, and that the zero value stays apart from all addresses.
func TestSource(t *testing.T) {
	for _, c := range []struct{ at, want string }{
		{"192.0.2.7", "192.0.2.7"},
		{"::ffff:192.0.2.7", "192.0.2.7"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
		{"2001:db8:1:2:ffff::", "2001:db8:1:2::"},
		{"fe80::1%eth0", "fe80::"},
	} {
		if got := Source(netip.MustParseAddr(c.at)); got != netip.MustParseAddr(c.want) {
			t.Errorf("%s counts as %v, not %s", c.at, got, c.want)
		}
	}
	if got := Source(netip.Addr{}); got.IsValid() {
		t.Errorf("no address counts as %v", got)
	}
}

// TestRemote: within the process there is no address, unless one is given; the identity stays through it, either way round.
func TestRemote(t *testing.T) {
	near, far := Pipe()
	mem, _ := NewNet(1).Pair(Link{}, Link{})
	for _, c := range []Conn{near, far, mem} {
		if got := RemoteOf(c); got.IsValid() {
			t.Errorf("%T has the address %v", c, got)
		}
	}
	from, who := netip.MustParseAddr("192.0.2.7"), Identity{1}
	for _, c := range []Conn{At(As(near, who), from), As(At(near, from), who)} {
		if RemoteOf(c) != from || IdentityOf(c) != who {
			t.Errorf("%T: %v at %v", c, IdentityOf(c), RemoteOf(c))
		}
	}
}
