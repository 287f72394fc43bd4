package reliable

import (
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// memoryNetwork is a network of any number of sockets in this process: a packet arrives when it is sent. In a bubble whole Hubs
// run on it in virtual time, so that no busy machine makes anything late.
type memoryNetwork struct {
	mu      sync.Mutex
	sockets map[int]*memorySocket // by port
}

// memoryPacketsMax is the number of packets that wait for a reader; further ones are lost, as on a real socket.
const memoryPacketsMax = 4096

type memoryPacket struct {
	data []byte
	from net.Addr
}

// memorySocket is a socket on it.
type memorySocket struct {
	on   *memoryNetwork
	at   *net.UDPAddr
	in   chan memoryPacket
	over chan struct{}
	once sync.Once
}

// bubble runs a test in virtual time.
func bubble(t *testing.T, f func(t *testing.T, n *memoryNetwork)) {
	synctest.Test(t, func(t *testing.T) { f(t, &memoryNetwork{sockets: map[int]*memorySocket{}}) })
}

// socket opens a socket at a new port.
func (n *memoryNetwork) socket() *memorySocket {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1000 + len(n.sockets)}
	s := &memorySocket{on: n, at: at, in: make(chan memoryPacket, memoryPacketsMax), over: make(chan struct{})}
	n.sockets[at.Port] = s
	return s
}

func (s *memorySocket) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case p := <-s.in:
		return copy(b, p.data), p.from, nil
	case <-s.over:
		return 0, nil, net.ErrClosed
	}
}

func (s *memorySocket) WriteTo(b []byte, to net.Addr) (int, error) {
	select {
	case <-s.over:
		return 0, net.ErrClosed
	default:
	}
	s.on.mu.Lock()
	far := s.on.sockets[to.(*net.UDPAddr).Port]
	s.on.mu.Unlock()
	if far != nil {
		select {
		case far.in <- memoryPacket{append([]byte(nil), b...), s.at}:
		default:
		}
	}
	return len(b), nil
}

func (s *memorySocket) Close() error {
	s.once.Do(func() { close(s.over) })
	return nil
}

func (s *memorySocket) LocalAddr() net.Addr              { return s.at }
func (s *memorySocket) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (s *memorySocket) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (s *memorySocket) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }
