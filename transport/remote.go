package transport

import "net/netip"

// Remote is a Conn whose far end has an address.
type Remote interface {
	Conn
	// Remote is where the far end is now, unmapped and without a zone; it moves with who roams. Any goroutine may call it.
	Remote() netip.Addr
}

// RemoteOf returns where the far end of a connection is, the zero value where it has no address: within the process, in memory.
func RemoteOf(c Conn) netip.Addr {
	if r, ok := c.(Remote); ok {
		return r.Remote()
	}
	return netip.Addr{}
}

// Source returns what is counted as one source: an IPv4 address, or the /64 that one customer usually has. Many people may
// stand behind one: a school, a carrier. The zero value stays what it is.
func Source(at netip.Addr) netip.Addr {
	at = at.Unmap().WithZone("")
	if at.Is6() {
		if p, err := at.Prefix(sourceBits); err == nil {
			return p.Addr()
		}
	}
	return at
}

const sourceBits = 64 // of an IPv6 address

// At gives a connection within the process an address, for whoever plays others' sources: tests and the laboratory. Who it is
// stays as it was.
func At(c Conn, from netip.Addr) Conn { return located{c, from} }

type located struct {
	Conn
	from netip.Addr
}

func (l located) Remote() netip.Addr { return l.from }

func (l located) Identity() Identity { return IdentityOf(l.Conn) }
