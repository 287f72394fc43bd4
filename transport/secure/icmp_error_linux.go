package secure

import (
	"net"
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
// unread input.
func discardICMPErrors(raw syscall.RawConn) (n int) {
	var text, more [64]byte
	raw.Control(func(fd uintptr) {
		for n < icmpErrorsMax {
			if _, _, _, _, err := syscall.Recvmsg(int(fd), text[:], more[:], syscall.MSG_ERRQUEUE|syscall.MSG_DONTWAIT); err != nil {
				return
			}
			n++
		}
	})
	return n
}
