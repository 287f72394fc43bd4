package flood

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
)

const (
	keptMax    = 256  // packets of a player that a Relay remembers, the newest and the first few
	keptFirst  = 16   // of those, how many are the first: they began the session
	packetMax  = 2048 // bytes; more than anybody sends
	socketSize = 1 << 20
)

// Relay passes packets between one player and a server, remembers what the player has sent, and can send from the address
// that the server knows the player by. Its methods may be called from any goroutine.
type Relay struct {
	server netip.AddrPort
	front  *net.UDPConn // towards the player
	player atomic.Pointer[netip.AddrPort]
	wait   sync.WaitGroup

	mu     sync.Mutex
	back   *net.UDPConn // towards the server
	closed bool
	kept   [][]byte
	seen   int
	raced  *race // nil: nobody is faster
}

// NewRelay opens a relay to a server on loopback. Errors: the system's.
func NewRelay(server netip.AddrPort) (*Relay, error) {
	front, err := open()
	if err != nil {
		return nil, err
	}
	back, err := open()
	if err != nil {
		front.Close()
		return nil, err
	}
	r := &Relay{server: server, front: front, back: back}
	r.wait.Add(2)
	go r.up()
	go r.down(back)
	return r, nil
}

func open() (*net.UDPConn, error) {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err == nil {
		c.SetReadBuffer(socketSize) // as much as the system allows
	}
	return c, err
}

// Addr is where the player finds the server.
func (r *Relay) Addr() *net.UDPAddr { return r.front.LocalAddr().(*net.UDPAddr) }

// up passes on what the player sends.
func (r *Relay) up() {
	defer r.wait.Done()
	buf := make([]byte, packetMax)
	for {
		n, from, err := r.front.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if at := r.player.Load(); at == nil || *at != from {
			r.player.Store(&from)
		}
		r.mu.Lock()
		r.keep(buf[:n])
		back := r.back
		r.mu.Unlock()
		r.pass(buf[:n], func(c *net.UDPConn, b []byte) { c.WriteToUDPAddrPort(b, r.server) }, back) // one that is not taken is lost, as any may be
	}
}

// keep remembers a packet, under the lock.
func (r *Relay) keep(b []byte) {
	at := len(r.kept)
	if at == keptMax {
		at = keptFirst + r.seen%(keptMax-keptFirst)
	} else {
		r.kept = append(r.kept, nil)
	}
	r.kept[at] = append(r.kept[at][:0], b...)
	r.seen++
}

// down passes on what the server sends to one of the relay's addresses.
func (r *Relay) down(back *net.UDPConn) {
	defer r.wait.Done()
	buf := make([]byte, packetMax)
	for {
		n, from, err := back.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if at := r.player.Load(); at != nil && from.Port() == r.server.Port() {
			r.pass(buf[:n], func(c *net.UDPConn, b []byte) { c.WriteToUDPAddrPort(b, *at) }, r.front)
		}
	}
}

// Rebind goes on from another address, as a router does that has forgotten the player: the server sees the same player
// come from elsewhere. Errors: the system's.
func (r *Relay) Rebind() error {
	back, err := open()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		back.Close()
		return net.ErrClosed
	}
	r.back.Close()
	r.back = back
	r.wait.Add(1)
	go r.down(back)
	return nil
}

// Recorded appends one of the remembered packets, which number picks, to b; false if there is none yet.
func (r *Relay) Recorded(b []byte, number uint32) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) == 0 {
		return b, false
	}
	return append(b, r.kept[number%uint32(len(r.kept))]...), true
}

// Inject sends a packet to the server as if the player had.
func (r *Relay) Inject(b []byte) error {
	r.mu.Lock()
	back := r.back
	r.mu.Unlock()
	_, err := back.WriteToUDPAddrPort(b, r.server)
	return err
}

// Close ends the relay and waits for its goroutines.
func (r *Relay) Close() {
	r.mu.Lock()
	r.closed = true
	r.front.Close()
	r.back.Close()
	r.mu.Unlock()
	r.wait.Wait()
	r.EndRace()
}
