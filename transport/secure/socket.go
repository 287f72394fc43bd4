package secure

import (
	"net"
	"net/netip"
	"sync"
	"syscall"

	"voxtide/transport/mmsg"
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
	many *mmsg.Reader    // of a listening socket; nil if it receives one packet with each call
	raw  syscall.RawConn // of a client's socket; nil if the system does not report ICMP errors
}

// gathered holds the packets that wait for Flush, in their order.
type gathered struct {
	mu     sync.Mutex   // taken before a sealer's lock
	writer *mmsg.Writer // of a listening socket; nil if it sends one packet with each call
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

// read receives a packet into b or into memory of its own, which is valid until the next call.
func (s *socket) read(b []byte) (packet []byte, from address, err error) {
	var n int
	switch {
	case s.many != nil:
		packet, from.addrPort, err = s.many.Read()
	case s.fast != nil:
		n, from.addrPort, err = s.fast.ReadFromUDPAddrPort(b)
		packet = b[:n]
	default:
		var a net.Addr
		if n, a, err = s.pc.ReadFrom(b); err != nil {
			return nil, from, err
		}
		return b[:n], addressOf(a), nil
	}
	from.addrPort = unmapAddrPort(from.addrPort)
	return packet, from, err
}

func (s *socket) write(b []byte, to address) (err error) {
	if s.fast != nil {
		_, err = s.fast.WriteToUDPAddrPort(b, to.addrPort)
	} else {
		_, err = s.pc.WriteTo(b, to.netAddr)
	}
	return err
}
