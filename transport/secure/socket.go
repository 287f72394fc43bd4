package secure

import (
	"net"
	"net/netip"
	"syscall"
)

// address is where a packet comes from or goes to.
type address struct {
	addrPort netip.AddrPort // IPv4 addresses are in their 4-byte form
	netAddr  net.Addr       // the same, for sockets that take nothing else
}

// fastSocket is the part of a UDP socket that does not allocate, unlike net.PacketConn.
type fastSocket interface {
	ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error)
	WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error)
}

// socket is a PacketConn, used by its fastest methods.
type socket struct {
	pc   net.PacketConn
	fast fastSocket      // nil if the socket has none
	raw  syscall.RawConn // of a client's socket; nil if the system does not report ICMP errors
}

func newSocket(pc net.PacketConn) socket {
	fast, _ := pc.(fastSocket)
	if s, ok := pc.(interface{ SetReadBuffer(int) error }); ok {
		s.SetReadBuffer(socketBytes) // as much as the system allows
	}
	return socket{pc: pc, fast: fast}
}

func unmapAddrPort(at netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
}

// addressOf converts an address; addrPort is invalid if it is not an IP address.
func addressOf(a net.Addr) address {
	if u, ok := a.(*net.UDPAddr); ok {
		return address{unmapAddrPort(u.AddrPort()), a}
	}
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return address{netAddr: a}
	}
	return address{unmapAddrPort(at), a}
}

func (s *socket) read(b []byte) (n int, from address, err error) {
	if s.fast != nil {
		n, from.addrPort, err = s.fast.ReadFromUDPAddrPort(b)
		from.addrPort = unmapAddrPort(from.addrPort)
		return n, from, err
	}
	n, a, err := s.pc.ReadFrom(b)
	if err != nil {
		return n, from, err
	}
	return n, addressOf(a), nil
}

func (s *socket) write(b []byte, to address) (err error) {
	if s.fast != nil {
		_, err = s.fast.WriteToUDPAddrPort(b, to.addrPort)
	} else {
		_, err = s.pc.WriteTo(b, to.netAddr)
	}
	return err
}
