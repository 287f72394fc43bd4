package server

import (
	"net/netip"

	"voxtide/transport"
)

// EntryObserver is an Observer that is told who is not let in.
type EntryObserver interface {
	// Rejected reports a connection that was not let in: from where, under which name ("" if it had not said), and why.
	Rejected(from Origin, name, reason string)
}

// Origin is from where somebody comes, and with which key; each is zero where it is not known.
type Origin struct {
	Address netip.Addr
	Key     transport.Identity
}

// OriginOf returns the origin of a connection.
func OriginOf(c transport.Conn) Origin {
	return Origin{transport.RemoteOf(c).Unmap().WithZone(""), transport.IdentityOf(c)}
}
