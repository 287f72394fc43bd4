package secure

import (
	"net"
	"net/netip"
	"syscall"
)

// enableICMPErrors makes the system report the ICMP errors of a socket's packets. It does so on its own only for
// connected sockets, which would tie a client to the address it began with.
func enableICMPErrors(pc net.PacketConn) (raw syscall.RawConn) {
	s, ok := pc.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := s.SyscallConn()
	if err != nil {
		return nil
	}
	told := false
	raw.Control(func(fd uintptr) {
		e4 := syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IP, syscall.IP_RECVERR, 1)
		e6 := syscall.SetsockoptInt(int(fd), syscall.IPPROTO_IPV6, syscall.IPV6_RECVERR, 1)
		told = e4 == nil || e6 == nil
	})
	if !told {
		return nil
	}
	return raw
}

// discardICMPErrors discards the details that the system keeps of ICMP errors beside the error itself: they count as
// unread input. about reports whether one of them was caused by a packet to an address: other packets than those of the
// session may leave from the same socket.
func discardICMPErrors(raw syscall.RawConn, to netip.AddrPort) (n int, about bool) {
	var text, more [64]byte
	raw.Control(func(fd uintptr) {
		for n < icmpErrorsMax {
			_, _, _, cause, err := syscall.Recvmsg(int(fd), text[:], more[:], syscall.MSG_ERRQUEUE|syscall.MSG_DONTWAIT)
			if err != nil {
				return
			}
			n++
			switch a := cause.(type) {
			case *syscall.SockaddrInet4:
				about = about || netip.AddrPortFrom(netip.AddrFrom4(a.Addr), uint16(a.Port)) == to
			case *syscall.SockaddrInet6:
				about = about || netip.AddrPortFrom(netip.AddrFrom16(a.Addr).Unmap(), uint16(a.Port)) == to
			}
		}
	})
	return n, about
}
