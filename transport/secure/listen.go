package secure

import (
	"hash/maphash"
	"net"
	"net/netip"
	"time"
)

func newEndpoint(pc net.PacketConn, cfg Config) *Endpoint {
	if cfg.Secret == (Secret{}) {
		panic("secure: no secret key")
	}
	g := &Endpoint{
		cfg: cfg.withDefaults(), socket: newSocket(pc), startedAt: time.Now(),
		peers: map[uint32]*Peer{}, handshakes: map[handshakeKey]*Peer{}, sources: map[netip.Addr]int{},
		pending: handshakeQueue{more: make(chan struct{}, 1)}, wakeup: make(chan struct{}, 1),
		quit: make(chan struct{}), workerDone: make(chan struct{}), ended: make(chan struct{}),
	}
	g.reader.sourceRates.seed, g.usedFirsts.seed = maphash.MakeSeed(), maphash.MakeSeed()
	return g
}

// Listen accepts clients over a socket until Close. It panics without Config.Secret.
func Listen(pc net.PacketConn, cfg Config) *Endpoint {
	g := newEndpoint(pc, cfg)
	go g.runWorker()
	go g.runTimer()
	return g
}

// Dial opens a session with a listening Endpoint over a socket of its own. It does not wait: while somebody calls ReadFrom,
// Config.Opened and Config.Closed report the result. When the session has ended, the Endpoint and its goroutines end too. It
// panics without Config.Secret.
func Dial(pc net.PacketConn, to net.Addr, cfg Config) *Endpoint {
	g := newEndpoint(pc, cfg)
	g.socket.raw = enableICMPErrors(pc)
	g.dialed = newPeer(g, addressOf(to))
	g.dialed.startHandshake()
	go g.runWorker()
	go g.runTimer()
	return g
}
