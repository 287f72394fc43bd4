package transport

import "net/netip"

// Identity is the public key of whoever is at the far end of a connection, which has proved to hold the other half. The
// zero value is nobody in particular: no proof was asked for.
type Identity [32]byte

// Identified is a Conn that knows who is at its far end.
type Identified interface {
	Conn
	// Identity is the same for the whole life of the Conn. Any goroutine may call it.
	Identity() Identity
}

// IdentityOf returns who is at the far end of a connection, the zero value where that is not known.
func IdentityOf(c Conn) Identity {
	if i, ok := c.(Identified); ok {
		return i.Identity()
	}
	return Identity{}
}

// As gives a connection within the process the identity of who dialled it: whoever runs a process can say who it is.
func As(c Conn, who Identity) Conn { return identified{c, who} }

type identified struct {
	Conn
	who Identity
}

func (i identified) Identity() Identity { return i.who }

func (i identified) Remote() netip.Addr { return RemoteOf(i.Conn) }
