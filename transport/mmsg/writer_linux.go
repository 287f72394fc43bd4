package mmsg

import (
	"net"
	"net/netip"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Writer gathers datagrams and sends them.
type Writer struct {
	raw      syscall.RawConn
	ipv6     bool // the socket is of IPv6, perhaps of IPv4 as well
	gathered int  // number of datagrams that wait
	done     int  // number of those that are sent or lost, while they are sent
	lost     int

	send    func(fd uintptr) bool // sendReady, made once: a method value allocates
	call    func(fd uintptr, headers []unix.Mmsghdr) (sent int, errno syscall.Errno)
	headers [BatchMax]unix.Mmsghdr
	vectors [BatchMax]unix.Iovec
	names   [BatchMax]unix.RawSockaddrInet6
	buf     [BatchMax][RoomBytes]byte
}

// NewWriter returns a Writer over a socket; nil if it is none, or if the system forbids the call.
func NewWriter(pc net.PacketConn) *Writer {
	raw, domain := rawSocket(pc, unix.SYS_SENDMMSG)
	if raw == nil {
		return nil
	}
	w := &Writer{raw: raw, ipv6: domain == unix.AF_INET6, call: sendmmsg}
	w.send = w.sendReady
	for i := range w.headers {
		h := &w.headers[i].Hdr
		h.Name, h.Iov = (*byte)(unsafe.Pointer(&w.names[i])), &w.vectors[i]
		h.SetIovlen(1)
	}
	return w
}

// Room returns an empty buffer with room for RoomBytes, to which the next datagram may be appended. The Writer must not be
// full.
func (w *Writer) Room() []byte { return w.buf[w.gathered][:0] }

// Add gathers a datagram, which must stay as it is until Send, and reports whether it could: not to an address that the
// socket cannot reach, nor to one whose zone is a name. The Writer must not be full.
func (w *Writer) Add(packet []byte, to netip.AddrPort) bool {
	n := putAddrPort(&w.names[w.gathered], to, w.ipv6)
	if n == 0 {
		return false
	}
	v := &w.vectors[w.gathered]
	v.Base = unsafe.SliceData(packet)
	v.SetLen(len(packet))
	w.headers[w.gathered].Hdr.Namelen = n
	w.gathered++
	return true
}

// Full reports whether Send has to come before the next datagram.
func (w *Writer) Full() bool { return w.gathered == BatchMax }

// Send sends what is gathered, and waits while the socket's buffer is full. It returns how many datagrams were lost
// because the socket did not take them.
func (w *Writer) Send() (lost int) {
	if w.gathered == 0 {
		return 0
	}
	w.done, w.lost = 0, 0
	if err := w.raw.Write(w.send); err != nil { // the socket is closed, or its deadline is over
		w.lost += w.gathered - w.done
	}
	w.gathered = 0
	return w.lost
}

// sendReady sends until everything is sent or lost, which it reports, or until the socket's buffer is full. The system
// stops at a datagram that it cannot send, and reports its error only if that was the first one.
func (w *Writer) sendReady(fd uintptr) bool {
	for w.done < w.gathered {
		n, errno := w.call(fd, w.headers[w.done:w.gathered])
		switch errno {
		case 0:
			w.done += n
		case unix.EINTR:
		case unix.EAGAIN:
			return false
		default:
			w.done++
			w.lost++
		}
	}
	return true
}

// sendmmsg sends datagrams until one would have to wait or cannot be sent. If that is the first one it returns why.
func sendmmsg(fd uintptr, headers []unix.Mmsghdr) (sent int, errno syscall.Errno) {
	n, _, errno := unix.Syscall6(unix.SYS_SENDMMSG, fd, uintptr(unsafe.Pointer(&headers[0])), uintptr(len(headers)), unix.MSG_DONTWAIT, 0, 0)
	return int(n), errno
}
