package punch

import (
	"net"
	"net/netip"
	"slices"
	"time"
)

// ownEvery is how long the host's addresses count as known.
const ownEvery = 10 * time.Second

// ownAddresses remembers the host's addresses for a while: asking the system takes a fraction of a millisecond.
type ownAddresses struct {
	at    time.Time
	known []netip.AddrPort
}

func (o *ownAddresses) list(local netip.AddrPort, now time.Time) []netip.AddrPort {
	if o.at.IsZero() || now.Sub(o.at) >= ownEvery {
		o.at, o.known = now, hostAddresses(local, systemAddresses())
	}
	return slices.Clone(o.known)
}

// systemAddresses returns the addresses of all network interfaces that are up.
func systemAddresses() (out []netip.Addr) {
	faces, err := net.Interfaces()
	if err != nil {
		return nil
	}
	for _, face := range faces {
		if face.Flags&net.FlagUp == 0 || face.Flags&net.FlagLoopback != 0 {
			continue
		}
		addrs, err := face.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addrs {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				out = append(out, prefix.Addr().Unmap())
			}
		}
	}
	return out
}

// hostAddresses chooses what to tell a server of a host's addresses: those that a socket at local receives at, IPv4
// first, at most half of OwnMax of each kind while there are others, with the socket's port.
func hostAddresses(local netip.AddrPort, all []netip.Addr) []netip.AddrPort {
	bound := local.Addr().Unmap()
	if !bound.IsUnspecified() {
		all = []netip.Addr{bound}
	}
	var v4, v6 []netip.AddrPort
	for _, a := range all {
		at := netip.AddrPortFrom(a, local.Port())
		switch {
		case Refused(at, bound.IsLoopback()) || a.IsLinkLocalUnicast():
		case a.Is4() && !slices.Contains(v4, at):
			v4 = append(v4, at)
		case a.Is6() && !local.Addr().Is4() && !slices.Contains(v6, at):
			v6 = append(v6, at)
		}
	}
	few := min(len(v6), OwnMax/2)
	v4 = v4[:min(len(v4), OwnMax-few)]
	return append(v4, v6[:min(len(v6), OwnMax-len(v4))]...)
}
