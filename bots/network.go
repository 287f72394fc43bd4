package bots

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"net"
	"sync/atomic"

	"voxtide/badnet"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/transport/gate"
	"voxtide/transport/lanes"
)

// Network is how bots reach a server: each connection over a socket of its own, made worse as Up and Down say.
type Network struct {
	Up, Down badnet.Conditions
	Bad      bool // Up and Down count
	Seed     uint64
	NoCopies bool                       // messages go over the reliable stream alone
	Via      func(bot int) *net.UDPAddr // where a bot finds the server; nil: at the address that was looked up

	known  atomic.Pointer[gate.Key]
	route  lanes.Route
	counts Datagrams
}

// Datagrams counts what all connections of a Network have carried, with 28 bytes of IP and UDP headers each.
type Datagrams struct{ Sent, Received, BytesSent, BytesReceived atomic.Int64 }

// header is the bytes of IPv4 and UDP headers.
const header = 28

// Look looks an address up, once, so that a mistake is found at the start.
func (n *Network) Look(address string) error {
	route, err := lanes.Look(address)
	if err != nil {
		return fmt.Errorf("--connect %s: %w; look at the address", address, err)
	}
	n.route = route
	return nil
}

// Counts gives the counts, which go on.
func (n *Network) Counts() *Datagrams { return &n.counts }

// Dial opens the n-th connection of a bot. It is what Config.Dial takes; any goroutine may call it.
func (n *Network) Dial(bot, dial int) (transport.Conn, Cutter) {
	pc, err := n.route.Socket()
	if err != nil {
		return nil, nil // tried again, with growing pauses
	}
	v := &valve{PacketConn: pc, counts: &n.counts}
	pc = v
	if n.Bad {
		pc = badnet.Wrap(pc, n.Up, n.Down, n.Seed^uint64(bot)<<32+uint64(dial))
	}
	to := n.route.To
	if n.Via != nil {
		to = n.Via(bot)
	}
	return n.dialOver(pc, to, bot), v
}

// dialOver is the one place where bots open a connection over a socket. They take the first key that a server shows for its
// own, and have keys that depend on their numbers alone, so that names stay theirs from run to run: nobody is to trust a bot.
func (n *Network) dialOver(pc net.PacketConn, to net.Addr, bot int) transport.Conn {
	seed := sha256.Sum256(fmt.Appendf(nil, "voxtide bot %d", bot))
	return lanes.Dial(pc, to, lanes.Config{NoCopies: n.NoCopies, Direct: true, Gate: gate.Config{
		Secret: gate.NewSecret(ed25519.NewKeyFromSeed(seed[:])), Version: protocol.Version, Known: n.known.Load(),
		Trust: func(k gate.Key) error {
			n.known.CompareAndSwap(nil, &k)
			return nil
		},
	}})
}

// valve is a socket that can go deaf, or dead, without anybody being told.
type valve struct {
	net.PacketConn
	deaf, dead atomic.Bool
	counts     *Datagrams
}

var _ Cutter = (*valve)(nil)

// Deaf implements Cutter.
func (v *valve) Deaf() { v.deaf.Store(true) }

// Gone implements Cutter.
func (v *valve) Gone() { v.deaf.Store(true); v.dead.Store(true) }

// ReadFrom implements net.PacketConn.
func (v *valve) ReadFrom(b []byte) (int, net.Addr, error) {
	for {
		n, from, err := v.PacketConn.ReadFrom(b)
		if err == nil {
			if v.deaf.Load() {
				continue
			}
			v.counts.Received.Add(1)
			v.counts.BytesReceived.Add(int64(n + header))
		}
		return n, from, err
	}
}

// WriteTo implements net.PacketConn.
func (v *valve) WriteTo(b []byte, to net.Addr) (int, error) {
	if v.dead.Load() {
		return len(b), nil
	}
	v.counts.Sent.Add(1)
	v.counts.BytesSent.Add(int64(len(b) + header))
	return v.PacketConn.WriteTo(b, to)
}

// SetReadBuffer hands the wish for room on, at a size that many sockets in one process can have.
func (v *valve) SetReadBuffer(n int) error {
	if s, ok := v.PacketConn.(interface{ SetReadBuffer(int) error }); ok {
		return s.SetReadBuffer(min(n, 256<<10))
	}
	return nil
}
