package punch

import "net/netip"

// How is the kind of way that a link goes.
type How byte

// The kinds of ways, best first.
const (
	LAN          How = 1 + iota // an address of the peer's own network
	V6                          // the peer's own IPv6 address
	SeenByServer                // the address from which the server sees the peer
	SeenByPeer                  // an address from which the peer's packets came
)

// String returns the kind as lists show it.
func (h How) String() string {
	switch h {
	case LAN:
		return "lan"
	case V6:
		return "v6"
	case SeenByServer:
		return "seen-by-server"
	case SeenByPeer:
		return "seen-by-peer"
	}
	return "none"
}

// carrierNet is the network between a provider's NAT and its customers' (RFC 6598).
var carrierNet = netip.MustParsePrefix("100.64.0.0/10")

// reservedNet is what IPv4 never assigned; the broadcast address is its last.
var reservedNet = netip.MustParsePrefix("240.0.0.0/4")

// HowOf returns the kind of an address that a server names.
func HowOf(at netip.AddrPort) How {
	a := at.Addr().Unmap()
	switch {
	case a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsLoopback() || carrierNet.Contains(a):
		return LAN
	case a.Is6():
		return V6
	}
	return SeenByServer
}

// Refused reports whether no packet is ever sent to an address: it is none, loopback (unless allowed), multicast,
// broadcast or reserved, needs a zone, or its port is one of services (below 1024).
func Refused(at netip.AddrPort, allowLoopback bool) bool {
	a := at.Addr().Unmap()
	switch {
	case !a.IsValid() || a.IsUnspecified() || a.IsMulticast() || a.Zone() != "" || at.Port() < lowestPort:
		return true
	case a.IsLoopback():
		return !allowLoopback
	case a.Is6():
		return a.IsLinkLocalUnicast()
	}
	return reservedNet.Contains(a) || a.As4()[0] == 0
}

// unmap returns an address with IPv4 in its 4-byte form.
func unmap(at netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}
