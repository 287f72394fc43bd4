package bots

import (
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"syscall"

	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/transport/netem"
	"voxtide/transport/punch"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// Network is how bots reach a server: each connection has a socket of its own, with the conditions of Up and Down.
type Network struct {
	Up, Down netem.Conditions
	Bad      bool // Up and Down count
	Seed     uint64
	NoCopies bool                       // messages use the reliable stream alone
	Via      func(bot int) *net.UDPAddr // where a bot finds the server; nil: at the resolved address

	known  atomic.Pointer[secure.Key]
	route  reliable.Route
	counts Datagrams
}

// Datagrams counts what all connections of a Network have carried, with 28 bytes of IP and UDP headers each.
type Datagrams struct{ Sent, Received, BytesSent, BytesReceived atomic.Int64 }

// headerBytes is the size of IPv4 and UDP headers.
const headerBytes = 28

// Resolve resolves an address once, so that a mistake shows at the start.
func (n *Network) Resolve(address string) error {
	route, err := reliable.Resolve(address)
	if err != nil {
		return fmt.Errorf("--connect %s: %w; look at the address", address, err)
	}
	n.route = route
	return nil
}

// Traffic returns the counters, which go on counting.
func (n *Network) Traffic() *Datagrams { return &n.counts }

// Dial opens the n-th connection of a bot. It is what Config.Dial takes; any goroutine may call it.
func (n *Network) Dial(bot, dial int) (transport.Conn, NetworkCutter) {
	socket, err := n.route.Socket()
	if err != nil {
		return nil, nil // the client tries again, at growing intervals
	}
	v := &cutSocket{UDPConn: socket, counts: &n.counts}
	v.mux = punch.NewMux(v)
	var pc net.PacketConn = v.mux
	if n.Bad {
		pc = netem.Wrap(pc, n.Up, n.Down, n.Seed^uint64(bot)<<32+uint64(dial))
	}
	to := n.route.To
	if n.Via != nil {
		to = n.Via(bot)
	}
	return n.dialOver(pc, to, bot), v
}

// DialOther opens a connection of a bot to another server of the same world, as Dial does; the emulated network has no part in it.
func (n *Network) DialOther(bot int, address string) (transport.Conn, NetworkCutter) {
	route, err := reliable.Resolve(address)
	if err != nil || n.known.Load() == nil {
		return nil, nil
	}
	socket, err := route.Socket()
	if err != nil {
		return nil, nil
	}
	v := &cutSocket{UDPConn: socket, counts: &n.counts}
	v.mux = punch.NewMux(v)
	return n.dialOver(v.mux, route.To, bot), v
}

// dialOver is the only place where bots open a connection over a socket. They trust the first key that a server
// shows, and their own keys depend on their numbers alone, so that names stay theirs from run to run: nobody should
// trust a bot.
func (n *Network) dialOver(pc net.PacketConn, to net.Addr, bot int) transport.Conn {
	return reliable.Dial(pc, to, reliable.Config{NoCopies: n.NoCopies, Direct: true, Secure: secure.Config{
		Secret: secretOf(bot), Version: protocol.Version, Known: n.known.Load(),
		Trust: func(k secure.Key) error {
			n.known.CompareAndSwap(nil, &k)
			return nil
		},
	}})
}

// secretOf returns the key of a bot.
func secretOf(bot int) secure.Secret {
	seed := sha256.Sum256(fmt.Appendf(nil, "voxtide bot %d", bot))
	return secure.NewSecret(ed25519.NewKeyFromSeed(seed[:]))
}

// cutSocket is a socket that can silently drop what arrives, or everything.
type cutSocket struct {
	*net.UDPConn
	deaf, dead atomic.Bool
	counts     *Datagrams
	mux        *punch.Mux // above it, and below the emulated network: links have none of its flaws
}

var _ NetworkCutter = (*cutSocket)(nil)

// LinkSocket returns what direct links go over: the same socket.
func (v *cutSocket) LinkSocket() punch.Socket { return v.mux }

// DropIncoming implements NetworkCutter.
func (v *cutSocket) DropIncoming() { v.deaf.Store(true) }

// DropAll implements NetworkCutter.
func (v *cutSocket) DropAll() { v.deaf.Store(true); v.dead.Store(true) }

// ReadFromUDPAddrPort does not allocate.
func (v *cutSocket) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	for {
		n, from, err := v.UDPConn.ReadFromUDPAddrPort(b)
		if err == nil {
			if v.deaf.Load() {
				continue
			}
			v.counts.Received.Add(1)
			v.counts.BytesReceived.Add(int64(n + headerBytes))
		}
		return n, from, err
	}
}

// WriteToUDPAddrPort does not allocate.
func (v *cutSocket) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	if v.dead.Load() {
		return len(b), nil
	}
	v.counts.Sent.Add(1)
	v.counts.BytesSent.Add(int64(len(b) + headerBytes))
	return v.UDPConn.WriteToUDPAddrPort(b, to)
}

// ReadFrom implements net.PacketConn.
func (v *cutSocket) ReadFrom(b []byte) (int, net.Addr, error) {
	n, from, err := v.ReadFromUDPAddrPort(b)
	if err != nil {
		return n, nil, err
	}
	return n, net.UDPAddrFromAddrPort(from), nil
}

// WriteTo implements net.PacketConn.
func (v *cutSocket) WriteTo(b []byte, to net.Addr) (int, error) {
	u, ok := to.(*net.UDPAddr)
	if !ok {
		return 0, errNotUDP
	}
	return v.WriteToUDPAddrPort(b, u.AddrPort())
}

var errNotUDP = errors.New("bots: not the address of a UDP socket")

// SyscallConn hides the socket: what ICMP says of a killed server must not make bots come back sooner than those of others.
func (v *cutSocket) SyscallConn() (syscall.RawConn, error) { return nil, errors.ErrUnsupported }

// SetReadBuffer passes the request on, at a size that many sockets of one process can have.
func (v *cutSocket) SetReadBuffer(n int) error { return v.UDPConn.SetReadBuffer(min(n, 256<<10)) }
