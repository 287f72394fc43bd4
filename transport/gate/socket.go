package gate

import (
	"net"
	"net/netip"
	"syscall"
)

// endpoint is where a packet came from or goes to.
type endpoint struct {
	at netip.AddrPort // IPv4 as IPv4, however the socket writes it
	to net.Addr       // the same, of sockets that have no other way
}

// fastSocket is what a UDP socket offers beside net.PacketConn, without allocating.
type fastSocket interface {
	ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error)
	WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error)
}

// socket is a PacketConn by its fastest methods.
type socket struct {
	pc   net.PacketConn
	fast fastSocket      // nil if it has none
	raw  syscall.RawConn // of a client's; nil if the system does not tell words
}

func newSocket(pc net.PacketConn) socket {
	fast, _ := pc.(fastSocket)
	if s, ok := pc.(interface{ SetReadBuffer(int) error }); ok {
		s.SetReadBuffer(socketBytes) // as much as the system allows
	}
	return socket{pc: pc, fast: fast}
}

func plain(at netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// endpointOf gives the endpoint of an address; at is invalid if it is no IP address.
func endpointOf(a net.Addr) endpoint {
	if u, ok := a.(*net.UDPAddr); ok {
		return endpoint{plain(u.AddrPort()), a}
	}
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return endpoint{to: a}
	}
	return endpoint{plain(at), a}
}

func (s *socket) read(b []byte) (n int, from endpoint, err error) {
	if s.fast != nil {
		n, from.at, err = s.fast.ReadFromUDPAddrPort(b)
		from.at = plain(from.at)
		return n, from, err
	}
	n, a, err := s.pc.ReadFrom(b)
	if err != nil {
		return n, from, err
	}
	return n, endpointOf(a), nil
}

func (s *socket) write(b []byte, to endpoint) (err error) {
	if s.fast != nil {
		_, err = s.fast.WriteToUDPAddrPort(b, to.at)
	} else {
		_, err = s.pc.WriteTo(b, to.to)
	}
	return err
}
