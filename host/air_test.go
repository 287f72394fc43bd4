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

	"voxtide/store/disk"
)

// air is a network of this process: a packet is there as soon as it was sent. With it and a disk in memory a whole host runs in
// virtual time: nothing waits, and nothing of what else runs on the machine is seen.
type air struct {
	mu    sync.Mutex
	socks map[netip.AddrPort]*airSock
	last  uint16
	hosts []*Host // that open has opened
}

// airPackets is how many packets wait for a reader; more are lost, as on a real socket.
const airPackets = 4096

type airPacket struct {
	data []byte
	from netip.AddrPort
}

// airSock is a socket on it.
type airSock struct {
	on   *air
	mu   sync.Mutex
	at   netip.AddrPort
	in   chan airPacket
	over chan struct{}
	once sync.Once
}

func newAir() *air { return &air{socks: map[netip.AddrPort]*airSock{}, last: 1000} }

// listen opens a socket at a new port.
func (a *air) listen() *airSock {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := &airSock{on: a, in: make(chan airPacket, airPackets), over: make(chan struct{})}
	s.at = a.port()
	a.socks[s.at] = s
	return s
}

func (a *air) port() netip.AddrPort {
	a.last++
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), a.last)
}

// rebind has packets come from another port from now on, and lead there, as behind a router that forgot.
func (s *airSock) rebind() {
	s.on.mu.Lock()
	defer s.on.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.on.socks, s.at)
	s.at = s.on.port()
	s.on.socks[s.at] = s
}

func (s *airSock) address() netip.AddrPort {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *airSock) ReadFrom(b []byte) (int, net.Addr, error) {
	select {
	case p := <-s.in:
		return copy(b, p.data), net.UDPAddrFromAddrPort(p.from), nil
	case <-s.over:
		return 0, nil, net.ErrClosed
	}
}

func (s *airSock) WriteTo(b []byte, to net.Addr) (int, error) {
	from := s.address()
	s.on.mu.Lock()
	far := s.on.socks[to.(*net.UDPAddr).AddrPort()]
	s.on.mu.Unlock()
	if far != nil {
		select {
		case far.in <- airPacket{append([]byte(nil), b...), from}:
		default:
		}
	}
	return len(b), nil
}

func (s *airSock) Close() error {
	s.once.Do(func() { close(s.over) })
	return nil
}

func (s *airSock) LocalAddr() net.Addr              { return net.UDPAddrFromAddrPort(s.address()) }
func (s *airSock) SetDeadline(time.Time) error      { return os.ErrNoDeadline }
func (s *airSock) SetReadDeadline(time.Time) error  { return os.ErrNoDeadline }
func (s *airSock) SetWriteDeadline(time.Time) error { return os.ErrNoDeadline }

// overAir is the air of the test that runs in virtual time, nil while none does: open, join and dialRaw go over it.
var overAir *air

// inAir runs a test in virtual time: its worlds lie in memory, if it opens them by open, and its sockets in the air. What is left of
// its goroutines at its end fails it.
func inAir(t *testing.T, f func(t *testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		before := began
		overAir, began = newAir(), time.Now()
		defer func() {
			if t.Failed() { // what it left would hide why
				overAir.clear()
			}
			overAir, began = nil, before
		}()
		f(t)
	})
}

// socket opens the socket of a player.
func socket() (net.PacketConn, error) {
	if overAir != nil {
		return overAir.listen(), nil
	}
	return net.ListenPacket("udp4", "127.0.0.1:0")
}

// clear closes the worlds and sockets that a test has opened.
func (a *air) clear() {
	for _, h := range a.hosts {
		h.Close("the test failed")
	}
	a.mu.Lock()
	for _, s := range a.socks {
		s.Close()
	}
	a.mu.Unlock()
	time.Sleep(time.Minute)
}

// inMemory has a world lie in memory; its lists lie in its folder all the same.
func inMemory(cfg *Config) {
	fs := vfs.NewMem()
	cfg.tune = func(o *disk.Options) { o.FS = fs }
}
