package rendezvous

import (
	"slices"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/world"
)

// agreed reports whether two clients consent to each other.
func agreed(a, b *client) bool {
	if faults.Active(faults.LinksWithoutConsent) {
		return true
	}
	return consents(a, b) && consents(b, a)
}

// consents reports whether one client consents to a link to another, whatever the other says.
func consents(a, b *client) bool {
	switch a.links.Mode {
	case protocol.LinksFriends:
		return a.friends[b.key]
	case protocol.LinksHouse:
		return sameHouse(&a.place.Location, &b.place.Location)
	case protocol.LinksAll:
		return true
	}
	return false
}

// sameHouse reports whether the server sees two clients at the same IPv4 address, or in the same /64 of IPv6.
func sameHouse(a, b *protocol.LinkAddress) bool {
	if a.Port == 0 || b.Port == 0 || isIPv4(a) != isIPv4(b) {
		return false
	}
	if isIPv4(a) {
		return a.IP == b.IP
	}
	return [8]byte(a.IP[:8]) == [8]byte(b.IP[:8])
}

// addresses returns the addresses of a client that another may know, the best first.
func addresses(of, to *client) (out []protocol.PeerAddress) {
	house := sameHouse(&of.place.Location, &to.place.Location) || faults.Active(faults.LANAddressToStrangers)
	add := func(how protocol.LinkHow, a protocol.LinkAddress) {
		if len(out) < protocol.PeerAddressesMax && !slices.ContainsFunc(out, func(o protocol.PeerAddress) bool { return o.LinkAddress == a }) {
			out = append(out, protocol.PeerAddress{How: how, LinkAddress: a})
		}
	}
	for _, how := range []protocol.LinkHow{protocol.LinkLAN, protocol.LinkIPv6} {
		for _, a := range of.links.Addresses {
			switch {
			case !usable(&a):
			case how == protocol.LinkIPv6 && isGlobalIPv6(&a), how == protocol.LinkLAN && house && !isGlobalIPv6(&a):
				add(how, a)
			}
		}
	}
	// An address that leads nowhere in the internet is of use only to those whom the server sees beside it.
	if isPublic(&of.place.Location) || !isPublic(&to.place.Location) {
		add(protocol.LinkSeenByServer, of.place.Location)
	}
	return out
}

// distance returns the squared distance of two clients' bodies, in blocks.
func distance(a, b *client) (d int64) {
	for i := range a.place.Feet {
		x := (a.place.Feet[i] - b.place.Feet[i]) / world.Unit
		x = max(min(x, farBlocks), -farBlocks)
		d += x * x //exact: at most farBlocks squared
	}
	return d
}

// farBlocks bounds a distance on one axis, so that its square fits.
const farBlocks = 1 << 20

func isIPv4(a *protocol.LinkAddress) bool { return [12]byte(a.IP[:12]) == v4Prefix }

var v4Prefix = [12]byte{10: 0xff, 11: 0xff}

// isGlobalIPv6 reports whether an address is a global one of IPv6 (2000::/3).
func isGlobalIPv6(a *protocol.LinkAddress) bool { return a.IP[0]&0xe0 == 0x20 }

// usable reports whether an address that a client tells of its own machine may be passed on at all: no loopback, multicast, unspecified,
// broadcast or link-local one (which means nothing without its interface), and no port of the system.
func usable(a *protocol.LinkAddress) bool {
	ip := &a.IP
	switch {
	case a.Port < 1024:
		return false
	case isIPv4(a):
		return ip[12] != 0 && ip[12] != 127 && ip[12] < 224 && !(ip[12] == 169 && ip[13] == 254)
	}
	return isGlobalIPv6(a) || ip[0]&0xfe == 0xfc // unique local: fc00::/7
}

// isPublic reports whether an address is one of the internet, not of a house, a carrier's inside or the own machine.
func isPublic(a *protocol.LinkAddress) bool {
	ip := &a.IP
	if !isIPv4(a) {
		return isGlobalIPv6(a)
	}
	switch {
	case ip[12] == 10, ip[12] == 127, ip[12] == 192 && ip[13] == 168, ip[12] == 172 && ip[13]&0xf0 == 16,
		ip[12] == 100 && ip[13]&0xc0 == 64, ip[12] == 169 && ip[13] == 254:
		return false
	}
	return true
}
