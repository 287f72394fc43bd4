package flood

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
)

const (
	rememberedMax   = 256  // packets of a player that a Relay remembers: the first few, and the newest
	rememberedFirst = 16   // number of first packets among them: they began the session
	packetMax       = 2048 // bytes; larger than any packet
	socketSize      = 1 << 20
)

// Relay passes packets between one player and a server, remembers the player's packets, and can send from the address
// by which the server knows the player. Its methods may be called from any goroutine.
type Relay struct {
	server       netip.AddrPort
	playerSocket *net.UDPConn // faces the player
	player       atomic.Pointer[netip.AddrPort]
	wait         sync.WaitGroup

	mu           sync.Mutex
	serverSocket *net.UDPConn // faces the server
	closed       bool
	remembered   [][]byte
	seen         int
	race         *race // nil while nobody races
}

// NewRelay opens a relay to a server on loopback. It fails with the system's errors.
func NewRelay(server netip.AddrPort) (*Relay, error) {
	front, err := openLoopback()
	if err != nil {
		return nil, err
	}
	back, err := openLoopback()
	if err != nil {
		front.Close()
		return nil, err
	}
	r := &Relay{server: server, playerSocket: front, serverSocket: back}
	r.wait.Add(2)
	go r.forwardUp()
	go r.forwardDown(back)
	return r, nil
}

func openLoopback() (*net.UDPConn, error) {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err == nil {
		c.SetReadBuffer(socketSize) // as much as the system allows
	}
	return c, err
}

// Addr returns the address at which the player finds the server.
func (r *Relay) Addr() *net.UDPAddr { return r.playerSocket.LocalAddr().(*net.UDPAddr) }

// forwardUp passes the player's packets on.
func (r *Relay) forwardUp() {
	defer r.wait.Done()
	buf := make([]byte, packetMax)
	for {
		n, from, err := r.playerSocket.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if at := r.player.Load(); at == nil || *at != from {
			r.player.Store(&from)
		}
		r.mu.Lock()
		r.remember(buf[:n])
		back := r.serverSocket
		r.mu.Unlock()
		r.forward(buf[:n], func(c *net.UDPConn, b []byte) { c.WriteToUDPAddrPort(b, r.server) }, back) // a packet that is not taken is lost
	}
}

// remember stores a packet. The caller holds the lock.
func (r *Relay) remember(b []byte) {
	at := len(r.remembered)
	if at == rememberedMax {
		at = rememberedFirst + r.seen%(rememberedMax-rememberedFirst)
	} else {
		r.remembered = append(r.remembered, nil)
	}
	r.remembered[at] = append(r.remembered[at][:0], b...)
	r.seen++
}

// forwardDown passes on the packets that the server sends to one of the relay's addresses.
func (r *Relay) forwardDown(back *net.UDPConn) {
	defer r.wait.Done()
	buf := make([]byte, packetMax)
	for {
		n, from, err := back.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if at := r.player.Load(); at != nil && from.Port() == r.server.Port() {
			r.forward(buf[:n], func(c *net.UDPConn, b []byte) { c.WriteToUDPAddrPort(b, *at) }, r.playerSocket)
		}
	}
}

// Rebind continues from another address, as a router does that has forgotten the player: the server sees the player
// come from elsewhere. It fails with the system's errors.
func (r *Relay) Rebind() error {
	back, err := openLoopback()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		back.Close()
		return net.ErrClosed
	}
	r.serverSocket.Close()
	r.serverSocket = back
	r.wait.Add(1)
	go r.forwardDown(back)
	return nil
}

// Recorded appends one of the remembered packets, chosen by number, to b; false if there is none yet.
func (r *Relay) Recorded(b []byte, number uint32) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.remembered) == 0 {
		return b, false
	}
	return append(b, r.remembered[number%uint32(len(r.remembered))]...), true
}

// Inject sends a packet to the server from the player's address.
func (r *Relay) Inject(b []byte) error {
	r.mu.Lock()
	back := r.serverSocket
	r.mu.Unlock()
	_, err := back.WriteToUDPAddrPort(b, r.server)
	return err
}

// Close ends the relay and waits for its goroutines.
func (r *Relay) Close() {
	r.mu.Lock()
	r.closed = true
	r.playerSocket.Close()
	r.serverSocket.Close()
	r.mu.Unlock()
	r.wait.Wait()
	r.EndRace()
}
