package lanes

import (
	"net"
	"net/netip"
)

// peer is an address that can be compared without allocating.
type peer struct {
	at    netip.AddrPort
	other string // of addresses that are not UDP's
}

func peerOf(a net.Addr) peer {
	if u, ok := a.(*net.UDPAddr); ok {
		return peerAt(u.AddrPort())
	}
	return peer{other: a.String()}
}

// peerAt gives the same peer for an IPv4 address however the socket writes it.
func peerAt(a netip.AddrPort) peer {
	return peer{at: netip.AddrPortFrom(a.Addr().Unmap(), a.Port())}
}

// source is what connections are counted by: the IPv4 address, or the /64 that one
// customer usually has.
func (p peer) source() peer {
	if !p.at.IsValid() {
		return p
	}
	addr := p.at.Addr().WithZone("")
	if addr.Is6() {
		if prefix, err := addr.Prefix(64); err == nil {
			addr = prefix.Addr()
		}
	}
	return peer{at: netip.AddrPortFrom(addr, 0)}
}
