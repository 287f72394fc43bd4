//go:build !linux

package secure

import (
	"net"
	"net/netip"
	"syscall"
)

// enableICMPErrors does nothing: this system does not report ICMP errors of an unconnected socket.
func enableICMPErrors(net.PacketConn) syscall.RawConn { return nil }

func discardICMPErrors(syscall.RawConn, netip.AddrPort) (int, bool) { return 0, false }
