package mmsg

import (
	"net"
	"net/netip"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Reader receives datagrams.
type Reader struct {
	raw   syscall.RawConn
	next  int // place of the datagram that Read returns next
	count int // number of datagrams received last
	errno syscall.Errno

	receive func(fd uintptr) bool // receiveReady, made once: a method value allocates
	headers [BatchMax]unix.Mmsghdr
	vectors [BatchMax]unix.Iovec
	names   [BatchMax]unix.RawSockaddrInet6
	buf     [BatchMax][ReadMax]byte
}

// NewReader returns a Reader over a socket; nil if it is none, or if the system forbids the call.
func NewReader(pc net.PacketConn) *Reader {
	raw, _ := rawSocket(pc, unix.SYS_RECVMMSG)
	if raw == nil {
		return nil
	}
	r := &Reader{raw: raw}
	r.receive = r.receiveReady
	for i := range r.headers {
		r.vectors[i].Base = &r.buf[i][0]
		r.vectors[i].SetLen(ReadMax)
		h := &r.headers[i].Hdr
		h.Name, h.Iov = (*byte)(unsafe.Pointer(&r.names[i])), &r.vectors[i]
		h.SetIovlen(1)
	}
	return r
}

// Read returns the next datagram, which is valid until the next call, and its sender. It waits for one. The sender of an
// IPv4 datagram may be in the form that IPv6 has for it; its address is invalid if the socket is of neither. Errors are
// those of ReadFromUDPAddrPort; datagrams that have been received are returned before an error.
func (r *Reader) Read() (packet []byte, from netip.AddrPort, err error) {
	if r.next == r.count {
		if err := r.fill(); err != nil {
			return nil, netip.AddrPort{}, err
		}
	}
	i := r.next
	r.next++
	return r.buf[i][:r.headers[i].Len], addrPort(&r.names[i]), nil
}

// fill receives at least one datagram.
func (r *Reader) fill() error {
	r.next, r.count, r.errno = 0, 0, 0
	if err := r.raw.Read(r.receive); err != nil {
		return err
	}
	if r.errno != 0 {
		return os.NewSyscallError("recvmmsg", r.errno)
	}
	return nil
}

// receiveReady takes what the socket has, and reports whether it had anything, an error included.
func (r *Reader) receiveReady(fd uintptr) bool {
	for i := range r.headers {
		r.headers[i].Hdr.Namelen = unix.SizeofSockaddrInet6
	}
	for {
		n, _, errno := unix.Syscall6(unix.SYS_RECVMMSG, fd, uintptr(unsafe.Pointer(&r.headers[0])), BatchMax, unix.MSG_DONTWAIT, 0, 0)
		switch errno {
		case 0:
			r.count = int(n)
			return true
		case unix.EINTR:
		case unix.EAGAIN:
			return false
		default:
			r.errno = errno
			return true
		}
	}
}
