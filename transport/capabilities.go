package transport

import (
	"net/netip"
	"time"
)

// What a Conn may offer beside the interface: who is at its far end, from which address and port, how far away, and whether the
// network reported that nothing listens there.

// Identity is the public key with which the far end of a connection has authenticated. The zero value means that nobody has.
type Identity [32]byte

// Identified is a Conn that knows the identity of its far end.
type Identified interface {
	Conn
	// Identity is the same for the whole life of the Conn. Any goroutine may call it.
	Identity() Identity
}

// IdentityOf returns the identity of a connection's far end, the zero value where it is not known.
func IdentityOf(c Conn) Identity {
	if i, ok := c.(Identified); ok {
		return i.Identity()
	}
	return Identity{}
}

// WithIdentity returns a connection within the process the identity of its dialler, which needs no proof there.
func WithIdentity(c Conn, identity Identity) Conn { return identifiedConn{c, identity} }

type identifiedConn struct {
	Conn
	identity Identity
}

func (i identifiedConn) RoundTrip() time.Duration { return RoundTripOf(i.Conn) }

func (i identifiedConn) Identity() Identity { return i.identity }

func (i identifiedConn) Remote() netip.Addr { return RemoteOf(i.Conn) }

func (i identifiedConn) Location() netip.AddrPort { return LocationOf(i.Conn) }

// Remote is a Conn whose far end has an address.
type Remote interface {
	Conn
	// Remote returns the far end's present address, unmapped and without a zone; it changes when the far end moves to
	// another network. Any goroutine may call it.
	Remote() netip.Addr
}

// RemoteOf returns the address of a connection's far end, the zero value where it has none: within the process, in memory.
func RemoteOf(c Conn) netip.Addr {
	if r, ok := c.(Remote); ok {
		return r.Remote()
	}
	return netip.Addr{}
}

// WithAddress returns a connection within the process an address, for tests and simulations of many sources. Its identity stays.
func WithAddress(c Conn, addr netip.Addr) Conn { return addressedConn{c, addr} }

type addressedConn struct {
	Conn
	addr netip.Addr
}

func (l addressedConn) RoundTrip() time.Duration { return RoundTripOf(l.Conn) }

func (l addressedConn) Remote() netip.Addr { return l.addr }

func (l addressedConn) Location() netip.AddrPort { return LocationOf(l.Conn) }

func (l addressedConn) Identity() Identity { return IdentityOf(l.Conn) }

// Located is a Conn whose far end has an address and a port, at which a packet from elsewhere may reach it, too: the mapping of
// its NAT, as this end sees it.
type Located interface {
	Conn
	// Location returns the far end's present address and port, unmapped and without a zone. It changes when the far end moves to
	// another network or its NAT gives it another port. Any goroutine may call it.
	Location() netip.AddrPort
}

// LocationOf returns the address and port of a connection's far end, the zero value where it has none: within the process, in memory.
func LocationOf(c Conn) netip.AddrPort {
	if l, ok := c.(Located); ok {
		return l.Location()
	}
	return netip.AddrPort{}
}

// WithLocation returns a connection that says where its far end is, for simulations: at is asked each time, and its address is the
// Remote, too. The identity stays.
func WithLocation(c Conn, at func() netip.AddrPort) Conn { return locatedConn{c, at} }

type locatedConn struct {
	Conn
	at func() netip.AddrPort
}

func (l locatedConn) RoundTrip() time.Duration { return RoundTripOf(l.Conn) }

func (l locatedConn) Location() netip.AddrPort {
	at := l.at()
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port())
}

func (l locatedConn) Remote() netip.Addr { return l.Location().Addr() }

func (l locatedConn) Identity() Identity { return IdentityOf(l.Conn) }

// Timed is a Conn that measures how long the way to its far end and back takes.
type Timed interface {
	Conn
	// RoundTrip returns the smoothed round trip, 0 before it is known. Any goroutine may call it.
	RoundTrip() time.Duration
}

// RoundTripOf returns the smoothed round trip of a connection, 0 where it has none: within the process.
func RoundTripOf(c Conn) time.Duration {
	if t, ok := c.(Timed); ok {
		return t.RoundTrip()
	}
	return 0
}

const sourcePrefixBits = 64 // of an IPv6 address

// Source returns the address by which connections are counted: an IPv4 address, or the /64 prefix that one customer usually
// has. Many people may share one source: a school, a carrier. The zero value stays the zero value.
func Source(at netip.Addr) netip.Addr {
	at = at.Unmap().WithZone("")
	if at.Is6() {
		if p, err := at.Prefix(sourcePrefixBits); err == nil {
			return p.Addr()
		}
	}
	return at
}

// RefusalReporter is a Conn that learns when the network reports its far end's port as unreachable. Such a report can be
// forged: it is a reason to retry sooner, and never proof that the far end is gone.
type RefusalReporter interface {
	Conn
	// Refused reports whether an unreachable port was reported after the last authentic packet.
	Refused() bool
}

// Refused reports whether a connection's far end was reported as unreachable, false for a Conn that does not learn it.
func Refused(c Conn) bool {
	r, ok := c.(RefusalReporter)
	return ok && r.Refused()
}
