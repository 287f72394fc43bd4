package host

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"net"
	"sync"
	"sync/atomic"

	"voxtide/protocol"
	"voxtide/store/pebble"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// ErrClosed says that the world does not run any more.
var ErrClosed = errors.New("host: the world is closed")

// network holds the ways into a world: UDP sockets, and connections within the process. The loop takes new connections from it.
type network struct {
	loop wakeUp // signalled when a connection waits

	mu     sync.Mutex // over what follows
	dialed []transport.Conn
	hubs   []*reliable.Hub
	closed bool

	corked  []*reliable.Hub // of who sends updates
	sockets *network        // has the sockets over which players come: this one, or that of the first world of the process

	about atomic.Pointer[[]byte] // what strangers are told of the server; nil: nothing
}

// dial opens a connection within the process, for a player with an identity.
func (n *network) dial(player transport.Identity) transport.Conn {
	near, far := transport.Pipe()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		near.Close("the world is closed")
		return near
	}
	n.dialed = append(n.dialed, ownerConn{transport.WithIdentity(far, player)})
	n.loop.signal()
	return near
}

// ownerConn is the connection of the owner of the world, who plays within the process.
type ownerConn struct{ transport.Conn }

// Identity implements transport.Identified.
func (o ownerConn) Identity() transport.Identity { return transport.IdentityOf(o.Conn) }

// Owner tells the server that this player owns the world.
func (ownerConn) Owner() bool { return true }

// serve opens the world over a packet connection, which it takes over.
func (n *network) serve(pc net.PacketConn, cfg *Config, info *pebble.Info) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		pc.Close()
		return ErrClosed
	}
	n.hubs = append(n.hubs, reliable.Listen(pc, reliable.Config{
		Secure: secure.Config{
			Secret: cfg.Secret, Version: protocol.Version, World: worldID(info),
			About: n.aboutText,
			Peers: 2*cfg.PlayersMax + 64, SourceBurst: cfg.PlayersMax, // all players may be one school, which comes in at once
		},
		BulkRate: cfg.BulkRate, OnAccept: n.loop.signal,
	}))
	return nil
}

// aboutText returns what strangers are told. Any goroutine may call it.
func (n *network) aboutText() []byte {
	if b := n.about.Load(); b != nil {
		return *b
	}
	return nil
}

// worldID returns the name of a world in handshakes. It tells nothing of the seed.
func worldID(i *pebble.Info) (id [16]byte) {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("voxtide world"), uint64(i.Created.UnixMilli())))
	copy(id[:], sum[:])
	return id
}

// stats adds up the counts of all sockets.
func (n *network) stats() (all reliable.HubStats) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, hub := range n.hubs {
		all.Add(hub.Stats())
	}
	return all
}

// accept appends the connections that were opened since the last call.
func (n *network) accept(dst []transport.Conn) []transport.Conn {
	n.mu.Lock()
	defer n.mu.Unlock()
	dst = append(dst, n.dialed...)
	n.dialed = n.dialed[:0]
	for _, hub := range n.hubs {
		for c, ok := hub.Accept(); ok; c, ok = hub.Accept() {
			dst = append(dst, c)
		}
	}
	return dst
}

// giveBack has accept return connections again, before all others: they have not joined, and the next server takes them.
func (n *network) giveBack(conns []transport.Conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.dialed = append(append([]transport.Conn{}, conns...), n.dialed...)
}

// cork holds back what is sent until it is called with false, so that the datagrams of a step leave in few system calls. One goroutine at a
// time calls it: that which sends updates.
func (n *network) cork(on bool) {
	if on {
		of := n.sockets
		of.mu.Lock()
		n.corked = append(n.corked[:0], of.hubs...)
		of.mu.Unlock()
	}
	for _, hub := range n.corked {
		if on {
			hub.Cork()
		} else {
			hub.Uncork()
		}
	}
}

// stopAccepting takes no new connection from now on, and closes those that the server does not have yet.
func (n *network) stopAccepting(reason string) {
	n.mu.Lock()
	n.closed = true
	dialed := n.dialed
	n.mu.Unlock()
	for _, c := range dialed {
		c.Close(reason)
	}
}

// close closes the sockets, after stopAccepting.
func (n *network) close(reason string) {
	for _, hub := range n.hubs {
		hub.Close(reason)
	}
}
