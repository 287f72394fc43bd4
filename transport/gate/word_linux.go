package gate

import (
	"net"
	"syscall"
)

// overhear has the system tell of the answers that packets of a socket got on their way, which it does of its own will only
// for a connected one; and that would tie a client to the address it began with.
func overhear(pc net.PacketConn) (raw syscall.RawConn) {
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

// forgetWords throws away what the system keeps of such answers, beside the error that it gives: it counts as unread input.
func forgetWords(raw syscall.RawConn) (n int) {
	var text, more [64]byte
	raw.Control(func(fd uintptr) {
		for n < wordsMax {
			if _, _, _, _, err := syscall.Recvmsg(int(fd), text[:], more[:], syscall.MSG_ERRQUEUE|syscall.MSG_DONTWAIT); err != nil {
				return
			}
			n++
		}
	})
	return n
}
