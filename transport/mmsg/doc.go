// Package mmsg receives and sends many datagrams with one system call: recvmmsg and sendmmsg of Linux.
//
// Job: Reader and Writer, over the socket of a *net.UDPConn; elsewhere there are none, and their makers return nil. Owner:
// one goroutine at a time uses a Reader or a Writer; the socket's own methods may be called meanwhile, from any goroutine.
// Invariants:
//
//   - Order, content and addresses are those of ReadFromUDPAddrPort and WriteToUDPAddrPort. A zone is a number here.
//   - A Reader waits only while it has no datagram, and never for a second one.
//   - A datagram that the socket does not take is lost alone.
//   - Nothing is allocated for a datagram.
package mmsg

// The bounds of the package.
const (
	// BatchMax bounds the datagrams of one system call.
	BatchMax = 32
	// ReadMax is the number of bytes of a received datagram that a Reader keeps; further ones are lost.
	ReadMax = 2048
	// RoomBytes is the size of Writer.Room.
	RoomBytes = 1200
)
