package host

import (
	"net"
	"net/netip"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store/pebble"
)

// memoryNetwork is a network of this process: a packet arrives when it is sent. With it and a disk in memory a whole host runs
// in virtual time, without waiting and without influence of the machine.
type memoryNetwork struct {
	mu       sync.Mutex
	sockets  map[netip.AddrPort]*memorySocket
	lastPort uint16
	hosts    []*Host // that openHost has opened
}

// memoryPacketsMax is the number of packets that wait for a reader; further ones are lost, as on a real socket.
const memoryPacketsMax = 4096

type memoryPacket struct {
	data []byte
	from netip.AddrPort
}

// memorySocket is a socket on it.
type memorySocket struct {
	on   *memoryNetwork
	mu   sync.Mutex
	at   netip.AddrPort
	in   chan memoryPacket
	over chan struct{}
	once sync.Once
}

func newMemoryNetwork() *memoryNetwork {
	return &memoryNetwork{sockets: map[netip.AddrPort]*memorySocket{}, lastPort: 1000}
}

// listen opens a socket at a new port.
func (a *memoryNetwork) listen() *memorySocket {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &memorySocket{on: a, in: make(chan memoryPacket, memoryPacketsMax), over: make(chan struct{})}
	s.at = a.nextPort()
	a.sockets[s.at] = s
	return s
}

func (a *memoryNetwork) nextPort() netip.AddrPort {
	a.lastPort++
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), a.lastPort)
}

// rebind moves the socket to another port, as a router does that has forgotten a connection.
func (s *memorySocket) rebind() {
	s.on.mu.Lock()
	defer s.on.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.on.sockets, s.at)
	s.at = s.on.nextPort()
	s.on.sockets[s.at] = s
}

func (s *memorySocket) address() netip.AddrPort {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *memorySocket) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case p := <-s.in:
		return copy(b, p.data), net.UDPAddrFromAddrPort(p.from), nil
	case <-s.over:
		return 0, nil, net.ErrClosed
	}
}

func (s *memorySocket) WriteTo(b []byte, to net.Addr) (int, error) {
	from := s.address()
	s.on.mu.Lock()
	far := s.on.sockets[to.(*net.UDPAddr).AddrPort()]
	s.on.mu.Unlock()
	if far != nil {
		select {
		case far.in <- memoryPacket{append([]byte(nil), b...), from}:
		default:
		}
	}
	return len(b), nil
}

func (s *memorySocket) Close() error {
	s.once.Do(func() { close(s.over) })
	return nil
}

func (s *memorySocket) LocalAddr() net.Addr              { return net.UDPAddrFromAddrPort(s.address()) }
func (s *memorySocket) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (s *memorySocket) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (s *memorySocket) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }

// testNetwork is the network of a test that runs in virtual time, else nil: openHost, join and dialRaw use it.
var testNetwork *memoryNetwork

// runInMemory runs a test in virtual time: worlds that it opens by openHost are in memory, and its sockets in testNetwork.
// Goroutines that it leaves behind fail it.
func runInMemory(t *testing.T, f func(t *testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		before := processStart
		testNetwork, processStart = newMemoryNetwork(), time.Now()
		defer func() {
			if t.Failed() { // goroutines that it left would hide why
				testNetwork.clear()
			}
			testNetwork, processStart = nil, before
		}()
		f(t)
	})
}

// socket opens the socket of a player.
func socket() (net.PacketConn, error) {
	if testNetwork != nil {
		return testNetwork.listen(), nil
	}
	return net.ListenPacket("udp4", "127.0.0.1:0")
}

// clear closes the worlds and sockets that a test has opened.
func (a *memoryNetwork) clear() {
	for _, h := range a.hosts {
		h.Close("the test failed")
	}
	a.mu.Lock()
	for _, s := range a.sockets {
		s.Close()
	}
	a.mu.Unlock()
	time.Sleep(time.Minute)
}

// storeInMemory puts a world into memory; its lists are in its folder all the same.
func storeInMemory(cfg *Config) {
	fs := vfs.NewMem()
	cfg.tuneDisk = func(o *pebble.Options) { o.FS = fs }
}
