package mmsg

import (
	"encoding/binary"
	"net"
	"net/netip"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rawSocket returns the system's socket below a *net.UDPConn and its domain; nil if there is none, or if the system does
// not offer a call. A type that has a *net.UDPConn within it is none: it may do something else with its datagrams.
func rawSocket(pc net.PacketConn, call uintptr) (raw syscall.RawConn, domain int) {
	c, ok := pc.(*net.UDPConn)
	if !ok {
		return nil, 0
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return nil, 0
	}
	offered := false
	raw.Control(func(fd uintptr) {
		domain, err = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_DOMAIN)
		_, _, errno := unix.Syscall6(call, fd, 0, 0, unix.MSG_DONTWAIT, 0, 0) // of no datagrams
		offered = err == nil && errno != unix.ENOSYS && errno != unix.EPERM
	})
	if !offered || domain != unix.AF_INET && domain != unix.AF_INET6 {
		return nil, 0
	}
	return raw, domain
}

// addrPort reads an address that the system has written; it is invalid if it is of neither IPv4 nor IPv6.
func addrPort(name *unix.RawSockaddrInet6) netip.AddrPort {
	port := binary.BigEndian.Uint16((*[2]byte)(unsafe.Pointer(&name.Port))[:])
	switch name.Family {
	case unix.AF_INET:
		return netip.AddrPortFrom(netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(name)).Addr), port)
	case unix.AF_INET6:
		at := netip.AddrFrom16(name.Addr)
		if name.Scope_id != 0 {
			at = at.WithZone(strconv.FormatUint(uint64(name.Scope_id), 10))
		}
		return netip.AddrPortFrom(at, port)
	}
	return netip.AddrPort{}
}

// putAddrPort writes an address for a socket of IPv6 or of IPv4 alone, and returns its length; 0 if it cannot be written.
func putAddrPort(name *unix.RawSockaddrInet6, to netip.AddrPort, ipv6 bool) (n uint32) {
	at := to.Addr()
	var scope uint64
	if zone := at.Zone(); zone != "" {
		var err error
		if scope, err = strconv.ParseUint(zone, 10, 32); err != nil {
			return 0
		}
	}
	switch {
	case !at.IsValid() || !ipv6 && !at.Unmap().Is4():
		return 0
	case ipv6:
		*name = unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: at.As16(), Scope_id: uint32(scope)}
		n = unix.SizeofSockaddrInet6
	default:
		*(*unix.RawSockaddrInet4)(unsafe.Pointer(name)) = unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: at.Unmap().As4()}
		n = unix.SizeofSockaddrInet4
	}
	binary.BigEndian.PutUint16((*[2]byte)(unsafe.Pointer(&name.Port))[:], to.Port())
	return n
}
